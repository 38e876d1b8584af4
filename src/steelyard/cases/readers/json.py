"""JSON: a list of objects, or an object with one list in it.

The file is read whole, so there is a limit; JSON Lines has none. A `.json` file that holds one
object per line is read as JSON Lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

import orjson

from steelyard.cases.encoding import Encoding
from steelyard.cases.lines import CHUNK, open_text
from steelyard.cases.readers import jsonl
from steelyard.cases.readers.base import READERS, RawRow, Reader, Source
from steelyard.cases.recorded import FEATURE_CONFIG, RESULTS, holds_results
from steelyard.cases.rows import BadRow, content, row_error, shorten, show
from steelyard.errors import DataError
from steelyard.i18n import t
from steelyard.model import Words

JSON_LIMIT = 256 * 1024 * 1024
USUAL_KEYS = (
    "cases",
    "data",
    "examples",
    "items",
    "rows",
    "questions",
    "instances",
    "用例",
    "数据",
)


def read(source: Source) -> Iterator[RawRow]:
    """Yield the objects of a JSON file, numbered from 1."""
    if _is_lines(source):
        yield from jsonl.read(source)
        return
    with open_text(source.path, source.name, source.encoding) as (stream, encoding):
        value = _whole(stream, encoding, source.name)
    for number, item in enumerate(_items(value, source.name), 1):
        yield number, item if item.__class__ is dict else _not_object(item)


def read_head(source: Source) -> dict[str, Any]:
    """Return the `feature_config` of a file: beside its list, or in its first row.

    Raises:
        DataError: it is no object.
    """
    with open_text(source.path, source.name, source.encoding) as (stream, encoding):
        first = stream.readline(source.max_line_bytes)
        while first and first.isspace():
            first = stream.readline(source.max_line_bytes)
        found = _head_of(first)
        whole = found is None and ".json" in source.path.suffixes
        rest = stream.read(JSON_LIMIT) if whole else b""
    if found is None and FEATURE_CONFIG.encode() in first + rest:
        found = _head_of((first + rest).decode(encoding.name, "replace"))
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise DataError(t("cases.head_form", file=source.name, found=show(found)))
    return found


def _head_of(text: str | bytes) -> Any:
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    if isinstance(value, list) and value:
        value = value[0]
    return value.get(FEATURE_CONFIG) if isinstance(value, dict) else None


def _is_lines(source: Source) -> bool:
    """Whether the first line is a whole object and something follows it."""
    with open_text(source.path, source.name, source.encoding) as (stream, _):
        first = stream.readline(CHUNK)
        more = stream.read(CHUNK)
    if not first.lstrip().startswith(b"{") or not more.strip():
        return False
    try:
        return isinstance(orjson.loads(first), dict)
    except orjson.JSONDecodeError:
        return False


def _whole(stream: BinaryIO, encoding: Encoding, name: str) -> Any:
    data = stream.read(JSON_LIMIT + 1)
    if len(data) > JSON_LIMIT:
        limit = f"{JSON_LIMIT // 1024**2} MB"
        raise DataError(t("cases.json_big", file=name, limit=limit), hint=t("cases.json_big_hint"))
    try:
        text = data.decode(encoding.name)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = t(
            "cases.json_encoding",
            file=name,
            line=line,
            offset=error.start,
            encoding=encoding.name.upper(),
        )
        raise DataError(message, hint=t("cases.encoding_hint")) from error
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        return _lenient(text, error, name)


def _lenient(text: str, error: orjson.JSONDecodeError, name: str) -> Any:
    try:
        return jsonl.loads_lenient(text)
    except (ValueError, RecursionError, TypeError):
        found = shorten(text[max(0, error.pos - 20) : error.pos + 20].strip(), 60)
        message = t(
            "cases.json_syntax",
            file=name,
            line=error.lineno,
            column=error.colno,
            reason=error.msg,
            found=found,
        )
        raise DataError(message) from error


def _items(value: Any, name: str) -> list[Any]:
    if isinstance(value, list):
        return value
    if not isinstance(value, dict):
        message = t("cases.json_top", file=name, found=show(value))
        raise DataError(message, hint=t("cases.json_top_hint"))
    lists = [key for key, item in value.items() if isinstance(item, list)]
    if holds_results(value) and set(lists) <= {RESULTS}:
        return [value]  # one row of results, as the documents show it
    usual = [key for key in USUAL_KEYS if key in lists]
    chosen = lists if len(lists) == 1 else usual
    if len(chosen) != 1:
        keys = shorten(", ".join(value), 200)
        message = t("cases.json_keys", file=name, keys=keys, count=len(lists))
        raise DataError(message, hint=t("cases.json_top_hint"))
    items: list[Any] = value[chosen[0]]
    return items


def _not_object(item: Any) -> BadRow:
    allowed = t("cases.allowed_json_object")
    return BadRow(row_error("not_object", found=show(item), allowed=allowed), content(item))


READERS.add(
    "json",
    Reader(
        "json",
        (".json",),
        Words("JSON: a list of objects", "JSON：对象列表"),
        read,
    ),
)

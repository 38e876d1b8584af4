"""JSON Lines: one object per line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import orjson

from steelyard.cases.encoding import Encoding, is_utf8
from steelyard.cases.lines import Line, bad_encoding, decode, lines, open_text
from steelyard.cases.plain import plain
from steelyard.cases.readers.base import READERS, RawRow, Reader, Source
from steelyard.cases.rows import BadRow, content, row_error, show
from steelyard.i18n import t
from steelyard.model import Words

EXCERPT = 30


def read(source: Source) -> Iterator[RawRow]:
    """Yield the rows of a JSON Lines file; blank lines are passed over."""
    with open_text(source.path, source.name, source.encoding) as (stream, encoding):
        as_it_is = encoding.name == "utf-8"  # the parser checks UTF-8 itself
        for line in lines(stream, source.max_line_bytes):
            number, _, text = line
            if text.__class__ is bytes and text.isspace():
                continue
            try:
                value = orjson.loads(text if as_it_is else decode(line, encoding))  # type: ignore[arg-type]
            except orjson.JSONDecodeError as error:
                value = _second_look(line, encoding, error)
            yield number, value if value.__class__ is dict else _not_a_dict(value)


def loads_lenient(text: str) -> Any:
    """Parse JSON that holds NaN, Infinity or 1e999, each read as null.

    Raises:
        ValueError: it is still not JSON, or holds half a surrogate pair.
    """
    value = plain(json.loads(text))
    orjson.dumps(value)
    return value


def _second_look(line: Line, encoding: Encoding, error: orjson.JSONDecodeError) -> Any:
    """Return the value of a line the strict parser refused, or a BadRow with the real reason."""
    data = line[2]
    if isinstance(data, BadRow):
        return data
    if encoding.name == "utf-8" and not is_utf8(data):
        return _place_of_bad_byte(line, encoding)
    text = decode(line, encoding)
    if isinstance(text, BadRow):
        return text
    try:
        return loads_lenient(text)
    except (ValueError, RecursionError, TypeError):
        return _syntax(text, error)


def _place_of_bad_byte(line: Line, encoding: Encoding) -> BadRow:
    bad = decode(line, encoding)
    return bad if isinstance(bad, BadRow) else bad_encoding(line, encoding, 0)


def _syntax(text: str, error: orjson.JSONDecodeError) -> BadRow:
    at = error.pos
    found = text[max(0, at - EXCERPT) : at + EXCERPT].strip() or text[:EXCERPT].strip()
    bad = row_error(
        "bad_json",
        found=found,
        allowed=t("cases.allowed_json_object"),
        column=at + 1,
        reason=error.msg,
    )
    return BadRow(bad, content(text))


def _not_a_dict(value: Any) -> BadRow:
    if isinstance(value, BadRow):
        return value
    allowed = t("cases.allowed_json_object")
    return BadRow(row_error("not_object", found=show(value), allowed=allowed), content(value))


READERS.add(
    "jsonl",
    Reader(
        "jsonl",
        (".jsonl", ".ndjson"),
        Words("JSON Lines: one object per line", "JSON Lines：每行一个对象"),
        read,
    ),
)

"""The JSON objects in a file: one document, a list, or one object per line; each with its place."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from steelyard.errors import DataError
from steelyard.i18n import t

_GZIP = b"\x1f\x8b"
_MARK = b"\xef\xbb\xbf"


class Record(NamedTuple):
    """One object and where it stands: the file or record it is in, and which of its kind."""

    value: dict[str, Any]
    inside: Path | Record
    key: str | None = None
    number: int = 0

    @property
    def place(self) -> str:
        """The place in words, put together only when something is wrong there."""
        inside = self.inside.place if isinstance(self.inside, Record) else str(self.inside)
        return inside if self.key is None else t(self.key, place=inside, n=self.number)


def read_records(path: Path) -> list[Record]:
    """Return the objects in a file.

    Raises:
        DataError: it cannot be opened, is not JSON, or holds something that is no object.
    """
    data = _read(path).removeprefix(_MARK)
    if not data.strip():
        raise DataError(t("trace.empty", file=path))
    try:
        whole = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        return _lines(path, data, error)
    if isinstance(whole, list):
        items = enumerate(whole, 1)
        return [checked(Record(item, path, "trace.item", at)) for at, item in items]
    return [checked(Record(whole, path))]


def checked(record: Record) -> Record:
    """Return a record that really is an object."""
    if not isinstance(record.value, dict):
        found = type(record.value).__name__
        raise DataError(t("trace.not_object", place=record.place, found=found))
    return record


def wrong_field(place: str, field: str, found: Any, wanted: str) -> DataError:
    """The error for a field that is not what it must be."""
    shown = repr(found)
    shown = shown if len(shown) <= 60 else f"{shown[:57]}..."
    return DataError(t("trace.field", place=place, field=field, found=shown, wanted=t(wanted)))


def _lines(path: Path, data: bytes, error: orjson.JSONDecodeError) -> list[Record]:
    records: list[Record] = []
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            value = orjson.loads(line)
        except orjson.JSONDecodeError as problem:
            # A document over many lines: its own error says where it breaks.
            whole = not records and line.strip() in (b"{", b"[")
            at, said = (error.lineno, error.msg) if whole else (number, problem.msg)
            place = t("trace.line", place=path, n=at)
            raise DataError(t("trace.not_json", place=place, problem=said)) from None
        records.append(checked(Record(value, path, "trace.line", number)))
    return records


def _read(path: Path) -> bytes:
    try:
        data = path.read_bytes()
        return gzip.decompress(data) if data.startswith(_GZIP) else data
    except (gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise DataError(t("trace.cannot_open", file=path, problem=error)) from None
    except OSError as error:
        problem = error.strerror or error
        raise DataError(t("trace.cannot_open", file=path, problem=problem)) from None

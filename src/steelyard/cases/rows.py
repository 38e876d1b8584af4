"""What moves between the parts of this stage: rows on the way, and rows that were refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import orjson

from steelyard.cases.plain import plain
from steelyard.i18n import t

Record = dict[str, Any]
Row = tuple[str, int, Record]
"""File, line, record: how a case travels through the processing steps."""

SHOWN = 80
KEPT = 4096


@dataclass(frozen=True, slots=True)
class RowError:
    """One thing that is wrong with one row.

    Attributes:
        field: the field it is about; None when the row as a whole cannot be read.
        found: what was there, shortened.
        allowed: what may be there.
        message: the same as a sentence in the user's language.
        code: a short stable word for programs.
    """

    field: str | None
    found: str
    allowed: str
    message: str
    code: str


@dataclass(frozen=True, slots=True)
class Reject:
    """A row that was left out, with every reason.

    Attributes:
        file: the file, as the dataset names it.
        line: physical line (JSONL, CSV), sheet row (XLSX) or number of the item (JSON, Parquet).
        row: the row as text, cut to a few kilobytes.
        errors: what is wrong with it.
    """

    file: str
    line: int
    row: str
    errors: tuple[RowError, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the reject as plain JSON, for a rejects file."""
        errors = [
            {
                "field": e.field,
                "found": e.found,
                "allowed": e.allowed,
                "message": e.message,
                "code": e.code,
            }
            for e in self.errors
        ]
        return {"file": self.file, "line": self.line, "errors": errors, "row": self.row}


class BadRow(NamedTuple):
    """What a reader yields instead of a dict when it cannot make one."""

    error: RowError
    content: str


def row_error(
    code: str, *, field: str | None = None, found: str, allowed: str, **values: Any
) -> RowError:
    """Return the error `code`, its sentence taken from `cases.row_<code>`."""
    message = t(f"cases.row_{code}", field=field, found=found, allowed=allowed, **values)
    return RowError(field, found, allowed, message, code)


def show(value: Any) -> str:
    """Return `value` as short JSON, for a message."""
    return shorten(orjson.dumps(plain(value)).decode(), SHOWN)


def content(value: Any) -> str:
    """Return a row as text, cut to what a rejects file keeps."""
    if isinstance(value, bytes):
        text = value[: KEPT * 4].decode("utf-8", "backslashreplace").rstrip("\r\n")
    elif isinstance(value, str):
        text = value.rstrip("\r\n")
    else:
        text = orjson.dumps(plain(value)).decode()
    return shorten(text, KEPT)


def shorten(text: str, limit: int) -> str:
    """Cut `text` at `limit` characters and mark the cut."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def within(what: str, low: float | None, high: float | None) -> str:
    """Say `what` with its bounds, in the user's language."""
    if low is not None and high is not None:
        return t("cases.allowed_between", what=what, low=f"{low:g}", high=f"{high:g}")
    if low is not None:
        return t("cases.allowed_from", what=what, low=f"{low:g}")
    return what

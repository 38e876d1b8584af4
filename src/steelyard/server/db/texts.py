"""What a text must be for every database to keep it; told in one place, before it is sent to one.

PostgreSQL keeps no null character in a text and SQLite does: without this, what one service takes
another refuses, and a backup of the one could not be put back into the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Engine, event

from steelyard.errors import InputError
from steelyard.i18n import t


def refuse_null(engine: Engine) -> None:
    """Have an engine refuse every statement with a null character in one of its values."""
    event.listen(engine, "before_cursor_execute", _look)


def fitting(text: str, longest: int | None = None) -> str:
    """Return a text from outside as a column can keep it: it is written down, whatever it holds."""
    return text.encode("utf-8", "replace").decode().replace("\0", "?")[:longest]


def _look(_connection: Any, _cursor: Any, _statement: str, given: Any, *_: Any) -> None:
    for value in _each(given):
        if isinstance(value, str) and "\0" in value:
            raise InputError(t("server.null"))


def _each(given: Any) -> Iterator[Any]:
    """Yield every value of a statement: of one row, or of each of many."""
    for value in given.values() if isinstance(given, Mapping) else given or ():
        if isinstance(value, Mapping | list | tuple):
            yield from _each(value)
        else:
            yield value

"""Read one sheet of a workbook in a process of its own, with limits; run as a script.

A workbook of a few bytes can name a cell so far away that its reader, which makes the whole
rectangle, asks for hundreds of gigabytes and aborts. Here that ends this process and nothing else.

    python -I workbook_process.py FILE SHEET

Without `-I`, its neighbor `json.py` would stand in for the library of that name. SHEET is a name or
a number, as JSON. Each row of the sheet is a line of JSON on standard output, a list of its cells;
an object instead of a list says what is wrong. Nothing of the package is imported, so that starting
costs little.
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from typing import IO, Any
from xml.parsers import expat

import orjson

MEMORY = 4 << 30
"""Bytes of address space."""
CPU_SECONDS = 600
MOST_CELLS = 50_000_000
"""A sheet that spans more is refused."""
SPARSE_CELLS = 1_000_000
"""A sheet may span so many, however few of them are filled ..."""
SPARSE_RATIO = 100
"""... and beyond that, so many for each that is filled."""

_CHUNK = 1 << 18
_ROWS_AT_ONCE = 256


def main(path: str, sheet: str | int) -> None:
    """Write the rows of a sheet, or what is wrong with the workbook."""
    limit_process()
    out = sys.stdout.buffer
    try:
        for lines in _lines(path, sheet):
            out.write(lines)
        out.flush()
    except _Refused as refusal:
        out.write(orjson.dumps(refusal.args[0], option=orjson.OPT_APPEND_NEWLINE))


def limit_process() -> None:
    """Bound memory and processor time, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class _Refused(Exception):
    """Carries what is wrong, as the parent reads it."""


def _lines(path: str, sheet: str | int) -> Iterator[bytes]:
    from python_calamine import CalamineError, CalamineWorkbook

    _check_spans(path)
    try:
        with CalamineWorkbook.from_path(path) as book:
            table = _choose(book, sheet)
            if table.start is None:
                return
            waiting = bytearray()
            for number, cells in enumerate(table.iter_rows(), 1):
                waiting += orjson.dumps(cells, default=_plain, option=_OPTIONS)
                if number % _ROWS_AT_ONCE == 0:
                    yield bytes(waiting)
                    waiting.clear()
            yield bytes(waiting)
    except MemoryError:
        raise _Refused({"error": "memory"}) from None
    except (CalamineError, OSError, ValueError) as error:
        raise _Refused({"error": "unreadable", "reason": str(error)}) from None


_OPTIONS = orjson.OPT_APPEND_NEWLINE | orjson.OPT_PASSTHROUGH_DATETIME


def _plain(value: Any) -> Any:
    """Return what orjson does not write: times as ISO text, durations in seconds."""
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return repr(value)


def _choose(book: Any, wanted: str | int) -> Any:
    names: list[str] = book.sheet_names
    if isinstance(wanted, int) and 0 <= wanted < len(names):
        return book.get_sheet_by_index(wanted)
    if wanted in names:
        return book.get_sheet_by_name(wanted)
    raise _Refused({"error": "no_sheet", "sheets": names})


def _check_spans(path: str) -> None:
    """Refuse a workbook with a sheet that spans far more than it holds.

    Every part is measured, wherever it lies: the index of the workbook may name any of them.
    """
    if not zipfile.is_zipfile(path):
        return  # another kind of workbook, or none: its reader says so
    try:
        with zipfile.ZipFile(path) as archive:
            for entry in archive.infolist():
                with archive.open(entry) as part:
                    span = measure(part)
                most = min(max(SPARSE_CELLS, SPARSE_RATIO * span.filled), MOST_CELLS)
                if span.cells > most:
                    facts = {"cells": span.cells, "filled": span.filled, "most": most}
                    raise _Refused({"error": "span", **facts})
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise _Refused({"error": "unreadable", "reason": str(error)}) from None


class Span:
    """The rectangle that the cells of a sheet span.

    Attributes:
        filled: cells that the sheet names.
    """

    def __init__(self) -> None:
        self.filled = 0
        self._low: tuple[int, int] | None = None
        self._high = (0, 0)
        self._row = 0
        self._column = 0

    @property
    def cells(self) -> int:
        """How many cells the rectangle has."""
        if self._low is None:
            return 0
        rows, columns = (high - low + 1 for high, low in zip(self._high, self._low, strict=True))
        return rows * columns

    def start_element(self, name: str, attributes: dict[str, str]) -> None:
        """Count one element; a cell without a place follows the one before."""
        kind = name.rpartition(":")[2]
        if kind == "row":
            self._row = _number(attributes.get("r")) or self._row + 1
            self._column = 0
        elif kind == "c":
            self.filled += 1
            row, column = _place(attributes.get("r", ""))
            self._row, self._column = row or self._row, column or self._column + 1
            self._see((self._row, self._column))

    def _see(self, place: tuple[int, int]) -> None:
        low = self._low or place
        self._low = (min(low[0], place[0]), min(low[1], place[1]))
        self._high = (max(self._high[0], place[0]), max(self._high[1], place[1]))


def measure(part: IO[bytes]) -> Span:
    """Return what a part of a workbook spans; nothing if it is no XML, up to where it ends."""
    span = Span()
    parser = expat.ParserCreate()
    parser.StartElementHandler = span.start_element
    parser.EntityDeclHandler = _no_entities
    # A picture is no XML, and a damaged sheet ends early: the limits of the process remain.
    with suppress(expat.ExpatError):
        while chunk := part.read(_CHUNK):
            parser.Parse(chunk, False)
    return span


def _no_entities(*_declared: Any) -> None:
    raise _Refused({"error": "unreadable", "reason": "it declares XML entities"})


def _place(text: str) -> tuple[int, int]:
    """Return row and column of a place such as `$B$12`; 0 for what it does not say."""
    letters = "".join(c for c in text if c.isascii() and c.isalpha()).upper()
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - 64
    return _number("".join(c for c in text if c.isdigit())), column


def _number(text: str | None) -> int:
    try:
        return int(text or 0)
    except ValueError:
        return 0


if __name__ == "__main__":
    main(sys.argv[1], orjson.loads(sys.argv[2]))

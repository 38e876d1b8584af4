"""Tables written as an XLSX workbook, row by row, so that memory does not grow with the rows.

No text becomes a formula, a link or a number. A text that begins like a formula is also marked as
text (`quotePrefix`), so that it stays one when the file is saved anew or typed over.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from io import BytesIO
from typing import TYPE_CHECKING, Any

from steelyard.i18n import pick, t
from steelyard.model import Words
from steelyard.report.numbers import in_points
from steelyard.report.tables.table import Chance, Column, Link, Quantity, Span, Table, Tone
from steelyard.report.text import visible

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

MOST_ROWS = 1_048_576  # of a sheet, its heading included
_LONGEST = 32_767  # of a cell, counted as Excel counts: in UTF-16
_RISKY = re.compile(r"^[\s\"']*[=+\-@\t\r|%]")
_ILLEGAL = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
_NAME = 31
_WIDTHS = {"text": 24, "number": 12, "span": 12, "long": 44, "aside": 44, "detail": 24}
_OPTIONS = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
    "default_date_format": "yyyy-mm-dd hh:mm:ss",
}


def workbook(tables: Sequence[Table]) -> bytes:
    """Return the workbook, a sheet for each table, in the current language."""
    import xlsxwriter

    target = BytesIO()
    book = xlsxwriter.Workbook(target, _OPTIONS)
    taken: set[str] = set()
    for table in tables:
        _Sheet(book, book.add_worksheet(_sheet_name(pick(table.title), taken))).fill(table)
    book.close()
    return target.getvalue()


def cell_text(text: str) -> str:
    """Return a text as a cell holds it: visible, and cut with a mark where it is too long."""
    shown = visible(text)
    # A pair of surrogates counts twice; few texts are near the limit, so count only those.
    if len(shown) * 2 <= _LONGEST or len(shown.encode("utf-16-le")) // 2 <= _LONGEST:
        return shown
    mark = " " + t("tables.cut", n=f"{len(shown):,}")
    kept = shown.encode("utf-16-le")[: (_LONGEST - len(mark) - 8) * 2]
    start = kept.decode("utf-16-le", "ignore")
    return start + " " + t("tables.cut", n=f"{len(shown) - len(start):,}")


def is_risky(text: str) -> bool:
    """Return whether a program might take the text for a formula."""
    return bool(_RISKY.match(text))


class _Sheet:
    """One sheet being written."""

    def __init__(self, book: Workbook, sheet: Worksheet) -> None:
        self._book, self._sheet = book, sheet
        self._formats: dict[tuple[tuple[str, Any], ...], Format] = _formats_of(book)
        self._writers: dict[type, Callable[[Any, int, int], None]] = {
            str: self._text,
            bool: self._truth,
            int: self._whole,
            float: self._plain,
            datetime: self._moment,
            Words: self._words,
            Tone: self._tone,
            Link: self._link,
            Chance: self._chance,
            Quantity: self._quantity,
        }

    def fill(self, table: Table) -> None:
        """Write heading, rows, filters and widths."""
        headings = [said for column in table.columns for said in _headings(column)]
        kinds = [c.kind for c in table.columns for _ in range(2 if c.kind == "span" else 1)]
        sheet = self._sheet
        for at, kind in enumerate(kinds):
            sheet.set_column(at, at, _WIDTHS[kind])
        sheet.freeze_panes(1, 1)
        for at, heading in enumerate(headings):
            sheet.write_string(0, at, cell_text(heading), self._format(bold=True, bottom=1))
        number = 0
        for number, row in enumerate(table.rows, start=1):
            self._row(number, row)
        if number:
            sheet.autofilter(0, 0, number, len(headings) - 1)
        if table.note is not None:
            sheet.write_string(
                number + 2, 0, cell_text(pick(table.note)), self._format(italic=True)
            )

    def _row(self, number: int, row: Sequence[Any]) -> None:
        at = 0
        for cell in row:
            if isinstance(cell, Span):
                self._write(Quantity(cell.low, cell.unit, cell.signed), number, at)
                self._write(Quantity(cell.high, cell.unit, cell.signed), number, at + 1)
                at += 2
            else:
                self._write(cell, number, at)
                at += 1

    def _write(self, cell: Any, row: int, at: int) -> None:
        """Write one cell; what is not there stays empty."""
        if cell is None:
            return
        # By exact type: a bool is an int, and the records are tuples.
        write = self._writers.get(type(cell))
        if write is None:
            self._text(str(cell), row, at)
        else:
            write(cell, row, at)

    def _text(self, cell: str, row: int, at: int) -> None:
        text = cell_text(cell)
        # Long texts keep to their cell.
        wanted = {"text_wrap": True, "valign": "top"} if "\n" in text else {}
        if is_risky(text):
            wanted["quote_prefix"] = True
        self._sheet.write_string(row, at, text, self._format(**wanted) if wanted else None)

    def _words(self, cell: Words, row: int, at: int) -> None:
        self._text(pick(cell), row, at)

    def _tone(self, cell: Tone, row: int, at: int) -> None:
        self._text(pick(cell.said), row, at)

    def _link(self, cell: Link, row: int, at: int) -> None:
        self._text(cell.said, row, at)

    def _truth(self, cell: bool, row: int, at: int) -> None:  # noqa: FBT001 - one cell
        self._sheet.write_boolean(row, at, cell)

    def _whole(self, cell: int, row: int, at: int) -> None:
        self._number(cell, row, at, "#,##0")

    def _plain(self, cell: float, row: int, at: int) -> None:
        self._number(cell, row, at, "0.000")

    def _chance(self, cell: Chance, row: int, at: int) -> None:
        self._number(cell.value, row, at, "0.0000")

    def _quantity(self, cell: Quantity, row: int, at: int) -> None:
        self._number(cell.value, row, at, _number_format(cell.unit, signed=cell.signed))

    def _moment(self, cell: datetime, row: int, at: int) -> None:
        when = self._format(num_format="yyyy-mm-dd hh:mm:ss")
        self._sheet.write_datetime(row, at, cell.replace(tzinfo=None), when)

    def _number(self, value: float | None, row: int, at: int, shown: str) -> None:
        if value is not None and math.isfinite(value):
            self._sheet.write_number(row, at, value, self._format(num_format=shown))

    def _format(self, **wanted: Any) -> Format:
        key = tuple(sorted(wanted.items()))
        if key not in self._formats:
            self._formats[key] = self._book.add_format(wanted)
        return self._formats[key]


_KNOWN = "_steelyard_formats"


def _formats_of(book: Workbook) -> dict[tuple[tuple[str, Any], ...], Format]:
    """Formats belong to the workbook: its sheets share them."""
    if not hasattr(book, _KNOWN):
        setattr(book, _KNOWN, {})
    known: dict[tuple[tuple[str, Any], ...], Format] = getattr(book, _KNOWN)
    return known


def _number_format(unit: str, *, signed: bool) -> str:
    shown = "0.0%" if in_points(unit) else "0.000"
    if unit == "s":
        shown = '0.000" s"'
    return f"+{shown};-{shown};{shown}" if signed else shown


def _headings(column: Column) -> list[str]:
    name = pick(column.title)
    if column.kind != "span":
        return [name]
    return [t("tables.low", name=name), t("tables.high", name=name)]


def _sheet_name(title: str, taken: set[str]) -> str:
    """Return a name that Excel takes and that no other sheet has."""
    clean = " ".join(_ILLEGAL.sub(" ", visible(title)).split()).strip(" '") or "-"
    name, turn = clean[:_NAME].strip(" '"), 1
    while name.casefold() in taken or name.casefold() == "history":
        turn += 1
        end = f" ({turn})"
        name = clean[: _NAME - len(end)].strip(" '") + end
    taken.add(name.casefold())
    return name

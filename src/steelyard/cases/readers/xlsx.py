"""XLSX: the first row that is not empty is the header, then one case per row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from steelyard.cases.lines import open_bytes
from steelyard.cases.plain import plain
from steelyard.cases.readers.base import READERS, RawRow, Reader, Source
from steelyard.cases.readers.header import check_header
from steelyard.cases.rows import BadRow, content, row_error
from steelyard.errors import DataError
from steelyard.i18n import t
from steelyard.model import Words

EXACT = 2**53


def read(source: Source) -> Iterator[RawRow]:
    """Yield the rows of one sheet, numbered as the spreadsheet numbers them."""
    header: list[str] | None = None
    for number, cells in _cells(source):
        if all(cell == "" for cell in cells):
            continue
        if header is None:
            while cells and cells[-1] == "":
                cells.pop()
            header = check_header([str(_value(cell) or "") for cell in cells], source.name)
            source.columns(header)
            continue
        values = [_value(cell) for cell in cells]
        extra = [value for value in values[len(header) :] if value is not None]
        if extra:
            yield number, _ragged(values, len(header))
        else:
            yield number, dict(zip(header, values, strict=False))


def _ragged(values: list[Any], width: int) -> BadRow:
    last = max(place for place, value in enumerate(values, 1) if value is not None)
    error = row_error(
        "ragged",
        found=t("cases.cells", count=last),
        allowed=t("cases.cells", count=width),
    )
    return BadRow(error, content(values))


def _cells(source: Source) -> Iterator[tuple[int, list[Any]]]:
    from python_calamine import CalamineError, CalamineWorkbook

    with open_bytes(source.path, source.name) as stream:
        start = stream.read(4)
    try:
        with CalamineWorkbook.from_path(str(source.path)) as book:
            sheet = _sheet(book, source)
            if sheet.start is None:
                return
            yield from enumerate(sheet.iter_rows(), 1)
    except (CalamineError, OSError, ValueError) as error:
        key = "xlsx_corrupt" if start.startswith(b"PK") else "xlsx_not"
        message = t(f"cases.{key}", file=source.name, reason=str(error))
        raise DataError(message, hint=t("cases.xlsx_hint")) from error


def _sheet(book: Any, source: Source) -> Any:
    names: list[str] = book.sheet_names
    wanted = source.sheet if source.sheet is not None else 0
    if isinstance(wanted, int) and 0 <= wanted < len(names):
        return book.get_sheet_by_index(wanted)
    if wanted in names:
        return book.get_sheet_by_name(wanted)
    message = t("cases.no_sheet", file=source.name, sheet=wanted, sheets=", ".join(names))
    raise DataError(message)


def _value(cell: Any) -> Any:
    """Return a cell as JSON: "" is empty, and whole numbers are stored as 3.0."""
    if cell == "":
        return None
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < EXACT:
        return int(cell)
    return plain(cell)


READERS.add(
    "xlsx",
    Reader(
        "xlsx",
        (".xlsx", ".xlsm"),
        Words("XLSX: one sheet, header in the first row", "XLSX：单个工作表，首行为表头"),
        read,
    ),
)

"""XLSX: the first row that is not empty is the header, then one case per row."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import orjson

from steelyard.cases.lines import open_bytes
from steelyard.cases.plain import plain
from steelyard.cases.readers import workbook_process
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
    for number, cells in enumerate(_cells(source), 1):
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


def _cells(source: Source) -> Iterator[list[Any]]:
    """Yield the cells of each row, read in a process whose death is an error like any other."""
    with open_bytes(source.path, source.name) as stream:
        start = stream.read(4)
    wanted = source.sheet if source.sheet is not None else 0
    script = [sys.executable, "-I", "-X", "utf8", workbook_process.__file__]
    process = subprocess.Popen(
        [*script, str(source.path.absolute()), orjson.dumps(wanted).decode()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # an interrupt is for the caller, which then ends this one
    )
    assert process.stdout is not None
    try:
        for line in process.stdout:
            if not line.endswith(b"\n"):
                break  # it died within a row
            found = orjson.loads(line)
            if isinstance(found, dict):
                raise _error(found, source, wanted, is_zip=start.startswith(b"PK"))
            yield found
        if process.wait() != 0:
            raise _error({"error": "memory"}, source, wanted, is_zip=True)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def _error(found: dict[str, Any], source: Source, wanted: str | int, *, is_zip: bool) -> DataError:
    hint = t("cases.xlsx_hint")
    match found["error"]:
        case "no_sheet":
            sheets = ", ".join(found["sheets"])
            return DataError(t("cases.no_sheet", file=source.name, sheet=wanted, sheets=sheets))
        case "span":
            facts = {name: found[name] for name in ("cells", "filled", "most")}
            return DataError(t("cases.wide_sheet", file=source.name, **facts), hint=hint)
        case "memory":
            memory = f"{workbook_process.MEMORY >> 30} GB"
            return DataError(t("cases.workbook_ended", file=source.name, memory=memory), hint=hint)
        case _:
            key = "xlsx_corrupt" if is_zip else "xlsx_not"
            message = t(f"cases.{key}", file=source.name, reason=found["reason"])
            return DataError(message, hint=hint)


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

"""CSV and TSV: a header line, then one case per record."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import partial

from steelyard.cases.encoding import Encoding
from steelyard.cases.lines import Line, decode, lines, open_text
from steelyard.cases.readers.base import READERS, RawRow, Reader, Source
from steelyard.cases.readers.header import check_header
from steelyard.cases.rows import BadRow, content, row_error, shorten
from steelyard.errors import DataError, PlanError, RunRefusedError
from steelyard.i18n import t
from steelyard.model import Words


def read(source: Source, delimiter: str) -> Iterator[RawRow]:
    """Yield the records of a delimited file; the line is the one a record starts on."""
    delimiter = source.delimiter or delimiter
    if len(delimiter) != 1 or delimiter in '"\r\n':
        raise PlanError(t("cases.bad_delimiter", delimiter=delimiter))
    # The module's own limit is process-wide; only ever raise it.
    csv.field_size_limit(max(csv.field_size_limit(), source.max_line_bytes))
    with open_text(source.path, source.name, source.encoding) as (stream, encoding):
        text = _Lines(lines(stream, source.max_line_bytes), encoding)
        records = csv.reader(text, delimiter=delimiter, strict=True)
        header = _header(records, text, source, delimiter)
        source.columns(header)
        yield from _rows(records, text, header)


class _Lines:
    """Decoded lines for the csv module, remembering the bad ones of the record being read."""

    def __init__(self, source: Iterator[Line], encoding: Encoding) -> None:
        self._source = source
        self._encoding = encoding
        self.number = 0
        self.bad: BadRow | None = None

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = next(self._source)
        self.number = line[0]
        text = decode(line, self._encoding)
        if isinstance(text, str) and "\0" in text:
            text = _nul(text)
        if isinstance(text, BadRow):
            self.bad = self.bad or text
            # Quotes in a line that cannot be read must not swallow the lines after it.
            return "\n"
        return text


def _header(
    records: Iterator[list[str]], text: _Lines, source: Source, delimiter: str
) -> list[str]:
    try:
        header = next((cells for cells in records if cells), None)
    except csv.Error as error:
        message = t("cases.bad_header", file=source.name, reason=str(error))
        raise DataError(message) from error
    if text.bad is not None:
        raise DataError(t("cases.bad_header", file=source.name, reason=text.bad.error.message))
    if header is None:
        raise RunRefusedError(t("cases.no_rows", file=source.name))
    other = next((mark for mark in ";\t|," if mark != delimiter and mark in header[0]), None)
    if len(header) == 1 and other:
        message = t("cases.one_column", file=source.name, header=shorten(header[0], 80))
        raise DataError(message, hint=t("cases.one_column_hint", delimiter=repr(other)))
    return check_header(header, source.name)


def _rows(records: Iterator[list[str]], text: _Lines, header: list[str]) -> Iterator[RawRow]:
    width = len(header)
    while True:
        start = text.number + 1
        try:
            cells = next(records)
        except StopIteration:
            return
        except csv.Error as error:
            yield start, _broken(str(error))
            text.bad = None
            continue
        if text.bad is not None:
            yield start, text.bad
            text.bad = None
        elif len(cells) == width:
            yield start, {name: cell or None for name, cell in zip(header, cells, strict=True)}
        elif cells:
            yield start, _ragged(cells, width)


def _ragged(cells: list[str], width: int) -> BadRow:
    error = row_error(
        "ragged",
        found=t("cases.cells", count=len(cells)),
        allowed=t("cases.cells", count=width),
    )
    return BadRow(error, content(cells))


def _broken(reason: str) -> BadRow:
    error = row_error("bad_csv", found=reason, allowed=t("cases.allowed_csv"))
    return BadRow(error, "")


def _nul(text: str) -> BadRow:
    error = row_error("nul", found="\\x00", allowed=t("cases.allowed_text"))
    return BadRow(error, content(text.replace("\0", "\\x00")))


READERS.add(
    "csv",
    Reader(
        "csv",
        (".csv",),
        Words("CSV: cells between commas", "CSV：逗号分隔"),
        partial(read, delimiter=","),
    ),
)
READERS.add(
    "tsv",
    Reader(
        "tsv",
        (".tsv", ".tab"),
        Words("TSV: cells between tabs", "TSV：制表符分隔"),
        partial(read, delimiter="\t"),
    ),
)

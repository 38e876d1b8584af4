"""Lines to fields without a loop: where each field of each line starts and ends."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.retrieval.words import PAD, Ints, Text

_NEWLINE, _RETURN, _BLANK, _TAB, _COMMENT = 10, 13, 32, 9, ord("#")
_SHOWN = 5

Rows = slice | Ints


class Layout(NamedTuple):
    """How the lines of a file are laid out.

    Attributes:
        columns: how many fields a line has; more are ignored where `blanks` is true.
        query: column of the query id.
        document: column of the document id.
        value: column of the score, rank or grade; None where the order of the lines says it all.
        separator: the byte between fields, where it is not any run of blanks and tabs.
        ranked: the value is a rank: small ones come first.
        extra: whether more fields than `columns` may follow.
    """

    columns: int
    query: int
    document: int
    value: int
    separator: int | None = None
    ranked: bool = False
    extra: bool = False


TREC_RUN = Layout(6, query=0, document=2, value=4, extra=True)
TREC_QRELS = Layout(4, query=0, document=2, value=3)
OWN = Layout(3, query=0, document=1, value=2, separator=31)
"""What other formats are turned into: fields between unit separators."""


class Cells(NamedTuple):
    """One field of every line: where it starts and how long it is."""

    starts: Ints
    lengths: Ints

    def take(self, rows: Rows) -> Cells:
        """Return the fields of some lines."""
        return Cells(self.starts[rows], self.lengths[rows])


class Fields(NamedTuple):
    """Where the lines and their fields are; `ends` is where the last field of each line ends."""

    lines: Ints
    ends: Ints
    query: Cells
    document: Cells
    value: Cells

    def take(self, rows: Rows) -> Fields:
        """Return some lines."""
        cells = (cells.take(rows) for cells in (self.query, self.document, self.value))
        return Fields(self.lines[rows], self.ends[rows], *cells)


class BadLine(NamedTuple):
    """A line that does not have its fields; `number` counts from 0 in the text."""

    number: int
    content: bytes
    fields: int


def split(text: Text, layout: Layout) -> Fields | list[BadLine]:
    """Return the fields of every line, or the first lines that are malformed."""
    if layout.separator is None:
        separates = text.codes <= _BLANK
        # Two side by side have nothing between them.
        regular = not (separates[1:] & separates[:-1]).any()
        fields = _regular(text, layout, np.flatnonzero(separates)) if regular else None
        return fields if fields and _no_comments(text, fields) else _irregular(text, layout)
    separates = (text.codes == layout.separator) | (text.codes == _NEWLINE)
    return _regular(text, layout, np.flatnonzero(separates)) or _by_line(text, layout)


def _regular(text: Text, layout: Layout, separators: Ints) -> Fields | None:
    """Return the fields if every line has just its separators, one between each two fields."""
    width = layout.columns
    if len(separators) % width:
        return None
    grid = separators.reshape(-1, width)
    # Line ends are just where they belong, and everything else is of the allowed kind.
    between = len(grid) * (width - 1)
    if layout.separator is None:
        between -= _occurs(text, _BLANK)
        between -= _occurs(text, _TAB) if between else 0
    else:
        between -= _occurs(text, layout.separator)
    ends = grid[:, -1].copy()
    if between or not (text.codes[ends] == _NEWLINE).all():
        return None
    lines = np.empty(len(grid), np.int64)
    lines[:1] = len(PAD)
    np.add(ends[:-1], 1, out=lines[1:])

    def cells(column: int) -> Cells:
        starts = grid[:, column - 1] + 1 if column else lines
        return Cells(starts, grid[:, column] - starts)

    return Fields(lines, ends, cells(layout.query), cells(layout.document), cells(layout.value))


def _occurs(text: Text, code: int) -> int:
    return int(np.count_nonzero(text.codes == code))


def _no_comments(text: Text, fields: Fields) -> bool:
    starts = fields.lines
    return not ((text.codes[starts] == _COMMENT) | (text.codes[starts] <= _BLANK)).any()


def _irregular(text: Text, layout: Layout) -> Fields | list[BadLine]:
    """Return the fields between any runs of blanks; blank lines and comments are no lines."""
    codes = text.content
    blank = (codes == _BLANK) | ((codes >= _TAB) & (codes <= _RETURN))
    edges = np.flatnonzero(np.diff(blank, prepend=True, append=True))
    starts, ends = edges[::2], edges[1::2]
    newlines = np.flatnonzero(codes == _NEWLINE)
    line = np.searchsorted(newlines, starts)
    count = np.bincount(line, minlength=len(newlines))
    first = np.cumsum(count) - count
    wanted = count > 0
    wanted[wanted] = codes[starts[first[wanted]]] != _COMMENT
    bad = wanted & ((count < layout.columns) if layout.extra else (count != layout.columns))
    # Alone, it is the line end of another time: taken for a blank, it would hide lines.
    alone = np.flatnonzero((codes[:-1] == _RETURN) & (codes[1:] > _BLANK))
    bad[np.searchsorted(newlines, alone)] = True
    if bad.any():
        return _bad_lines(text, newlines, np.flatnonzero(bad), count)
    first, starts, ends = first[wanted], starts + len(PAD), ends + len(PAD)

    def cells(column: int) -> Cells:
        place = first + column
        return Cells(starts[place], ends[place] - starts[place])

    columns = (cells(layout.query), cells(layout.document), cells(layout.value))
    return Fields(starts[first], ends[first + layout.columns - 1], *columns)


def _by_line(text: Text, layout: Layout) -> list[BadLine]:
    codes = text.content
    newlines = np.flatnonzero(codes == _NEWLINE)
    places = np.flatnonzero(codes == layout.separator)
    count = np.bincount(np.searchsorted(newlines, places), minlength=len(newlines)) + 1
    return _bad_lines(text, newlines, np.flatnonzero(count != layout.columns), count)


def _bad_lines(
    text: Text, newlines: Ints, numbers: Ints, count: NDArray[np.int64]
) -> list[BadLine]:
    found = []
    for number in numbers[:_SHOWN].tolist():
        start = int(newlines[number - 1]) + 1 if number else 0
        content = text.field(start + len(PAD), int(newlines[number]) - start)
        found.append(BadLine(number, content, int(count[number])))
    return found

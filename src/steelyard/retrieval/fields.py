"""Lines to fields without a loop: where each field of each line starts and ends."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.retrieval.words import PAD, Ints, Text

_NEWLINE, _BLANK, _TAB, _COMMENT = 10, 32, 9, ord("#")
_SHOWN = 5


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


class Fields(NamedTuple):
    """Where the fields of the well-formed lines are, one row per line."""

    starts: Ints
    ends: Ints

    def column(self, number: int) -> tuple[Ints, Ints]:
        """Return starts and lengths of one column."""
        starts = self.starts[:, number]
        return starts, self.ends[:, number] - starts


class BadLine(NamedTuple):
    """A line that does not have its fields; `number` counts from 0 in the text."""

    number: int
    content: bytes
    fields: int


def split(text: Text, layout: Layout) -> Fields | list[BadLine]:
    """Return the fields of every line, or the first lines that are malformed."""
    if layout.separator is None:
        separators = np.flatnonzero(text.content <= _BLANK) + len(PAD)
        return _regular(text, layout, separators) or _irregular(text, layout)
    content = text.content
    places = np.flatnonzero((content == layout.separator) | (content == _NEWLINE)) + len(PAD)
    return _regular(text, layout, places) or _by_line(text, layout)


def _regular(text: Text, layout: Layout, separators: Ints) -> Fields | None:
    """Return the fields if every line has just its separators, one between each two fields."""
    width = layout.columns
    if len(separators) % width:
        return None
    grid = separators.reshape(-1, width)
    allowed = (_BLANK, _TAB) if layout.separator is None else (layout.separator,)
    # Line ends are just where they belong, and everything else there is of the allowed kind.
    if (
        _occurs(text, _NEWLINE) != len(grid)
        or sum(_occurs(text, code) for code in allowed) != len(grid) * (width - 1)
        or not (text.codes[grid[:, -1]] == _NEWLINE).all()
    ):
        return None
    flat = np.empty(len(separators), np.int64)
    flat[:1] = len(PAD)
    np.add(separators[:-1], 1, out=flat[1:])
    starts: Ints = flat.reshape(-1, width)
    if layout.separator is None and not ((grid > starts).all() and _no_comments(text, starts)):
        return None
    return Fields(starts, grid)


def _occurs(text: Text, code: int) -> int:
    return int(np.count_nonzero(text.content == code))


def _no_comments(text: Text, starts: Ints) -> bool:
    return not (text.codes[starts[:, 0]] == _COMMENT).any()


def _irregular(text: Text, layout: Layout) -> Fields | list[BadLine]:
    """Return the fields between any runs of blanks; blank lines and comments are no lines."""
    codes = text.content
    blank = (codes == _BLANK) | ((codes >= _TAB) & (codes <= 13))
    edges = np.flatnonzero(np.diff(blank, prepend=True, append=True))
    starts, ends = edges[::2], edges[1::2]
    newlines = np.flatnonzero(codes == _NEWLINE)
    line = np.searchsorted(newlines, starts)
    count = np.bincount(line, minlength=len(newlines))
    first = np.cumsum(count) - count
    wanted = count > 0
    wanted[wanted] = codes[starts[first[wanted]]] != _COMMENT
    bad = wanted & ((count < layout.columns) if layout.extra else (count != layout.columns))
    if bad.any():
        return _bad_lines(text, newlines, np.flatnonzero(bad), count)
    place = first[wanted][:, None] + np.arange(layout.columns)
    return Fields(starts[place] + len(PAD), ends[place] + len(PAD))


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

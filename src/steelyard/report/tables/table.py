"""`Table`: rows with typed cells, for every rendering that has tables: pages and workbooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple, TypeAlias

from steelyard.model import Words


class Quantity(NamedTuple):
    """A number with its unit; a proportion has the unit "" and is shown as percent.

    `signed` marks a difference, which is shown with its sign.
    """

    value: float | None
    unit: str = ""
    signed: bool = False


class Span(NamedTuple):
    """An interval; one column in a page, two in a workbook."""

    low: float | None
    high: float | None
    unit: str = ""
    signed: bool = False


class Tone(NamedTuple):
    """A word with a verdict: `good`, `bad`, `warn` or `calm`."""

    said: Words
    tone: Literal["good", "bad", "warn", "calm"]


class Link(NamedTuple):
    """A text that leads to another place of the page; in a workbook only the text."""

    said: str
    address: str


class Chance(NamedTuple):
    """A p-value."""

    value: float | None


Cell: TypeAlias = (
    str | int | float | bool | datetime | Words | Quantity | Span | Tone | Link | Chance | None
)
"""A plain `float` is a number without a unit; a plain `str` is nobody's word but its author's."""


Kind: TypeAlias = Literal["text", "number", "span", "long", "aside", "detail"]


def moment(iso: str) -> datetime | str:
    """Return a point in time as a cell; a text that is none stays as it is."""
    try:
        return datetime.fromisoformat(iso)
    except ValueError:
        return iso


class Column(NamedTuple):
    """A heading, and what stands under it.

    `span` is a column of intervals, `long` of texts. A page puts an `aside` under the first cell of
    the row and leaves a `detail` to the workbook.
    """

    title: Words
    kind: Kind = "number"


@dataclass(frozen=True)
class Table:
    """One table.

    Attributes:
        id: its anchor in a page.
        title: its heading, and the name of its sheet.
        columns: what the cells of a row are.
        rows: as many cells as there are columns; may be made on the way, and read once.
        hint: how to read it.
        note: what a reader should know after it.
    """

    id: str
    title: Words
    columns: Sequence[Column]
    rows: Iterable[Sequence[Cell]]
    hint: Words | None = None
    note: Words | None = None

"""How measures go together, in a terminal; readable without colour.

Untrusted text is made visible first and enters as plain `Text`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from steelyard.i18n import pick
from steelyard.model import Words
from steelyard.report.correlation.document import headline, notes, parts
from steelyard.report.correlation.relations import relation_table
from steelyard.report.correlation.table import Cell, Table
from steelyard.report.terminal_style import say, table_of, title
from steelyard.report.text import one_line

if TYPE_CHECKING:
    from rich.console import Console

    from steelyard.analysis.correlation import Correlation
    from steelyard.report.content import RunReport

_NAMES, _CELL = 24, 7  # columns that names and one cell of the matrix take
_FIRST, _WORDS = 16, 16  # columns that names and remarks get at least, if they need them


def terminal(found: Correlation, console: Console, *, everything: bool = False) -> None:
    """Print the analysis on `console` in the current language.

    Args:
        found: the analysis.
        console: where to.
        everything: all pairs; otherwise the closest.
    """
    console.print(Text(pick(headline(found)), style="bold"))
    for note in notes(found):
        say(console, pick(note))
    room = max(2, (console.width - _NAMES) // _CELL)
    for heading, part in parts(found, everything=everything, most=room):
        if isinstance(part, Table):
            print_table(part, console, heading)
            continue
        if heading is not None:
            title(console, one_line(pick(heading)))
        for remark in part:
            say(console, one_line(pick(remark), 600), style="")


def print_correlation(report: RunReport, console: Console, *, everything: bool) -> None:
    """Print the relations of a run, for readers who want everything."""
    if not everything or report.correlation is None:
        return
    for relations in report.correlation.relations:
        print_table(relation_table(relations), console)


def print_table(part: Table, console: Console, heading: Words | None = None) -> None:
    """Print a table under its title."""
    named = pick(part.title)
    if heading is not None:
        named = f"{named} · {one_line(pick(heading), 60)}"
    title(console, named, hint=pick(part.hint) if part.hint else "")
    first, *others = (_text(cell) for cell in part.headings)
    table = table_of(first)
    table.columns[0].min_width = _FIRST
    for at, (heading_, side) in enumerate(zip(others, part.sides[1:], strict=True), 1):
        # Numbers stay on one line; words may take more, where a terminal is narrow.
        table.add_column(
            Text(heading_),  # an environment may be called anything
            justify="right" if side == "r" else "left",
            no_wrap=side == "r",
            overflow="fold",
            min_width=None if side == "r" else min(_WORDS, _longest(part, at)),
        )
    for row in part.rows:
        table.add_row(*(Text(_text(cell)) for cell in row))
    console.print(table)
    if part.more is not None:
        say(console, pick(part.more))


def _longest(part: Table, at: int) -> int:
    return max(cell_len(_text(row[at])) for row in (part.headings, *part.rows))


def _text(cell: Cell) -> str:
    return one_line(pick(cell) if isinstance(cell, Words) else cell, 300)

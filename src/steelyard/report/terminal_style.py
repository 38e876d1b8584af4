"""What the parts of the terminal report share: tables, bars, words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from steelyard.i18n import pick
from steelyard.report import wording

if TYPE_CHECKING:
    from rich.console import Console

    from steelyard.model import Words

WIDE = 104  # columns from which the bars fit beside the numbers
_BAR = 20


def word(key: str, **values: object) -> str:
    """Return a sentence of the report in the current language."""
    return pick(wording.words(key, **values))


def say(console: Console, text: str, *, style: str = "dim") -> None:
    """Print a line set in from the left."""
    console.print(Padding(Text(text, style=style), (0, 0, 0, 2), expand=False))


def with_source(hint: str, source: Words | None) -> str:
    """Return how to read a table, and where its numbers come from."""
    return hint if source is None else f"{hint} · {pick(source)}"


def say_source(console: Console, line: Words | None) -> None:
    """Print where the numbers of a table come from; nothing where there are none."""
    if line is not None:
        say(console, pick(line))


def title(console: Console, text: str, *, hint: str = "") -> None:
    """Print an empty line and the title of a part."""
    console.print()
    console.print(Text.assemble((text, "bold"), (f" · {hint}" if hint else "", "dim")))


def table_of(first: str, *others: str) -> Table:
    """Return a table whose first column holds names and whose others hold numbers."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_edge=False)
    table.add_column(first, overflow="fold", min_width=8)
    for heading in others:
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    return table


def bar_text(value: float | None, low: float | None, high: float | None, top: float | None) -> str:
    """Return a value and its interval drawn on a line from 0 to `top`."""
    if value is None or top is None or top <= 0:
        return ""
    cells = ["·"] * _BAR

    def at(x: float) -> int:
        return min(_BAR - 1, max(0, int(x / top * _BAR)))

    if low is not None and high is not None:
        for cell in range(at(low), at(high) + 1):
            cells[cell] = "━"
    cells[at(value)] = "●"
    return "".join(cells)

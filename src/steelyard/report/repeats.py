"""Cases asked several times: how often some of k answers is right, and how often all are.

One function per rendering; all show the same lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from steelyard.report import wording
from steelyard.report.markdown_text import table, word
from steelyard.report.numbers import interval_text, value_text
from steelyard.report.tables.table import Column, Quantity, Span, Table
from steelyard.report.terminal_style import table_of, title

if TYPE_CHECKING:
    from rich.console import Console

    from steelyard.report.content import Repeat, RunReport


def print_repeats(report: RunReport, console: Console) -> None:
    """Print the lines; nothing when every case was asked once."""
    if not report.repeats:
        return
    interval = word("interval", confidence=wording.confidence_text(report))
    title(console, word("repeats"), hint=word("repeats_hint"))
    shown = table_of("k", "pass@k", interval, "pass^k", interval)
    for one in report.repeats:
        shown.add_row(*(Text(cell) for cell in _cells(one)))
    console.print(shown)


def repeat_lines(report: RunReport) -> list[str]:
    """Return the lines in Markdown."""
    if not report.repeats:
        return []
    interval = word("interval", confidence=wording.confidence_text(report))
    head = ["k", "pass@k", interval, "pass^k", interval]
    body = [_cells(one) for one in report.repeats]
    return [f"## {word('repeats')}", "", word("repeats_hint"), "", *table(head, body, "rrrrr")]


def repeat_table(report: RunReport) -> Table:
    """Return the lines with typed cells."""
    interval = wording.words("interval", confidence=wording.confidence_text(report))
    plain = [wording.words(f"repeats_{name}") for name in ("k", "some", "all")]
    columns = (
        Column(plain[0]),
        Column(plain[1]),
        Column(interval, "span"),
        Column(plain[2]),
        Column(interval, "span"),
    )
    rows = [
        (
            one.k,
            Quantity(one.some.value),
            Span(one.some.ci_low, one.some.ci_high),
            Quantity(one.all.value),
            Span(one.all.ci_low, one.all.ci_high),
        )
        for one in report.repeats
    ]
    return Table("repeats", wording.words("repeats"), columns, rows)


def _cells(one: Repeat) -> list[str]:
    cells = [str(one.k)]
    for rate in (one.some, one.all):
        cells += [value_text(rate.value, "%"), interval_text(rate.ci_low, rate.ci_high, "%")]
    return cells

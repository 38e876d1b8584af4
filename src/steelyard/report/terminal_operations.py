"""What stands beside the score, in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from steelyard.i18n import pick
from steelyard.report import beside, wording
from steelyard.report.numbers import count_text, interval_text, value_text
from steelyard.report.terminal_style import (
    WIDE,
    bar_text,
    say,
    table_of,
    title,
    with_source,
    word,
)
from steelyard.report.text import one_line

if TYPE_CHECKING:
    from rich.console import Console

    from steelyard.report.content import RunReport


def print_panel(report: RunReport, console: Console) -> None:
    """Print the panel of the scorecard."""
    lines = beside.panel_lines(report)
    if not lines:
        return
    wide = console.width >= WIDE
    interval = word("interval", confidence=wording.confidence_text(report))
    hint = with_source(word("operations.panel_hint"), beside.panel_source(report))
    title(console, word("operations.panel"), hint=hint)
    table = table_of(word("indicator"), word("value"), interval, *([""] if wide else []), "n")
    for line in lines:
        table.add_row(*_cells(line, wide=wide))
    console.print(table)
    for line in lines:
        if line.value is None and (why := pick(line.why)):
            name, text = one_line(pick(line.name), 60), one_line(why, 300)
            say(console, word("named", name=name, text=text))


def print_adc(report: RunReport, console: Console) -> None:
    """Print start states, what they lead to and what that is worth."""
    adc = beside.adc_of(report)
    if adc is None:
        return
    hint = with_source(word("operations.adc_hint"), beside.adc_source(report))
    title(console, word("operations.adc"), hint=hint)
    heads = [pick(heading) for heading in beside.end_headings()]
    table = table_of(
        word("operations.start"), word("operations.available"), *heads, word("operations.runs")
    )
    for start in adc.starts:
        ends = start.ends or (None,) * len(heads)
        name = pick(beside.state_words(start.state))
        shares = [value_text(share, "%") for share in (start.available, *ends)]
        table.add_row(name, *shares, count_text(start.n))
    table.add_section()
    ended = adc.ends or (None,) * len(heads)
    for key, cells in (("end_states", ended), ("capability", adc.capability)):
        summed = [Text(value_text(share, "%"), style="bold") for share in cells]
        table.add_row(word(f"operations.{key}"), "", *summed, "")
    console.print(table)
    say(console, pick(beside.adc_words(adc)))


def _cells(line: beside.Line, *, wide: bool) -> list[Text]:
    name = one_line(pick(line.name), 60)
    drawn = bar_text(line.value, line.ci_low, line.ci_high, 1.0)
    return [
        Text(f"{'  ' * line.depth}{name}", style="dim" if line.depth else ""),
        Text(value_text(line.value, line.unit), style="" if line.depth else "bold"),
        Text(interval_text(line.ci_low, line.ci_high, line.unit)),
        *([Text(drawn)] if wide else []),
        Text(count_text(line.n)),
    ]

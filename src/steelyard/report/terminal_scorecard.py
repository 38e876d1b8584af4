"""The scorecard, the indicators and what could not be computed, in a terminal."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from rich.text import Text

from steelyard.i18n import pick
from steelyard.report import outline, wording
from steelyard.report.numbers import count_text, interval_text, value_text
from steelyard.report.terminal_style import WIDE, bar_text, say, table_of, title, word
from steelyard.report.text import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from steelyard.analysis.generalisation import Lack
    from steelyard.report.content import Indicator, Part, RunReport


def print_scorecard(report: RunReport, console: Console) -> None:
    """Print what the overall score is made of, down to the dimensions."""
    rows = outline.part_rows(report)
    if not rows:
        return
    wide = console.width >= WIDE
    interval = word("interval", confidence=wording.confidence_text(report))
    console.print()
    table = table_of(word("part"), word("score"), interval, *([""] if wide else []))
    for heading in (word("weight"), word("covered"), *([word("counts_for")] if wide else [])):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column(word("source"), no_wrap=True)
    for depth, part in rows:
        table.add_row(*_part_cells(depth, part, wide=wide))
    console.print(table)


def print_indicators(report: RunReport, console: Console, *, everything: bool) -> None:
    """Print the indicators by kind; without `everything`, those a first look needs."""
    if not report.indicators:
        console.print()
        console.print(Text(word("no_indicators")))
        return
    shown = list(report.indicators) if everything else outline.main_indicators(report)
    if shown:
        _indicator_table(report, shown, console)
    if more := len(report.indicators) - len(shown):
        say(console, word("more_indicators", n=more))
    for why, names in _reasons(shown).items():
        said = word("named", name=word("and_also").join(names), text=one_line(why, 300))
        say(console, said)


def print_not_computed(report: RunReport, console: Console, *, everything: bool) -> None:
    """Print what was not computed: one line, or with `everything` what each indicator needs."""
    weighed, others = outline.lacks(report)
    if not weighed and not others:
        return
    if not everything:
        counts = {"weighed": outline.lack_count(weighed), "others": outline.lack_count(others)}
        console.print()
        console.print(Text(word("not_computed_line", **counts), style="dim"))
        return
    title(console, word("not_computed"), hint=word("not_computed_hint"))
    _lacks(weighed, console)
    if others:
        console.print(Text(word("beyond_scorecard", n=outline.lack_count(others)), style="dim"))
        _lacks(others, console)


def _part_cells(depth: int, part: Part, *, wide: bool) -> list[Text]:
    source = ""
    if part.score is not None:
        source = pick(wording.part_source(part))
    return [
        Text("  " * depth + one_line(pick(part.name), 60), style="" if depth else "bold"),
        Text(value_text(part.score, "%"), style="bold"),
        Text(interval_text(part.ci_low, part.ci_high, "%")),
        *([Text(bar_text(part.score, part.ci_low, part.ci_high, 1.0))] if wide else []),
        Text(value_text(part.weight, "%")),
        Text(value_text(part.coverage, "%")),
        *([Text(value_text(part.share, "%"))] if wide else []),
        Text(source),
    ]


def _indicator_table(report: RunReport, shown: Sequence[Indicator], console: Console) -> None:
    wide = console.width >= WIDE
    interval = word("interval", confidence=wording.confidence_text(report))
    console.print()
    table = table_of(word("indicator"), word("value"), interval, *([""] if wide else []), "n")
    if wide:
        table.add_column(word("missing"), justify="right", no_wrap=True)
    table.add_column(word("status"), no_wrap=True)
    table.add_column(word("source"), no_wrap=True)
    for family in outline.families(shown):
        top = outline.scale_top(family.indicators)
        if family.first:
            table.add_row(Text(one_line(pick(family.kind), 60), style="bold"))
        for indicator in family.indicators:
            table.add_row(*_cells(indicator, top, wide=wide))
    console.print(table)


def _cells(indicator: Indicator, top: float | None, *, wide: bool) -> list[Text]:
    i = indicator
    bar = bar_text(i.value, i.ci_low, i.ci_high, top) if outline.drawable(i) else ""
    return [
        Text(f"  {one_line(pick(i.name), 60)}"),
        Text(value_text(i.value, i.unit), style="bold"),
        Text(interval_text(i.ci_low, i.ci_high, i.unit)),
        *([Text(bar)] if wide else []),
        Text(count_text(i.n)),
        *([Text(count_text(i.n_missing))] if wide else []),
        Text(
            pick(wording.known_words("status", i.status)),
            style="" if i.status == "ok" else "yellow",
        ),
        Text(pick(wording.known_words("provenance", i.provenance))),
    ]


def _reasons(shown: Sequence[Indicator]) -> dict[str, list[str]]:
    """Return what is to be said about indicators, each thing once, with whom it is about."""
    reasons: dict[str, list[str]] = {}
    for indicator in shown:
        why = pick(wording.reason(indicator))
        if why and (indicator.value is None or indicator.notes):
            reasons.setdefault(why, []).append(one_line(pick(indicator.name), 60))
    return reasons


def _lacks(found: Sequence[Lack], console: Console) -> None:
    for name, lacks in groupby(found, key=outline.lack_part):
        say(console, one_line(pick(name), 60), style="bold")
        for lack in lacks:
            about = one_line(pick(outline.lack_names(lack)))
            needs = one_line(pick(wording.lack_words(lack)), 600)
            say(console, word("named", name=f"  {about}", text=needs), style="")

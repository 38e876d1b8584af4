"""Scenes, domains and kinds of scene in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from steelyard.i18n import pick
from steelyard.report import outline, wording
from steelyard.report.numbers import (
    NOTHING,
    count_text,
    interval_text,
    points_interval_text,
    points_text,
    value_text,
)
from steelyard.report.scene_sentences import scene_sentences
from steelyard.report.sources import group_source
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

    from steelyard.analysis.generalisation import Place, Rate, SceneKind
    from steelyard.report.content import RunReport

_SHOWN = 5


def print_kinds(report: RunReport, console: Console) -> None:
    """Print known, other and unknown scenes side by side."""
    kinds = report.generalisation.kinds
    if not kinds:
        return
    wide = console.width >= WIDE
    interval = word("interval", confidence=wording.confidence_text(report))
    title(console, word("kinds"), hint=with_source(word("kinds_hint"), group_source(kinds)))
    table = table_of(word("scenes"), "n", word("completion"), interval, word("gap"), word("kept"))
    for kind in kinds:
        table.add_row(*_kind_cells(kind, wide=wide))
    console.print(table)


def print_places(report: RunReport, console: Console, *, everything: bool) -> None:
    """Print scenes and domains, the weakest first; without `everything` only a few of each."""
    wide = console.width >= WIDE
    interval = word("interval", confidence=wording.confidence_text(report))
    for column, lines in report.generalisation.places.items():
        hint = with_source(word("places_order"), group_source(lines))
        title(console, pick(outline.column_words(column)), hint=hint)
        table = table_of(word("group"), word("completion"), interval, *([""] if wide else []), "n")
        table.add_column(word("accuracy"), justify="right", no_wrap=True)
        table.add_column("", no_wrap=True)
        shown = lines if everything else lines[:_SHOWN]
        for place in shown:
            table.add_row(*_place_cells(place, wide=wide))
        console.print(table)
        if more := len(lines) - len(shown):
            say(console, word("more_groups", n=more))
        if column == "scene" and everything:  # of the first screen, findings tell the most of it
            for sentence in scene_sentences(report.generalisation):
                say(console, pick(sentence), style="")


def _kind_cells(kind: SceneKind, *, wide: bool) -> list[Text]:
    done = kind.completion
    return [
        Text(pick(wording.known_words("scenes", kind.kind))),
        Text(count_text(done.n)),
        Text(value_text(done.value, "%"), style="bold"),
        Text(interval_text(done.ci_low, done.ci_high, "%")),
        Text(_change(kind.gap, signed=True, wide=True)),
        Text(_change(kind.retention, signed=False, wide=wide)),
    ]


def _change(rate: Rate | None, *, signed: bool, wide: bool) -> str:
    if rate is None:
        return ""
    if rate.value is None:
        return NOTHING
    if signed:
        shown, interval = points_text(rate.value), points_interval_text(rate.ci_low, rate.ci_high)
    else:
        shown = value_text(rate.value, "%")
        interval = interval_text(rate.ci_low, rate.ci_high, "%")
    return f"{shown} {interval if wide else ''}".rstrip()


def _place_cells(place: Place, *, wide: bool) -> list[Text]:
    done = place.completion
    return [
        Text(one_line(pick(outline.group_words(place.name)), 48)),
        Text(value_text(done.value, "%"), style="bold"),
        Text(interval_text(done.ci_low, done.ci_high, "%")),
        *([Text(bar_text(done.value, done.ci_low, done.ci_high, 1.0))] if wide else []),
        Text(count_text(done.n)),
        Text(value_text(place.accuracy.value, "%")),
        Text(word("few") if place.few else "", style="yellow"),
    ]

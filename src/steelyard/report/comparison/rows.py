"""The tables of a comparison as plain text, for every renderer that has rows and columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from steelyard.i18n import pick, t
from steelyard.model import Words
from steelyard.report import outline
from steelyard.report.comparison.changes import (
    amount_text,
    change_text,
    interval_text,
    ratio_text,
)
from steelyard.report.comparison.sentences import name_of
from steelyard.report.numbers import (
    NOTHING,
    confidence_text,
    count_text,
    p_text,
    points_interval_text,
    scale_of,
    value_text,
)
from steelyard.report.sources import difference_source, source_line
from steelyard.report.text import one_line
from steelyard.report.wording import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from steelyard.analysis.comparison import (
        AgainstBase,
        Comparison,
        Difference,
        Slice,
        Usage,
        Verdict,
    )

_MOST_SLICES = 8
_MOST_OTHERS = 6


class Section(NamedTuple):
    """A table: its title, a hint, headings, rows, and a line below.

    Attributes:
        verdicts: of each row, for colour; the words are in the row as well.
        right: whether each column is of numbers.
        source: where the numbers come from.
    """

    title: str
    hint: str
    head: list[str]
    rows: list[list[str]]
    verdicts: list[Verdict]
    right: list[bool]
    below: str = ""
    source: str = ""


def overview(comparison: Comparison) -> Section | None:
    """Return all runs in one table; None when there is only one against the base."""
    if len(comparison.runs) < 2:
        return None
    heads = ["run", "base", "new", "change", "interval", "p", "fixed", "broken", "verdict"]
    rows = []
    for run in comparison.runs:
        flips = run.flips
        rows.append(
            [
                name_of(run.run.label),
                *_numbers(run.first),
                NOTHING if flips is None else count_text(flips.fixed),
                NOTHING if flips is None else count_text(flips.broken),
                verdict_text(run.first),
            ]
        )
    verdicts: list[Verdict] = [run.first.verdict for run in comparison.runs]
    title = t("comparison.all_runs", base=name_of(comparison.base.label))
    found = Section(title, "", _heads(comparison, heads), rows, verdicts, _right(heads))
    labels = (name_of(run.run.label) for run in comparison.runs)
    firsts = [run.first for run in comparison.runs]
    return found._replace(source=_source((Words(label, label) for label in labels), firsts))


def scores(comparison: Comparison, run: AgainstBase) -> Section:
    """Return the overall score and the dimensions that are defined."""
    first = [] if run.headline is None else [run.headline]
    shown = [*first, run.overall, *(one for one in run.dimensions if one.value is not None)]
    return _differences(comparison, t("comparison.scores"), shown, "score")


def indicators(comparison: Comparison, run: AgainstBase, *, everything: bool) -> Section:
    """Return the scorecard's indicators, and of the others those that changed most clearly."""
    weighed = [one for one in run.indicators if one.in_scorecard]
    others = [one for one in run.indicators if not one.in_scorecard]
    below = ""
    if not everything:
        clear = [one for one in others if one.verdict in ("better", "worse")]
        shown = {one.id for one in sorted(clear, key=lambda one: one.p or 0.0)[:_MOST_OTHERS]}
        if hidden := len(others) - len(shown):
            below = t("comparison.more_indicators", n=hidden)
        others = [one for one in others if one.id in shown]
    title = t("comparison.indicators")
    return _differences(comparison, title, [*weighed, *others], "indicator")._replace(below=below)


def passes(comparison: Comparison, run: AgainstBase) -> Section | None:
    """Return pass@k and pass^k; None without epochs."""
    if not run.passes:
        return None
    found = _differences(comparison, t("comparison.passes"), run.passes, "passes")
    return found._replace(hint=t("comparison.passes_hint"))


def slices(comparison: Comparison, run: AgainstBase, *, everything: bool) -> list[Section]:
    """Return a table for every column that was broken down by."""
    found = []
    for column, groups in run.groups.items():
        shown = groups if everything else groups[:_MOST_SLICES]
        what = t(f"comparison.slice_{run.slice_of}")
        section = _of_slices(comparison, pick(outline.column_words(column)), shown)
        below = t("comparison.more_groups", n=more) if (more := len(groups) - len(shown)) else ""
        found.append(section._replace(hint=t("comparison.worst_first", what=what), below=below))
    return found


def usage(comparison: Comparison, run: AgainstBase) -> Section | None:
    """Return latency, cost and tokens; None when neither is known of both runs."""
    if not run.spent:
        return None
    paired = run.pairing.paired
    reach = "typical" if paired else "interval"
    heads = ["usage", "base", "new", "change", reach, "total", "verdict"]
    rows = [_usage_row(one, paired=paired) for one in run.spent]
    verdicts: list[Verdict] = [one.verdict for one in run.spent]
    hint = t("comparison.usage_hint") if paired else ""
    title = t("comparison.usage")
    found = Section(title, hint, _heads(comparison, heads), rows, verdicts, _right(heads))
    names = (words(f"comparison.usage_{one.id}") for one in run.spent)
    return found._replace(source=_source(names, run.spent))


def verdict_text(found: Difference | Usage) -> str:
    """Return a verdict in words, with a mark that needs no colour; sources that differ are said."""
    said = t(f"comparison.verdict_{found.verdict}")
    if found.sources.differ and found.verdict in ("better", "worse"):
        return t("comparison.verdict_and_sources", verdict=said)
    return said


def _differences(
    comparison: Comparison, title: str, shown: Sequence[Difference], first: str
) -> Section:
    heads = [first, "base", "new", "change", "interval", "p", "verdict"]
    rows = [
        [
            f"{'  ' * one.depth}{one_line(pick(one.name), 60)}",
            *_numbers(one),
            verdict_text(one),
        ]
        for one in shown
    ]
    verdicts: list[Verdict] = [one.verdict for one in shown]
    found = Section(title, "", _heads(comparison, heads), rows, verdicts, _right(heads))
    return found._replace(source=_source((one.name for one in shown), shown))


def _of_slices(comparison: Comparison, title: str, shown: Sequence[Slice]) -> Section:
    heads = ["group", "base", "new", "change", "interval", "p", "n", "verdict"]
    rows, found = [], [one.difference for one in shown]
    for one, inside in zip(shown, found, strict=True):
        name = one_line(pick(outline.group_words(one.group)), 60)
        rows.append([name, *_numbers(inside), count_text(inside.n), verdict_text(inside)])
    verdicts: list[Verdict] = [one.verdict for one in found]
    made = Section(title, "", _heads(comparison, heads), rows, verdicts, _right(heads))
    return made._replace(source=_source((one.name for one in found), found))


def _source(names: Iterable[Words], found: Iterable[Difference | Usage]) -> str:
    """Return where the numbers of a table come from, in one line."""
    named = ((name, difference_source(one)) for name, one in zip(names, found, strict=True))
    line = source_line(named)
    return "" if line is None else pick(line)


def _numbers(one: Difference) -> list[str]:
    scale = scale_of(one.unit, one.base, one.new)
    base, new, value, low, high = map(
        scale.of, (one.base, one.new, one.value, one.ci_low, one.ci_high)
    )
    return [
        value_text(base, scale.unit),
        value_text(new, scale.unit),
        change_text(value, scale.unit),
        interval_text(low, high, scale.unit),
        p_text(one.p if one.p_adjusted is None else one.p_adjusted),
    ]


def _usage_row(one: Usage, *, paired: bool) -> list[str]:
    typical = ratio_text(one.ratio)
    if one.ratio_low is not None and one.ratio_high is not None and one.ratio_low < one.ratio_high:
        typical += f" {points_interval_text(one.ratio_low - 1, one.ratio_high - 1)}"
    total = NOTHING
    if one.base_total is not None and one.new_total is not None:
        before, after = (amount_text(end, one.unit) for end in (one.base_total, one.new_total))
        total = f"{before} → {after}"
    scale = scale_of(one.unit, one.base, one.new)
    base, new, value, low, high = map(
        scale.of, (one.base, one.new, one.value, one.ci_low, one.ci_high)
    )
    unit = scale.unit if one.unit == "s" else "count"
    return [
        t(f"comparison.usage_{one.id}"),
        amount_text(base, scale.unit),
        amount_text(new, scale.unit),
        change_text(value, unit),
        typical if paired else interval_text(low, high, unit),
        total,
        verdict_text(one),
    ]


def _heads(comparison: Comparison, names: Sequence[str]) -> list[str]:
    confidence = confidence_text(comparison.confidence)
    return [t(f"comparison.head_{name}", confidence=confidence) for name in names]


def _right(heads: Sequence[str]) -> list[bool]:
    return [at > 0 and name != "verdict" for at, name in enumerate(heads)]

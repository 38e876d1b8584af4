"""The report in a terminal: one screen, aligned, readable without colour.

Untrusted text is made visible first and enters as plain `Text`: it is never read as markup and
carries no escape sequence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from steelyard.i18n import pick
from steelyard.report import outline, wording
from steelyard.report.numbers import (
    NOTHING,
    count_text,
    duration_text,
    interval_text,
    seconds_text,
    value_text,
)
from steelyard.report.text import one_line

if TYPE_CHECKING:
    from rich.console import Console

    from steelyard.report.content import Indicator, RunReport

_WIDE = 104  # columns from which the bars fit beside the numbers
_BAR = 20
_SHOWN_GROUPS = 8
_SHOWN_FAILURES = 6
_SHOWN_NOTES = 5
_LEVELS = "▁▂▃▄▅▆▇█"


def terminal(report: RunReport, console: Console) -> None:
    """Print the report on `console` in the current language."""
    wide = console.width >= _WIDE
    _headline(report, console)
    _indicators(report, console, wide=wide)
    _breakdowns(report, console, wide=wide)
    _latency(report, console)
    _failures(report, console)
    _data_notes(report, console)


def _headline(report: RunReport, console: Console) -> None:
    run, overall, counts = report.run, report.overall, report.counts
    title = Text(wording.run_name(report), style="bold")
    if run.get("state"):
        title.append(f" · {pick(wording.known_words('state', run['state']))}", style="not bold")
    console.print(title)
    dataset = run.get("dataset") or {}
    took = duration_text(run.get("duration_s"))
    weighed = [_agent_name(report), one_line(str(dataset.get("path") or NOTHING), 60)]
    went = [
        _word("answered_line", ok=count_text(counts.ok), rows=count_text(counts.rows)),
        _word("answers_line", error=counts.error, timeout=counts.timeout),
        took,
    ]
    for said in (weighed, went):
        console.print(Text(" · ".join(said), style="dim"))
    if run.get("state") not in (None, "finished"):
        console.print(Text(_word("partial"), style="yellow"))
    console.print()
    score = value_text(overall.score, "%") if overall else NOTHING
    line = Text.assemble((f"{_word('overall')}  ", ""), (score, "bold"))
    if overall and overall.score is not None:
        interval = interval_text(overall.ci_low, overall.ci_high, "%")
        bar = _bar_text(overall.score, overall.ci_low, overall.ci_high, 1.0)
        line.append(f"  {interval}  {bar}")
    console.print(line)
    for text in _overall_lines(report):
        console.print(Padding(Text(text, style="dim"), (0, 0, 0, 2), expand=False))
    _gates(report, console)


def _overall_lines(report: RunReport) -> list[str]:
    overall = report.overall
    if overall is None or overall.score is None:
        notes = overall.notes if overall else ()
        return [_word("no_overall_why"), *(one_line(note) for note in notes)]
    names = {indicator.id: indicator.name for indicator in report.indicators}
    lines = [one_line(pick(wording.rule_words(overall, names)), 600)] if overall.rule else []
    if overall.coverage is not None and overall.coverage < 1:
        lines.append(_word("coverage_line", coverage=value_text(overall.coverage, "%")))
    if overall.lo is not None and overall.hi is not None and overall.lo != overall.hi:
        low, high = value_text(overall.lo, "%"), value_text(overall.hi, "%")
        lines.append(_word("bounds_line", lo=low, hi=high))
    return [*lines, *(one_line(note) for note in overall.notes)]


def _gates(report: RunReport, console: Console) -> None:
    if not report.gates:
        return
    verdict = wording.verdict(report)
    style = "green" if verdict == "passed" else "red bold"
    console.print(Text.assemble(f"{_word('gates')}  ", (_word(f"verdict_{verdict}"), style)))
    for gate in report.gates:
        seen = pick(wording.observed_words(gate))
        mark = f"✓ {_word('gate_met')}" if gate.passed else f"✗ {_word('gate_failed')}"
        said = f"{mark} · {one_line(gate.text)} · {seen}"
        console.print(
            Padding(Text(said, style="" if gate.passed else "red"), (0, 0, 0, 2), expand=False)
        )


def _indicators(report: RunReport, console: Console, *, wide: bool) -> None:
    if not report.indicators:
        console.print()
        console.print(Text(_word("no_indicators")))
        return
    interval = _word("interval", confidence=wording.confidence_text(report))
    console.print()
    table = _table(_word("indicator"), _word("value"), interval, *([""] if wide else []), "n")
    if wide:
        table.add_column(_word("missing"), justify="right", no_wrap=True)
    table.add_column(_word("status"), no_wrap=True)
    table.add_column(_word("source"), no_wrap=True)
    for _, family in outline.families(report):
        top = outline.scale_top(family)
        for indicator in family:
            table.add_row(*_cells(indicator, top, wide=wide))
    console.print(table)
    for why, names in _reasons(report).items():
        said = _word("named", name=_word("and_also").join(names), text=one_line(why, 300))
        console.print(Padding(Text(said, style="dim"), (0, 0, 0, 2), expand=False))


def _reasons(report: RunReport) -> dict[str, list[str]]:
    """Return what is to be said about indicators, each thing once, with whom it is about."""
    reasons: dict[str, list[str]] = {}
    for indicator in report.indicators:
        why = pick(wording.reason(indicator))
        if why and (indicator.value is None or indicator.notes):
            reasons.setdefault(why, []).append(one_line(pick(indicator.name), 60))
    return reasons


def _cells(indicator: Indicator, top: float | None, *, wide: bool) -> list[Text]:
    i = indicator
    bar = _bar_text(i.value, i.ci_low, i.ci_high, top)
    return [
        Text(one_line(pick(i.name), 60)),
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


def _breakdowns(report: RunReport, console: Console, *, wide: bool) -> None:
    for breakdown in outline.breakdowns(report):
        shown = [item.shown for item in breakdown.slices if item.shown]
        top = outline.scale_top(shown) if shown else None
        title = pick(outline.column_words(breakdown.column))
        hint = pick(outline.plotted_words(breakdown, drawn=False))
        console.print()
        console.print(Text.assemble((title, "bold"), (f" · {one_line(hint)}", "dim")))
        interval = _word("interval", confidence=wording.confidence_text(report))
        table = _table(_word("group"), _word("value"), interval, *([""] if wide else []), "n")
        for item in breakdown.slices[:_SHOWN_GROUPS]:
            table.add_row(*_slice_cells(item, top, wide=wide))
        console.print(table)
        if (more := len(breakdown.slices) - _SHOWN_GROUPS) > 0:
            console.print(
                Padding(Text(_word("more_groups", n=more), style="dim"), (0, 0, 0, 2), expand=False)
            )


def _slice_cells(item: outline.Slice, top: float | None, *, wide: bool) -> list[Text]:
    shown = item.shown
    value = shown.value if shown else None
    unit = shown.unit if shown else ""
    low, high = (shown.ci_low, shown.ci_high) if shown else (None, None)
    return [
        Text(one_line(pick(outline.group_words(item.group.group)), 60)),
        Text(value_text(value, unit), style="bold"),
        Text(interval_text(low, high, unit)),
        *([Text(_bar_text(value, low, high, top))] if wide else []),
        Text(count_text(item.n)),
    ]


def _latency(report: RunReport, console: Console) -> None:
    total, first = report.latency.total, report.latency.first_token
    if total is None:
        return
    most = max(bar.count for bar in report.latency.bins)
    spark = "".join(_level(bar.count, most) for bar in report.latency.bins)
    marks = f"P50 {seconds_text(total.p50)} · P95 {seconds_text(total.p95)}"
    marks += f" · P99 {seconds_text(total.p99)}"
    line = Text.assemble((_word("latency"), "bold"), f"  {marks}  {spark}")
    console.print()
    console.print(line)
    if first is not None:
        said = (
            f"{_word('first_token')} P50 {seconds_text(first.p50)} · P95 {seconds_text(first.p95)}"
        )
        console.print(Padding(Text(said, style="dim"), (0, 0, 0, 2), expand=False))


def _failures(report: RunReport, console: Console) -> None:
    if not report.failures:
        return
    console.print()
    console.print(Text(_word("failures"), style="bold"))
    table = _table(_word("reason"), _word("count"), _word("share"))
    table.add_column(_word("case"), overflow="ellipsis", no_wrap=True)
    for group in report.failures[:_SHOWN_FAILURES]:
        cases = ", ".join(one_line(str(e.case_id or e.row), 24) for e in group.examples)
        table.add_row(
            Text(pick(wording.failure_words(group))),
            Text(count_text(group.count)),
            Text(value_text(group.count / report.counts.rows, "%")),
            Text(cases, style="dim"),
        )
    console.print(table)
    if (more := len(report.failures) - _SHOWN_FAILURES) > 0:
        console.print(Padding(Text(_word("more", n=more), style="dim"), (0, 0, 0, 2), expand=False))


def _data_notes(report: RunReport, console: Console) -> None:
    notes = outline.warnings(report)
    if rejected := outline.rejected(report):
        notes.insert(0, _word("rejected_line", n=count_text(rejected)))
    if not notes:
        return
    console.print()
    console.print(Text(_word("data_notes"), style="bold"))
    shown = notes[:_SHOWN_NOTES]
    if len(notes) > _SHOWN_NOTES:
        shown.append(_word("more", n=len(notes) - _SHOWN_NOTES))
    for note in shown:
        console.print(Padding(Text(note), (0, 0, 0, 2), expand=False))


def _table(first: str, *others: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_edge=False)
    table.add_column(first, overflow="fold", min_width=8)
    for title in others:
        table.add_column(title, justify="right" if title else "left", no_wrap=True)
    return table


def _bar_text(value: float | None, low: float | None, high: float | None, top: float | None) -> str:
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


def _level(count: int, most: int) -> str:
    if not count:
        return " "
    return _LEVELS[min(len(_LEVELS) - 1, count * len(_LEVELS) // (most + 1))]


def _agent_name(report: RunReport) -> str:
    facts = outline.agent_facts(report)
    return one_line(" ".join(fact.text for fact in facts[:2]), 60) if facts else NOTHING


def _word(key: str, **values: object) -> str:
    return pick(wording.words(key, **values))

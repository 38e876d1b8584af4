"""The report in a terminal: one screen, aligned, readable without colour.

Untrusted text is made visible first and enters as plain `Text`: it is never read as markup and
carries no escape sequence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from steelyard.i18n import pick
from steelyard.report import outline, wording
from steelyard.report.correlation import print_correlation
from steelyard.report.findings import (
    met_mark,
    print_difference_tests,
    print_findings,
    print_harm,
)
from steelyard.report.headline import headline_lines, headline_name
from steelyard.report.judging import warning_words
from steelyard.report.numbers import (
    NOTHING,
    count_text,
    duration_text,
    interval_text,
    seconds_text,
    value_text,
)
from steelyard.report.repeats import print_repeats
from steelyard.report.sources import breakdown_source, column_source, source_words
from steelyard.report.terminal_conditions import print_conditions
from steelyard.report.terminal_generalisation import print_kinds, print_places
from steelyard.report.terminal_operations import print_adc, print_panel
from steelyard.report.terminal_scorecard import (
    print_indicators,
    print_not_computed,
    print_scorecard,
)
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

_SHOWN_GROUPS = 8
_SHOWN_FAILURES = 6
_SHOWN_NOTES = 5
_LEVELS = "▁▂▃▄▅▆▇█"


def terminal(
    report: RunReport, console: Console, *, everything: bool = False, path: str = "RUN"
) -> None:
    """Print the report on `console` in the current language.

    Args:
        report: the report.
        console: where to.
        everything: all indicators, all groups, and what each thing not computed needs; otherwise
            what a first look needs.
        path: the run, as commands that are shown name it.
    """
    print_harm(report, console)
    _judging_warning(report, console, path)
    _headline(report, console)
    print_findings(report, console, everything=everything)
    print_scorecard(report, console)
    print_panel(report, console)
    print_adc(report, console)
    print_indicators(report, console, everything=everything)
    print_repeats(report, console)
    print_not_computed(report, console, everything=everything)
    print_conditions(report, console, everything=everything)
    print_kinds(report, console)
    print_places(report, console, everything=everything)
    print_difference_tests(report, console, everything=everything)
    print_correlation(report, console, everything=everything)
    _breakdowns(report, console, everything=everything)
    _latency(report, console)
    _failures(report, console)
    _data_notes(report, console)


def _judging_warning(report: RunReport, console: Console, path: str) -> None:
    if report.judging is None:
        return
    for at, line in enumerate(warning_words(report.judging, path)):
        said = Text(one_line(pick(line), 600), style="yellow" if at else "yellow bold")
        console.print(said)
    if report.judging.warning is not None:
        console.print()


def _headline(report: RunReport, console: Console) -> None:
    run, counts = report.run, report.counts
    name = Text(wording.run_name(report), style="bold")
    if run.get("state"):
        name.append(f" · {pick(wording.known_words('state', run['state']))}", style="not bold")
    console.print(name)
    dataset = run.get("dataset") or {}
    took = duration_text(run.get("duration_s"))
    weighed = [_agent_name(report), one_line(str(dataset.get("path") or NOTHING), 60)]
    went = [pick(said) for said in wording.request_words(counts)]
    if report.conditions is not None:
        went.append(word("asked_beside", n=count_text(report.conditions.asked)))
    went.append(took)
    for said in (weighed, went):
        console.print(Text(" · ".join(said), style="dim"))
    if run.get("state") not in (None, "finished"):
        console.print(Text(word("partial"), style="yellow"))
    console.print()
    first = report.headline
    line = Text(f"{pick(headline_name(report))}  ")
    line.append(value_text(first.value, "%"), style="bold")
    if first.value is not None:
        interval = interval_text(first.ci_low, first.ci_high, "%")
        line.append(f"  {interval}  {bar_text(first.value, first.ci_low, first.ci_high, 1.0)}")
    console.print(line)
    for text in headline_lines(report):
        say(console, one_line(pick(text), 600))
    _gates(report, console)


def _gates(report: RunReport, console: Console) -> None:
    verdict = wording.verdict(report)
    if report.gates:
        style = "green" if verdict == "passed" else "red bold"
        console.print(Text.assemble(f"{word('gates')}  ", (word(f"verdict_{verdict}"), style)))
    for gate in report.gates:
        seen = pick(wording.observed_words(gate))
        met = f"{met_mark(report)} {word('gate_met')}"
        mark = met if gate.passed else f"✗ {word('gate_failed')}"
        said = f"{mark} · {one_line(gate.text)} · {seen}"
        say(console, said, style="" if gate.passed else "red")
    if report.gates and report.gates_unchecked:
        texts = "; ".join(map(one_line, report.gates_unchecked))
        say(console, f"– {word('gate_unchecked')} · {texts}", style="dim")


def _breakdowns(report: RunReport, console: Console, *, everything: bool) -> None:
    wide = console.width >= WIDE
    for breakdown in outline.breakdowns(report):
        shown = [item.shown for item in breakdown.slices if item.shown]
        top = outline.scale_top(shown) if shown else None
        hint = one_line(pick(outline.plotted_words(breakdown, drawn=False)))
        hint = with_source(hint, breakdown_source(breakdown))
        title(console, pick(outline.column_words(breakdown.column)), hint=hint)
        interval = word("interval", confidence=wording.confidence_text(report))
        table = table_of(word("group"), word("value"), interval, *([""] if wide else []), "n")
        kept = breakdown.slices if everything else breakdown.slices[:_SHOWN_GROUPS]
        for item in kept:
            table.add_row(*_slice_cells(item, top, wide=wide))
        console.print(table)
        if (more := len(breakdown.slices) - len(kept)) > 0:
            say(console, word("more_groups", n=more))


def _slice_cells(item: outline.Slice, top: float | None, *, wide: bool) -> list[Text]:
    shown = item.shown
    value = shown.value if shown else None
    unit = shown.unit if shown else ""
    low, high = (shown.ci_low, shown.ci_high) if shown else (None, None)
    return [
        Text(one_line(pick(outline.group_words(item.group.group)), 60)),
        Text(value_text(value, unit), style="bold"),
        Text(interval_text(low, high, unit)),
        *([Text(bar_text(value, low, high, top))] if wide else []),
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
    about = word("latency_of_all", n=count_text(total.n))
    source = column_source(report, "latency_s")
    if source != source_words("measured"):  # the table of indicators says it of all
        about += f" · {pick(source)}"
    line = Text.assemble((word("latency"), "bold"), (f" · {about}  ", "dim"), f"{marks}  {spark}")
    console.print()
    console.print(line)
    if first is not None:
        said = (
            f"{word('first_token')} P50 {seconds_text(first.p50)} · P95 {seconds_text(first.p95)}"
        )
        say(console, said)


def _failures(report: RunReport, console: Console) -> None:
    if not report.failures:
        return
    title(console, word("failures"))
    table = table_of(word("reason"), word("count"), word("share"))
    table.add_column(word("case"), overflow="ellipsis", no_wrap=True)
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
        say(console, word("more", n=more))


def _data_notes(report: RunReport, console: Console) -> None:
    notes = [pick(note) for note in outline.warnings(report)]
    if rejected := outline.rejected(report):
        notes.insert(0, word("rejected_line", n=count_text(rejected)))
    if not notes:
        return
    title(console, word("data_notes"))
    shown = notes[:_SHOWN_NOTES]
    if len(notes) > _SHOWN_NOTES:
        shown.append(word("more", n=len(notes) - _SHOWN_NOTES))
    for note in shown:
        say(console, note, style="")


def _level(count: int, most: int) -> str:
    if not count:
        return " "
    return _LEVELS[min(len(_LEVELS) - 1, count * len(_LEVELS) // (most + 1))]


def _agent_name(report: RunReport) -> str:
    facts = outline.agent_facts(report)
    return one_line(" ".join(fact.text for fact in facts[:2]), 60) if facts else NOTHING

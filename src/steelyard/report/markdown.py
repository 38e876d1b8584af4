"""The report as Markdown, for a pull request or a wiki page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from steelyard.i18n import pick
from steelyard.report import outline, wording
from steelyard.report.correlation import correlation_lines, finding_lines
from steelyard.report.markdown_conditions import condition_lines
from steelyard.report.markdown_operations import adc_lines, panel_lines
from steelyard.report.markdown_scorecard import (
    generalisation_lines,
    not_computed_lines,
    scorecard_lines,
)
from steelyard.report.markdown_text import escaped, fenced, named, table, word
from steelyard.report.numbers import (
    NOTHING,
    count_text,
    interval_text,
    seconds_text,
    value_text,
)
from steelyard.report.repeats import repeat_lines
from steelyard.report.told import told

if TYPE_CHECKING:
    from steelyard.report.content import Example, Excerpt, FailureGroup, RunReport

_SHOWN_GROUPS = 20
_MOST_NOTES = 40


def markdown(report: RunReport) -> str:
    """Return the report in the current language."""
    sections = (
        _headline(report),
        finding_lines(report),
        scorecard_lines(report),
        panel_lines(report),
        adc_lines(report),
        _weighed(report),
        _indicators(report),
        repeat_lines(report),
        condition_lines(report),
        generalisation_lines(report),
        correlation_lines(report),
        _breakdowns(report),
        not_computed_lines(report),
        _latency(report),
        _failures(report),
        _data_notes(report),
        _method(report),
    )
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


def _headline(report: RunReport) -> list[str]:
    overall = report.overall
    lines = [f"# {escaped(wording.run_name(report))}", ""]
    if report.run.get("state") not in (None, "finished"):
        lines += [f"> {word('partial')}", ""]
    if overall and overall.score is not None:
        interval = interval_text(overall.ci_low, overall.ci_high, "%")
        lines.append(f"**{word('overall')} {value_text(overall.score, '%')}** {interval}".rstrip())
        lines += ["", *(f"- {line}" for line in _overall_lines(report))]
    else:
        lines += [f"**{word('overall')} {NOTHING}**", "", f"- {word('no_overall_why')}"]
    verdict = wording.verdict(report)
    lines += ["", f"**{named(word('gates'), word(f'verdict_{verdict}'))}**"]
    lines += [""] if report.gates else []
    for gate in report.gates:
        seen = escaped(pick(wording.observed_words(gate)))
        mark = f"✓ {word('gate_met')}" if gate.passed else f"✗ {word('gate_failed')}"
        lines.append(f"- {mark} · {escaped(gate.text)} · {seen}")
    return lines


def _overall_lines(report: RunReport) -> list[str]:
    overall = report.overall
    if overall is None:
        return []
    names = wording.part_names(report)
    lines = [escaped(pick(wording.rule_words(overall, names)), 600)] if overall.rule else []
    if overall.coverage is not None:
        lines.append(word("coverage_line", coverage=value_text(overall.coverage, "%")))
    if overall.lo is not None and overall.hi is not None and overall.lo != overall.hi:
        low, high = value_text(overall.lo, "%"), value_text(overall.hi, "%")
        lines.append(word("bounds_line", lo=low, hi=high))
    return [*lines, *(escaped(pick(told(note))) for note in overall.notes)]


def _weighed(report: RunReport) -> list[str]:
    lines = [f"## {word('weighed')}", ""]
    for title, found in (
        ("agent", outline.agent_facts(report)),
        ("dataset", outline.dataset_facts(report)),
        ("run", outline.run_facts(report)),
    ):
        said = [f"{escaped(pick(f.label))} {escaped(f.text)}" for f in found]
        text = word("semicolon").join(said) or word("nothing_said")
        lines.append(f"- {named(f'**{word(title)}**', text)}")
    counts = report.counts
    answered = word("answered_line", ok=count_text(counts.ok), rows=count_text(counts.rows))
    failed = word("answers_line", error=counts.error, timeout=counts.timeout)
    said = [answered, failed]
    if report.conditions is not None:
        said.append(word("asked_beside", n=count_text(report.conditions.asked)))
    title = f"**{word('answers')}**"
    return [*lines, f"- {named(title, ' · '.join(said))}"]


def _indicators(report: RunReport) -> list[str]:
    lines = [f"## {word('indicators')}", ""]
    if not report.indicators:
        return [*lines, word("no_indicators")]
    interval = word("interval", confidence=wording.confidence_text(report))
    head = [word("indicator"), word("value"), interval, "n", word("missing")]
    head += [word("status"), word("source"), word("notes")]
    body = [
        [
            escaped(pick(i.name)),
            escaped(value_text(i.value, i.unit)),
            interval_text(i.ci_low, i.ci_high, i.unit),
            count_text(i.n),
            count_text(i.n_missing),
            escaped(pick(wording.known_words("status", i.status))),
            escaped(pick(wording.known_words("provenance", i.provenance))),
            escaped(pick(wording.reason(i)), 600),
        ]
        for i in report.indicators
    ]
    return [*lines, *table(head, body, "lrrrrlll"), "", word("read_status")]


def _breakdowns(report: RunReport) -> list[str]:
    lines = [f"## {word('breakdowns')}"]
    found = outline.breakdowns(report)
    if not found:
        return [*lines, "", word("no_breakdowns")]
    interval = word("interval", confidence=wording.confidence_text(report))
    for breakdown in found:
        lines += ["", f"### {escaped(pick(outline.column_words(breakdown.column)))}", ""]
        lines += [escaped(pick(outline.plotted_words(breakdown, drawn=False))), ""]
        body = [_slice_cells(item) for item in breakdown.slices[:_SHOWN_GROUPS]]
        lines += table([word("group"), "n", word("value"), interval], body, "lrrr")
        if (more := len(breakdown.slices) - _SHOWN_GROUPS) > 0:
            lines += ["", f"*{word('more_groups', n=more)}*"]
    return lines


def _slice_cells(item: outline.Slice) -> list[str]:
    name = escaped(pick(outline.group_words(item.group.group)))
    shown = item.shown
    if shown is None or shown.value is None:
        why = escaped(pick(wording.reason(shown))) if shown else ""
        return [name, count_text(item.n), NOTHING, why]
    interval = interval_text(shown.ci_low, shown.ci_high, shown.unit)
    return [name, count_text(item.n), escaped(value_text(shown.value, shown.unit)), interval]


def _latency(report: RunReport) -> list[str]:
    lines = [f"## {word('latency')}", ""]
    timed = [("whole_answer", report.latency.total), ("first_token", report.latency.first_token)]
    body = [
        [
            word(name),
            *(seconds_text(x) for x in (found.mean, found.p50, found.p95, found.p99, found.max)),
            count_text(found.n),
        ]
        for name, found in timed
        if found is not None
    ]
    if not body:
        return [*lines, word("no_latency")]
    head = ["", word("mean"), "P50", "P95", "P99", word("slowest_of_all"), "n"]
    differs = wording.latency_words(report)
    return [*lines, *table(head, body, "lrrrrrr"), *(["", pick(differs)] if differs else [])]


def _failures(report: RunReport) -> list[str]:
    lines = [f"## {word('failures')}", ""]
    if not report.failures:
        return [*lines, word("no_failures" if report.counts.rows else "no_rows")]
    head = [word("reason"), word("count"), word("share"), word("blame")]
    body = [
        [
            escaped(pick(wording.failure_words(group))),
            count_text(group.count),
            value_text(group.count / report.counts.rows, "%"),
            escaped(pick(wording.known_words("blame", group.blame))),
        ]
        for group in report.failures
    ]
    lines += table(head, body, "lrrl")
    for group in report.failures:
        lines += _group_examples(group)
    return lines


def _group_examples(group: FailureGroup) -> list[str]:
    lines = ["", f"### {escaped(pick(wording.failure_words(group)))}"]
    for example in group.examples:
        place = [str(example.case_id or example.row), example.domain, example.scene]
        lines += ["", f"**{' · '.join(escaped(part) for part in place if part)}**"]
        lines += _passages(example)
        scores = [
            f"{escaped(name)} {wording.score_text(value)}"
            for name, value in example.scores.items()
            if value is not None
        ]
        if scores:
            lines += ["", named(word("scores"), " · ".join(scores))]
    return lines


def _passages(example: Example) -> Iterable[str]:
    for label in ("input", "expected", "output", "error"):
        part: Excerpt | None = getattr(example, label)
        if part is None:
            continue
        yield from ("", named(word(label), "").rstrip(), "")
        yield from fenced(part) if part.text.strip() else [word("blank")]


def _data_notes(report: RunReport) -> list[str]:
    notes = [escaped(pick(note), 600) for note in outline.warnings(report)]
    lines = [f"- {note}" for note in notes[:_MOST_NOTES]]
    if len(notes) > _MOST_NOTES:
        lines.append(f"- {word('more', n=len(notes) - _MOST_NOTES)}")
    if rejected := outline.rejected(report):
        lines.insert(0, f"- {word('rejected_line', n=count_text(rejected))}")
    return [f"## {word('data_notes')}", "", *(lines or [word("no_data_notes")])]


def _method(report: RunReport) -> list[str]:
    lines = [f"## {word('method')}", ""]
    said = [(escaped(name), pick(line)) for name, line in outline.methods(report)]
    if report.run.get("provenance"):
        declared = ", ".join(escaped(column) for column in outline.declared_columns(report))
        said.append((word("provenance_columns"), declared or word("all_measured")))
    facts = outline.version_facts(report)
    said += [(escaped(pick(fact.label)), escaped(fact.text)) for fact in facts]
    lines += [f"- {named(name, text)}" for name, text in said] or [word("nothing_said")]
    if report.indicators:
        body = [[escaped(pick(i.name)), escaped(i.signature, 400)] for i in report.indicators]
        lines += ["", *table([word("indicator"), word("signature")], body, "ll")]
    return lines

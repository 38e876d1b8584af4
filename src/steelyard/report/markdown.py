"""The report as Markdown, for a pull request or a wiki page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from steelyard.i18n import pick
from steelyard.report import outline, wording
from steelyard.report.correlation import correlation_lines
from steelyard.report.findings import difference_lines, finding_lines, harm_lines, met_mark
from steelyard.report.headline import headline_lines, headline_name
from steelyard.report.judging import warning_words
from steelyard.report.markdown_conditions import condition_lines
from steelyard.report.markdown_operations import adc_lines, panel_lines
from steelyard.report.markdown_scorecard import (
    generalisation_lines,
    not_computed_lines,
    scorecard_lines,
)
from steelyard.report.markdown_text import escaped, fenced, named, source_lines, table, word
from steelyard.report.numbers import (
    NOTHING,
    count_text,
    interval_text,
    seconds_text,
    value_text,
)
from steelyard.report.repeats import repeat_lines
from steelyard.report.sources import breakdown_source, column_source

if TYPE_CHECKING:
    from steelyard.report.content import Example, Excerpt, FailureGroup, RunReport

_SHOWN_GROUPS = 20
_MOST_NOTES = 40


def markdown(report: RunReport) -> str:
    """Return the report in the current language."""
    sections = (
        _judging_warning(report),
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
        difference_lines(report),
        correlation_lines(report),
        _breakdowns(report),
        not_computed_lines(report),
        _latency(report),
        _failures(report),
        _data_notes(report),
        _method(report),
    )
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


def _judging_warning(report: RunReport) -> list[str]:
    lines = [] if report.judging is None else warning_words(report.judging)
    if not lines:
        return []
    said = [escaped(pick(line), 600) for line in lines]
    return [f"> **{said[0]}**", *(quoted for line in said[1:] for quoted in (">", f"> {line}"))]


def _headline(report: RunReport) -> list[str]:
    lines = [f"# {escaped(wording.run_name(report))}", "", *harm_lines(report)]
    if report.run.get("state") not in (None, "finished"):
        lines += [f"> {word('partial')}", ""]
    first = report.headline
    interval = interval_text(first.ci_low, first.ci_high, "%")
    name = escaped(pick(headline_name(report)))
    lines.append(f"**{name} {value_text(first.value, '%')}** {interval}".rstrip())
    lines += ["", *(f"- {escaped(pick(line), 600)}" for line in headline_lines(report))]
    verdict = wording.verdict(report)
    lines += ["", f"**{named(word('gates'), word(f'verdict_{verdict}'))}**"]
    lines += [""] if report.gates else []
    for gate in report.gates:
        seen = escaped(pick(wording.observed_words(gate)))
        met = f"{met_mark(report)} {word('gate_met')}"
        mark = met if gate.passed else f"✗ {word('gate_failed')}"
        lines.append(f"- {mark} · {escaped(gate.text)} · {seen}")
    if report.gates:
        unchecked = map(escaped, report.gates_unchecked)
        lines += [f"- {word('gate_unchecked')} · {text}" for text in unchecked]
    return lines


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
    said = [pick(one) for one in wording.request_words(report.counts)]
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
    if not found:  # scenarios and domains have tables of their own
        named = report.generalisation.places or report.generalisation.kinds
        return [] if named else [*lines, "", word("no_breakdowns")]
    interval = word("interval", confidence=wording.confidence_text(report))
    for breakdown in found:
        lines += ["", f"### {escaped(pick(outline.column_words(breakdown.column)))}", ""]
        lines += [escaped(pick(outline.plotted_words(breakdown, drawn=False))), ""]
        body = [_slice_cells(item) for item in breakdown.slices[:_SHOWN_GROUPS]]
        lines += table([word("group"), "n", word("value"), interval], body, "lrrr")
        lines += source_lines(breakdown_source(breakdown))
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
    source = wording.words("source_line", source=column_source(report, "latency_s"))
    lines += [*table(head, body, "lrrrrrr"), *source_lines(source)]
    return [*lines, *(["", pick(differs)] if differs else [])]


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
        claimed = ", ".join(escaped(column) for column in outline.claimed_columns(report))
        nothing = "–" if claimed else word("all_measured")
        said.append((word("provenance_columns"), declared or nothing))
        said += [(word("claimed_columns"), claimed)] if claimed else []
    facts = outline.version_facts(report)
    said += [(escaped(pick(fact.label)), escaped(fact.text)) for fact in facts]
    lines += [f"- {named(name, text)}" for name, text in said] or [word("nothing_said")]
    if report.indicators:
        body = [[escaped(pick(i.name)), escaped(i.signature, 400)] for i in report.indicators]
        lines += ["", *table([word("indicator"), word("signature")], body, "ll")]
    return lines

"""What was done to the agent, in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.i18n import pick
from steelyard.report import conditions as said
from steelyard.report import wording
from steelyard.report.condition_matrices import condition_matrices
from steelyard.report.correlation.markdown import table_lines
from steelyard.report.markdown_text import escaped, named, table, word
from steelyard.report.numbers import (
    NOTHING,
    count_text,
    interval_text,
    seconds_text,
    significant,
    value_text,
)

if TYPE_CHECKING:
    from steelyard.analysis.conditions import Applied, Conditions
    from steelyard.analysis.generalisation import Rate
    from steelyard.report.content import RunReport


def condition_lines(report: RunReport) -> list[str]:
    """Return the section; nothing when there are only baseline cases."""
    found = report.conditions
    if found is None:
        return []
    asked, plain = count_text(found.asked), count_text(found.plain)
    interval = word("interval", confidence=wording.confidence_text(report))
    lines = [f"## {word('conditions')}", "", word("conditions_hint", asked=asked, plain=plain), ""]
    head = [word("condition"), word("done"), word("cases"), word("asked"), word("landed")]
    head += [word("under_it"), interval, word("plainly"), word("source"), word("measures")]
    body = [_applied_cells(report, line) for line in found.applied]
    load = f" {word('load_compared')}" if found.phases else ""
    lines += [*table(head, body, "llrrrrrrll"), "", word("conditions_read") + load]
    for flag, n in found.claims.items():
        lines += ["", f"> {word('claims_line', flag=escaped(flag, 60), n=count_text(n))}"]
    parts = (_kinds(found, interval), _phases(found, interval), _faults(found, interval))
    for part in (*parts, _environments(found, interval), _team(found)):
        lines += ["", *part] if part else []
    for matrix in condition_matrices(found):
        lines += ["", *table_lines(matrix, "###")]
    return lines


def _applied_cells(report: RunReport, line: Applied) -> list[str]:
    found = report.conditions
    assert found is not None
    measured = [
        f"{escaped(pick(i.name))} {escaped(value_text(i.value, i.unit))}"
        f" {interval_text(i.ci_low, i.ci_high, i.unit)}".rstrip()
        for i in said.indicators_of(report, line)
    ]
    return [
        escaped(pick(said.condition_words(line.condition))),
        escaped(pick(said.did_words(line, found)), 400),
        count_text(line.cases),
        count_text(line.asked),
        count_text(line.landed),
        *_rate_cells(line.success),
        value_text(line.plain, "%"),
        escaped(pick(wording.known_words("provenance", line.success.provenance))),
        "<br>".join(measured),
    ]


def _kinds(found: Conditions, interval: str) -> list[str]:
    lines: list[str] = []
    if answering := said.answering(found):
        head = [word("kind"), word("strength"), "n", word("under_it"), interval]
        head += [word("plainly"), word("kept"), interval, word("unsuited")]
        body = [
            [
                _kind(line.kind),
                said.level_text(line.strength),
                count_text(line.asked),
                *_rate_cells(line.success),
                value_text(line.plain, "%"),
                *_rate_cells(line.kept),
                count_text(line.unsuited),
            ]
            for line in answering
        ]
        lines += [f"### {word('table_kinds')}", "", *table(head, body, "lrrrrrrrr")]
    if reacting := said.reacting(found):
        head = [word("kind"), word("strength"), word("reaction"), "n", word("reacted"), interval]
        body = [
            [
                _kind(line.kind),
                said.level_text(line.strength),
                escaped(pick(wording.known_words("wants", line.wants))),
                count_text(line.asked),
                *_rate_cells(line.success),
            ]
            for line in reacting
        ]
        lines += [*([""] if lines else []), f"### {word('table_reactions')}", ""]
        lines += table(head, body, "lrlrrr")
    return lines


def _phases(found: Conditions, interval: str) -> list[str]:
    if not found.phases:
        return []
    load = word("users" if found.arrivals == "closed" else "per_second")
    head = [word("phase"), load, "n", word("completion"), interval, "P50", "P95"]
    head += [word("start_delay"), word("in_flight")]
    body = [
        [
            escaped(pick(wording.known_words("phase", line.phase))),
            said.level_text(line.level),
            count_text(line.asked),
            *_rate_cells(line.success),
            seconds_text(line.p50),
            seconds_text(line.p95),
            escaped(said.delay_text(line.delay_p95)),
            count_text(line.in_flight),
        ]
        for line in found.phases
    ]
    lines = [f"### {word('table_phases')}", "", *table(head, body, "lrrrrrrrr")]
    if found.knee is not None:
        knee, rule = pick(said.knee_words(found.knee)), pick(said.knee_rule(found.knee))
        lines += ["", f"**{escaped(knee)}** {escaped(rule)}"]
    return lines


def _faults(found: Conditions, interval: str) -> list[str]:
    if not found.faults:
        return []
    head = [word("fault"), word("asked"), word("landed"), word("under_it"), interval]
    head += [word("plainly"), word("kept"), interval, word("timed_out"), word("attempts")]
    body = [
        [
            f"{escaped(pick(said.fault_words(line.fault)))} {escaped(line.fault, 60)}",
            count_text(line.asked),
            count_text(line.landed),
            *_rate_cells(line.success),
            value_text(line.plain, "%"),
            *_rate_cells(line.kept),
            count_text(line.timed_out),
            NOTHING if line.attempts is None else significant(line.attempts),
        ]
        for line in found.faults
    ]
    return [
        f"### {word('table_faults')}",
        "",
        word("table_faults_hint"),
        "",
        *table(head, body, "l" + "r" * 9),
    ]


def _environments(found: Conditions, interval: str) -> list[str]:
    if not found.environments:
        return []
    head = [word("environment"), word("deployed"), word("issues"), word("checklist"), "n"]
    head += [word("under_it"), interval, word("plainly"), word("kept"), interval]
    head.append(word("what_broke"))
    body = [
        [
            escaped(line.name),
            escaped(pick(said.deployed_words(line))),
            count_text(line.compat_issues),
            escaped(pick(said.checklist_words(line))),
            count_text(line.asked),
            *_rate_cells(line.success),
            value_text(line.plain, "%"),
            *_rate_cells(line.kept),
            escaped(pick(said.broke_words(line)), 400),
        ]
        for line in found.environments
    ]
    return [f"### {word('table_environments')}", "", *table(head, body, "llrlrrrrrrl")]


def _team(found: Conditions) -> list[str]:
    if found.team is None:
        return []
    source = word("source"), pick(wording.known_words("provenance", found.team.provenance))
    facts = [*((pick(f.label), f.text) for f in said.team_facts(found.team)), source]
    hint = word("team_hint", n=count_text(found.team.cases))
    lines = [f"- {named(escaped(label), escaped(text))}" for label, text in facts]
    return [f"### {word('table_team')}", "", hint, "", *lines]


def _kind(kind: str) -> str:
    return f"{escaped(pick(said.kind_words(kind)))} {escaped(kind, 60)}"


def _rate_cells(rate: Rate | None) -> list[str]:
    if rate is None:
        return [NOTHING, ""]
    return [value_text(rate.value, "%"), interval_text(rate.ci_low, rate.ci_high, "%")]

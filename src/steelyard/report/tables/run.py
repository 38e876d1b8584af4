"""The tables of one run, as a workbook shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from steelyard.model import Words
from steelyard.report import outline
from steelyard.report.conditions import condition_words, fault_words, kind_words
from steelyard.report.findings import beyond_harm, harm
from steelyard.report.headline import headline_lines, headline_name
from steelyard.report.repeats import repeat_table
from steelyard.report.tables.table import Cell, Column, Kind, Quantity, Span, Table, Tone
from steelyard.report.wording import (
    confidence_text,
    known_words,
    observed_words,
    reason,
    verdict,
    words,
)

if TYPE_CHECKING:
    from steelyard.analysis.findings import Finding
    from steelyard.analysis.generalisation import Rate
    from steelyard.report.content import Part, RunReport

_TONES = {"passed": "good", "blocked": "bad", "none": "calm"}


def run_tables(report: RunReport) -> list[Table]:
    """Return every table but the cases, in the order of the report."""
    made = [_summary(report), _scorecard(report), _indicators(report), _breakdowns(report)]
    if report.repeats:
        made.append(repeat_table(report))
    if report.conditions is not None:
        made.append(_conditions(report))
    return [*made, _failures(report), _method(report)]


def _summary(report: RunReport) -> Table:
    columns = (_head("what", "text"), _head("value", "long"), _head("interval", "span"))
    return Table("summary", words("tables.summary"), columns, list(_facts(report)))


def _facts(report: RunReport) -> Iterator[tuple[Cell, ...]]:
    counts = report.counts
    yield from _findings(harm(report))
    yield words("run"), str(report.run.get("name") or ""), None
    first = report.headline
    yield headline_name(report), Quantity(first.value), Span(first.ci_low, first.ci_high)
    for line in headline_lines(report):
        yield "", line, None
    yield words("covered"), Quantity(first.coverage), None
    yield words("tables.bounds"), None, Span(first.lo, first.hi)
    yield from _findings(beyond_harm(report))
    yield from _gates(report)
    recorded = ("recorded",) if counts.recorded else ()
    verdicts = ("passed", "failed", "undecided")
    for name in ("rows", *recorded, "cases", "ok", "error", "timeout", *verdicts):
        yield words(f"page.count_{name}"), getattr(counts, name), None
    total = report.latency.total
    if total is not None:
        for name in ("p50", "p95", "p99", "mean", "max"):
            yield (
                words("page.seconds_of", name=name.upper()),
                Quantity(getattr(total, name), "s"),
                None,
            )
    for fact in (*outline.agent_facts(report), *outline.dataset_facts(report)):
        yield fact.label, fact.text, None
    for fact in (*outline.run_facts(report), *outline.version_facts(report)):
        yield fact.label, fact.text, None
    for note in outline.warnings(report):
        yield words("data_notes"), note, None


def _gates(report: RunReport) -> Iterator[tuple[Cell, ...]]:
    found = verdict(report)
    yield words("gates"), Tone(words(f"verdict_{found}"), _TONES[found]), None  # type: ignore[arg-type]
    for gate in report.gates:
        said = Tone(observed_words(gate), "good" if gate.passed else "bad")
        yield gate.text, said, None
    for text in report.gates_unchecked if report.gates else ():
        yield text, words("gate_unchecked"), None


def _findings(found: Sequence[Finding]) -> Iterator[tuple[Cell, ...]]:
    for one in found:
        said = one.sentence if one.tone == "neutral" else Tone(one.sentence, one.tone)
        yield words("tables.findings"), said, None


def _scorecard(report: RunReport) -> Table:
    columns = (
        *(_head("part", "text"), _head("level"), _head("id", "text"), _head("score")),
        *(_head("interval", "span"), _head("bounds", "span"), _head("value"), _head("weight")),
        *(
            _head("counts_for"),
            _head("adds"),
            _head("coverage"),
            _head("n"),
            _head("source", "text"),
        ),
    )
    root = report.scorecard
    rows = [] if root is None else [row for part in root.parts for row in _branch(part, 1)]
    return Table("scorecard", words("tables.scorecard"), columns, rows)


def _branch(part: Part, level: int) -> Iterator[tuple[Cell, ...]]:
    leaf = part.indicator is not None
    yield (
        part.name,
        level,
        part.indicator or part.id,
        Quantity(part.score),
        Span(part.ci_low, part.ci_high),
        Span(None, None) if leaf else Span(part.lo, part.hi),
        Quantity(part.value, part.unit) if leaf else None,
        Quantity(part.weight),
        Quantity(part.share),
        Quantity(part.contribution),
        None if leaf else Quantity(part.coverage),
        part.n if leaf else None,
        known_words("provenance", part.provenance),
    )
    for below in part.parts:
        yield from _branch(below, level + 1)
    if part.instead is not None:
        yield from _branch(part.instead, level + 1)


def _indicators(report: RunReport) -> Table:
    interval = Column(words("interval", confidence=confidence_text(report)), "span")
    columns = (
        *(_head("id", "text"), _head("name", "text"), _head("value"), _head("unit", "text")),
        *(interval, _head("method_column", "text"), _head("score"), _head("n"), _head("missing")),
        *(_head("status", "text"), _head("source", "text"), _head("notes", "long")),
        *(_head("meaning", "long"), _head("signature", "long")),
    )
    rows = [
        (
            found.id,
            found.name,
            Quantity(found.value, found.unit),
            found.unit or "%",
            Span(found.ci_low, found.ci_high, found.unit),
            found.ci_method,
            Quantity(found.score),
            found.n,
            found.n_missing,
            known_words("status", found.status),
            known_words("provenance", found.provenance),
            reason(found),
            found.meaning,
            found.signature,
        )
        for found in report.indicators
    ]
    return Table("indicators", words("tables.indicators"), columns, rows)


def _breakdowns(report: RunReport) -> Table:
    columns = (
        *(_head("column", "text"), _head("group", "text"), _head("indicator", "text")),
        *(_head("value"), _head("interval", "span"), _head("n"), _head("source", "text")),
    )
    return Table("breakdowns", words("tables.breakdowns"), columns, list(_groups(report)))


def _groups(report: RunReport) -> Iterator[tuple[Cell, ...]]:
    for column, groups in report.breakdowns.items():
        for group in groups:
            for found in group.indicators.values():
                if found.value is None:
                    continue
                yield (
                    outline.column_words(column),
                    outline.group_words(group.group),
                    found.name,
                    Quantity(found.value, found.unit),
                    Span(found.ci_low, found.ci_high, found.unit),
                    found.n,
                    known_words("provenance", found.provenance),
                )


def _conditions(report: RunReport) -> Table:
    columns = (
        *(_head("condition", "text"), _head("kind", "text"), _head("strength")),
        *(_head("wanted", "text"), _head("asked"), _head("landed"), _head("completion")),
        *(_head("interval", "span"), _head("plainly"), _head("source", "text")),
    )
    return Table("conditions", words("tables.conditions"), columns, list(_done(report)))


def _done(report: RunReport) -> Iterator[tuple[Cell, ...]]:
    found = report.conditions
    if found is None:
        return
    for one in found.applied:
        yield _done_row(condition_words(one.condition), None, None, one, one.success)
    for kind in found.kinds:
        said = condition_words("perturb")
        yield _done_row(said, kind_words(kind.kind), kind.strength, kind, kind.success)
    for phase in found.phases:
        name = known_words("phase", phase.phase)
        yield _done_row(condition_words("load"), name, phase.level, phase, phase.success)
    for fault in found.faults:
        yield _done_row(
            condition_words("fault"), fault_words(fault.fault), None, fault, fault.success
        )
    for place in found.environments:
        yield _done_row(condition_words("environment"), place.name, None, place, place.success)


def _done_row(
    condition: Words, kind: Words | str | None, level: float | None, line: object, rate: Rate | None
) -> tuple[Cell, ...]:
    value, span = (
        (None, Span(None, None)) if rate is None else (rate.value, Span(rate.ci_low, rate.ci_high))
    )
    asked, landed = getattr(line, "asked", None), getattr(line, "landed", None)
    wants = getattr(line, "wants", None)  # the same disturbance may call for another reaction
    wanted = None if wants is None else known_words("wants", wants)
    plain = Quantity(getattr(line, "plain", None))
    source = None
    if rate is not None and rate.value is not None:
        source = known_words("provenance", rate.provenance)
    return condition, kind, level, wanted, asked, landed, Quantity(value), span, plain, source


def _failures(report: RunReport) -> Table:
    columns = (
        *(_head("reason", "text"), _head("blame", "text"), _head("count"), _head("share")),
        *(_head("case", "text"), _head("scene", "text"), _head("input", "long")),
        *(_head("expected", "long"), _head("output", "long"), _head("error", "long")),
    )
    return Table("failures", words("tables.failures"), columns, list(_examples(report)))


def _examples(report: RunReport) -> Iterator[tuple[Cell, ...]]:
    for group in report.failures:
        head = (
            known_words("reason", group.reason),
            known_words("blame", group.blame),
            group.count,
            Quantity(group.count / report.counts.rows if report.counts.rows else None),
        )
        for example in group.examples:
            texts = (example.input, example.expected, example.output, example.error)
            shown = (None if part is None else part.text for part in texts)
            yield (*head, str(example.case_id or example.row), example.scene, *shown)


def _method(report: RunReport) -> Table:
    columns = (_head("what", "text"), _head("value", "long"))
    rows: list[tuple[Cell, ...]] = [(name, said) for name, said in outline.methods(report)]
    rows += [(fact.label, fact.text) for fact in outline.version_facts(report)]
    rows += [(words("provenance_columns"), name) for name in outline.declared_columns(report)]
    rows += [(words("claimed_columns"), name) for name in outline.claimed_columns(report)]
    return Table("method", words("tables.method"), columns, rows)


def _head(key: str, kind: Kind = "number") -> Column:
    return Column(words(f"tables.{key}"), kind)

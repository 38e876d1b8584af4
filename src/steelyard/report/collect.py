"""From a finished run to the content of its report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from steelyard.analysis.comparison import pass_curve
from steelyard.analysis.conditions import condition_tables
from steelyard.analysis.correlation import Asked, Correlation, Effort, Subject, correlate
from steelyard.analysis.findings import EffectFloor, Known, findings
from steelyard.analysis.generalisation import Generalisation, generalisation_tables
from steelyard.analysis.generalisation.rate import rate_of
from steelyard.analysis.operations import operations_tables
from steelyard.indicators import using_indicators
from steelyard.indicators.sandbox import records_of
from steelyard.report.case_sample import case_sample
from steelyard.report.content import (
    Counts,
    FailureGroup,
    Gate,
    Group,
    Indicator,
    Latency,
    Overall,
    Repeat,
    RunReport,
    Usage,
)
from steelyard.report.failures import failures
from steelyard.report.judging import read_judging
from steelyard.report.labels import label
from steelyard.report.latency import latency
from steelyard.report.results import Results, plain_results
from steelyard.report.scorecard import scorecard
from steelyard.report.text import one_line
from steelyard.scorecards import read_headline
from steelyard.scorers import RECORDED

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# What a report looks into; `steelyard correlate` looks into more.
_CORRELATED, _MEASURES = 20_000, 12
_RUN_KEYS = (
    "name",
    "run_id",
    "state",
    "created_at",
    "finished_at",
    "duration_s",
    "agent",
    "dataset",
    "scorers",
    "seed",
    "epochs",
    "plan_hash",
    "counts",
    "warnings",
    "notes",
    "provenance",
    "steelyard_version",
    "python",
    "platform",
)


def collect(
    manifest: Mapping[str, Any],
    summary: Mapping[str, Any],
    con: DuckDBPyConnection,
    *,
    examples: int = 3,
    slowest: int = 5,
    text_limit: int = 600,
    most_cases: int = 300,
) -> RunReport:
    """Gather everything a report shows.

    Args:
        manifest: the manifest of the bundle.
        summary: indicators, overall score, gates and breakdowns as plain values.
        con: a connection with the view `results`.
        examples: failed rows shown per reason.
        slowest: slowest rows shown.
        text_limit: characters kept of a text.
        most_cases: rows that travel with a page, so that a number leads to the cases behind it.
    """
    plan, provenance = manifest.get("plan") or {}, manifest.get("provenance")
    # The plan may set parameters of the user's own indicators.
    with using_indicators(records_of(manifest.get("indicators") or ())):
        generalisation = generalisation_tables(
            con, summary, params=plan.get("params"), provenance=provenance
        )
        conditions = condition_tables(
            con, plan, made=manifest.get("conditions"), provenance=provenance
        )
        operations = operations_tables(con, params=plan.get("params"))
        correlation = _correlation(manifest, summary, con)
    floor = EffectFloor.of_plan(plan)
    found = findings(Known(con, summary, generalisation, conditions, correlation, floor))
    with plain_results(con) as results:
        slow = latency(results, slowest=slowest, text_limit=text_limit)
        failed = failures(results, examples=examples, text_limit=text_limit)
        return RunReport(
            **read_summary(manifest, summary, results),
            conditions=conditions,
            generalisation=_of_plain(generalisation, results) if conditions else generalisation,
            breakdowns=_breakdowns(summary, results if conditions else None),
            latency=slow,
            failures=failed,
            operations=operations,
            correlation=correlation,
            findings=found.sentences,
            difference_tests=found.tests,
            repeats=_repeats(manifest, con),
            cases=case_sample(con, _named(slow, failed), most=most_cases),
        )


def read_summary(
    manifest: Mapping[str, Any], summary: Mapping[str, Any], results: Results
) -> dict[str, Any]:
    """Return the fields of a report that stand in the bundle as they are, or are counted."""
    return {
        "run": {key: manifest.get(key) for key in _RUN_KEYS},
        "headline": read_headline(summary),
        "overall": _overall(summary.get("overall")),
        "scorecard": scorecard(summary),
        "gates": tuple(_gate(gate) for gate in summary.get("gates") or ()),
        "indicators": tuple(_indicator(record) for record in summary.get("indicators") or ()),
        "gates_unchecked": tuple(summary.get("gates_unchecked") or ()),
        "judging": read_judging(summary),
        "panel": tuple((summary.get("scorecard") or {}).get("panel") or ()),
        "counts": _counts(results),
        "usage": _usage(results),
    }


def _repeats(manifest: Mapping[str, Any], con: DuckDBPyConnection) -> tuple[Repeat, ...]:
    """Return pass@k and pass^k for every k up to the number of repeats."""
    params = (manifest.get("plan") or {}).get("params") or {}
    epochs = int(manifest.get("epochs") or 1)
    found = pass_curve(con, epochs, params=params, provenance=manifest.get("provenance"))
    rates = {name: rate_of(value) for name, value in found.items()}
    if all(rate.value is None for rate in rates.values()):  # missions only: they are not functional
        return ()
    return tuple(
        Repeat(k, rates[f"pass@{k}"], rates[f"pass^{k}"]) for k in range(1, len(rates) // 2 + 1)
    )


def _named(slow: Latency, failed: tuple[FailureGroup, ...]) -> list[int]:
    """Return the rows that the report names: a page can then lead to each of them."""
    shown = [example.row for group in failed for example in group.examples]
    return [*shown, *(case.row for case in slow.slowest)]


def _correlation(
    manifest: Mapping[str, Any], summary: Mapping[str, Any], con: DuckDBPyConnection
) -> Correlation | None:
    """Return how the measures of the cases go together, as thoroughly as a report needs it."""
    subject = Subject(
        name=str(manifest.get("name") or ""),
        con=con,
        summary=summary,
        params=(manifest.get("plan") or {}).get("params") or {},
        provenance=manifest.get("provenance") or {},
        scorers=manifest.get("scorers") or (),
    )
    asked = Asked(unit="case", most=_CORRELATED, measures=_MEASURES, effort=Effort(100, 5_000))
    found = correlate([subject], asked)
    return found if found.n else None


def _of_plain(found: Generalisation, results: Results) -> Generalisation:
    """Leave out the places that only rows asked under a condition have."""
    places = {}
    for column, lines in found.places.items():
        known = results.counts_by(column)
        places[column] = tuple(line for line in lines if line.name in known)
    return replace(found, places=places)


def _breakdowns(summary: Mapping[str, Any], plain: Results | None) -> dict[str, tuple[Group, ...]]:
    """Return the slices; with `plain`, only those that baseline rows have, with their n."""
    indicators = {record["id"]: record for record in summary.get("indicators") or ()}
    breakdowns: dict[str, tuple[Group, ...]] = {}
    for column, records in (summary.get("breakdowns") or {}).items():
        groups = [_group(record, indicators) for record in records]
        if plain is not None:
            counts = plain.counts_by(column)
            groups = [
                replace(group, n=counts[group.group]) for group in groups if group.group in counts
            ]
        breakdowns[column] = tuple(groups)
    return breakdowns


def _indicator(record: Mapping[str, Any]) -> Indicator:
    given = record.get
    return Indicator(
        id=record["id"],
        name=label(given("name"), record["id"]),
        meaning=label(given("meaning"), ""),
        unit=one_line(str(given("unit") or ""), 20),
        direction=given("direction") or "up",
        value=given("value"),
        score=given("score"),
        n=given("n") or 0,
        n_missing=given("n_missing") or 0,
        ci_low=given("ci_low"),
        ci_high=given("ci_high"),
        ci_method=given("ci_method"),
        ci_confidence=given("ci_confidence"),
        status=given("status") or "ok",
        provenance=given("provenance") or "measured",
        signature=given("signature") or "",
        notes=tuple(given("notes") or ()),
    )


def _group(record: Mapping[str, Any], known: Mapping[str, Mapping[str, Any]]) -> Group:
    # A slice carries values only; what the indicator is, the whole says.
    indicators = {
        id_: _indicator({**_nature(known.get(id_, {})), **value, "id": id_})
        for id_, value in (record.get("indicators") or {}).items()
    }
    return Group(record.get("group"), record.get("n") or 0, indicators)


def _nature(record: Mapping[str, Any]) -> dict[str, Any]:
    kept = ("name", "meaning", "unit", "direction")
    return {key: record[key] for key in kept if key in record}


def _overall(record: Mapping[str, Any] | None) -> Overall | None:
    if not record:
        return None
    given = record.get
    return Overall(
        score=given("score"),
        rule=given("rule"),
        weights=dict(given("weights") or {}),
        coverage=given("coverage"),
        lo=given("lo"),
        hi=given("hi"),
        ci_low=given("ci_low"),
        ci_high=given("ci_high"),
        notes=tuple(given("notes") or ()),
    )


def _gate(record: Mapping[str, Any]) -> Gate:
    return Gate(
        text=str(record["text"]),
        passed=record.get("passed") is True,
        observed=record.get("observed"),
        reason=record.get("reason"),
    )


def _counts(results: Results) -> Counts:
    status, passed = f"coalesce({results.col('status')}, 'ok')", results.col("passed")
    asked = f"{results.col('verdict_by')} IS DISTINCT FROM '{RECORDED}'"
    ((*numbers,),) = results.rows(
        f"SELECT count_if({asked}), count(DISTINCT {results.col('case_id')}),"
        f" count_if({status} = 'ok' AND {asked}), count_if({status} = 'error'),"
        f" count_if({status} = 'timeout'), count_if({passed}), count_if(NOT {passed}),"
        f" count_if({passed} IS NULL AND {asked}), count_if({results.col('attempts')} > 1),"
        f" count_if(NOT {asked}) FROM results"
    )
    # An aggregate over no rows is NULL, but as many as none is none.
    return Counts(*(int(number or 0) for number in numbers))


def _usage(results: Results) -> Usage:
    ((received, sent, cost),) = results.rows(
        f"SELECT sum({results.col('input_tokens')}), sum({results.col('output_tokens')}),"
        f" sum({results.col('cost')}) FROM results"
    )
    return Usage(_whole(received), _whole(sent), None if cost is None else float(cost))


def _whole(number: Any) -> int | None:
    return None if number is None else int(number)

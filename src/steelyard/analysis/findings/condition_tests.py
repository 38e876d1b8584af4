"""Comparisons of test conditions with the baseline, on the same cases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from steelyard.analysis.findings.case_outcomes import CaseOutcomes
from steelyard.analysis.findings.difference_test import (
    DifferenceKind,
    DifferenceTest,
    EffectFloor,
    PairedOutcomes,
    paired,
)
from steelyard.analysis.findings.figures import both
from steelyard.analysis.statistics.one_sided import ClusterMean, cluster_mean, single_mean
from steelyard.model import Words
from steelyard.registry import Registry


class _Condition(NamedTuple):
    """One kind of test condition.

    Attributes:
        kind: of its comparisons.
        where: SQL of its requests.
        parts: SQL columns that tell its groups from one another.
        name: from the values of those columns to what people call the group.
        time: kind of the comparison of its times; None: its times are not compared.
        unanswered: whether a request that never reached the agent is lost: it was the condition
            that kept it away.
    """

    kind: DifferenceKind
    where: str
    parts: tuple[str, ...]
    name: Callable[..., Words]
    time: DifferenceKind | None = None
    unanswered: bool = True


def condition_tests(found: CaseOutcomes, floor: EffectFloor) -> Iterator[DifferenceTest]:
    """Yield the comparisons of every test condition of a run."""
    for condition in _CONDITIONS:
        yield from _success(found, condition)
        if condition.time is not None:
            yield from _times(found, condition, condition.time, floor)


def _success(found: CaseOutcomes, condition: _Condition) -> Iterator[DifferenceTest]:
    pairs = _pairs(condition, "success")
    summary = found.rows(
        f"SELECT {_names(condition)}, avg(y), avg(b), sum(y - b), sum((y - b) ** 2), count(*),"
        " count(*) FILTER (WHERE y < b), count(*) FILTER (WHERE y > b),"
        " count(DISTINCT cluster) = count(*) AND bool_and(y IN (0, 1) AND b IN (0, 1))"
        f" FROM ({pairs}) GROUP BY ALL ORDER BY ALL"
    )
    width = len(condition.parts)
    for line in summary:
        parts, (value, base, total, squares, n, lost, gained, single) = line[:width], line[width:]
        if single:
            mean = single_mean(total, squares, n)
        else:
            mean = _clustered(found, condition, pairs, "y - b", parts)
        yield paired(
            condition.kind,
            condition.name(*parts),
            PairedOutcomes(value, base, mean, lost, gained),
            exact=bool(single),
        )


def _times(
    found: CaseOutcomes, condition: _Condition, kind: DifferenceKind, floor: EffectFloor
) -> Iterator[DifferenceTest]:
    """Yield sign tests: is a case slower than itself in the baseline?"""
    pairs = _pairs(condition, "latency_s")
    summary = found.rows(
        f"SELECT {_names(condition)}, median(y / b) FILTER (WHERE b > 0), median(y - b), count(*),"
        " count(*) FILTER (WHERE y > b), count(*) FILTER (WHERE y < b),"
        " count(DISTINCT cluster) = count(*)"
        f" FROM ({pairs}) GROUP BY ALL ORDER BY ALL"
    )
    width = len(condition.parts)
    for line in summary:
        parts, (ratio, seconds, n, slower, faster, single) = line[:width], line[width:]
        if ratio is None:
            continue
        if single:
            mean = single_mean(faster - slower, faster + slower, n)
        else:
            mean = _clustered(found, condition, pairs, "sign(b - y)", parts)
        outcomes = PairedOutcomes(ratio, 1.0, mean, slower, faster)
        made = paired(kind, condition.name(*parts), outcomes, exact=bool(single))
        # Below the floor of seconds a ratio says nothing: 2 ms instead of 1 ms is no slowdown.
        effect = ratio - 1 if seconds >= floor.seconds else min(0.0, ratio - 1)
        yield replace(made, value=ratio, effect=effect, low=None)


def _pairs(condition: _Condition, column: str) -> str:
    """Return SQL of the cases of a condition: `y` under it, `b` in the baseline."""
    value = f"requests.{column}"
    if column == "success" and condition.unanswered:
        value = f"coalesce({value}, CASE WHEN error_kind = 'infra' THEN 0.0 END)"
    return (
        f"SELECT {_names(condition)}, case_key, any_value(cases.cluster) AS cluster,"
        f" avg({value}) AS y, any_value(cases.{column}) AS b"
        " FROM requests JOIN cases USING (case_key)"
        f" WHERE parent_case_id IS NOT NULL AND ({condition.where})"
        f" AND {value} IS NOT NULL AND cases.{column} IS NOT NULL GROUP BY ALL"
    )


def _names(condition: _Condition) -> str:
    return ", ".join(condition.parts)


def _clustered(
    found: CaseOutcomes, condition: _Condition, pairs: str, value: str, parts: tuple[Any, ...]
) -> ClusterMean:
    same = " AND ".join(f"{column} IS NOT DISTINCT FROM ?" for column in condition.parts)
    lines = found.columns(
        f"SELECT CAST(count(*) AS DOUBLE) AS cases, CAST(sum({value}) AS DOUBLE) AS sums"
        f" FROM ({pairs}) WHERE {same} GROUP BY cluster ORDER BY cluster",
        parts,
    )
    return cluster_mean(lines["cases"], lines["sums"])


def _perturbation(kind: str | None, severity: float | None) -> Words:
    from steelyard.conditions.perturbations import PERTURBATIONS

    title = _title(PERTURBATIONS, kind or "")
    if severity is None:
        return title
    return Words(f"{title.en} ({severity:g})", f"{title.zh}（{severity:g}）")


def _fault(fault: str | None) -> Words:
    from steelyard.conditions.faults import FAULTS

    return _title(FAULTS, fault or "")


def _phase(phase: str | None, level: float | None) -> Words:
    named = both(f"phase_{phase}") if phase in _PHASES else Words(phase or "", phase or "")
    if level is None:
        return named
    return Words(f"{named.en} {level:g}", f"{named.zh} {level:g}")


def _title(registry: Registry[Any], id_: str) -> Words:
    """Return the name of something registered; a dataset may name what is not."""
    found: Words = registry.get(id_).title if id_ in registry else Words(id_, id_)
    return found


_PHASES = ("baseline", "peak", "recovery", "ramp")
_WANTS = "coalesce(requests.expected_behavior, 'answer')"
_CONDITIONS = (
    _Condition(
        "perturbation",
        f"condition = 'perturb' AND {_WANTS} = 'answer'",
        ("perturbation", "severity"),
        _perturbation,
        unanswered=False,
    ),
    _Condition(
        "reaction",
        f"condition = 'perturb' AND {_WANTS} != 'answer'",
        ("perturbation", "severity"),
        _perturbation,
        unanswered=False,
    ),
    _Condition("fault", "condition = 'fault' AND condition_landed", ("fault",), _fault),
    _Condition("load", "condition = 'load'", ("phase", "load_level"), _phase, "load_time"),
    _Condition(
        "environment",
        "condition = 'environment'",
        ("deployment_env",),
        lambda name: Words(name or "", name or ""),
        "environment_time",
    ),
)

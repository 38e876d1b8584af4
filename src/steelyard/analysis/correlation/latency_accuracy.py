"""Are slow answers worse? Accuracy of fast and slow cases, by quarters, and over all ranks."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from steelyard.analysis.correlation.case_table import RIGHT, CaseTable, sampled
from steelyard.analysis.correlation.content import Coefficient, LatencyAccuracy, LatencyBand
from steelyard.analysis.correlation.matrix import p_of
from steelyard.analysis.correlation.observations import numbers_of
from steelyard.analysis.correlation.pairs import interval_of
from steelyard.analysis.correlation.spearman import spearman, spearman_error
from steelyard.analysis.correlation.spoken import both
from steelyard.analysis.generalisation.rate import Rate
from steelyard.analysis.generalisation.scene_kinds import gap
from steelyard.bundle import quantiles_of

if TYPE_CHECKING:
    from steelyard.analysis.correlation.content import Evidence

_RANKED = 200_000  # cases
_TIMED = f"latency_s IS NOT NULL AND {RIGHT} IS NOT NULL"


def latency_accuracy(table: CaseTable, *, confidence: float = 0.95) -> LatencyAccuracy | None:
    """Return how accuracy changes with latency; None when no case has a verdict and a time.

    Args:
        table: cases with `latency_s` and `score`.
        confidence: of the intervals.
    """
    [(n, scored)] = table.query(f"SELECT count(*), count(score) FROM case_means WHERE {_TIMED}")
    times = f"SELECT latency_s FROM case_means WHERE {_TIMED}"
    cuts = quantiles_of(table.cursor, times, [0, 0.25, 0.5, 0.75, 1])
    if cuts is None:
        return None
    median = cuts[2]

    def rate(where: str) -> Rate:
        return table.rate(RIGHT, f"{_TIMED} AND {where}", confidence=confidence)

    # A case at the median is fast.
    fast, slow = rate(f"latency_s <= {median!r}"), rate(f"latency_s > {median!r}")
    difference = gap(fast, slow)
    column = "score" if scored == n else RIGHT
    return LatencyAccuracy(
        median_s=median,
        fast=fast,
        slow=slow,
        difference=difference,
        evidence=evidence_of(difference),
        spearman=_ranked(table, column, confidence),
        scored="score" if scored == n else "passed",
        bands=_bands(table, cuts, confidence),
        reason=both("no_slow") if slow.value is None else None,
    )


def evidence_of(rate: Rate, nothing: float = 0.0) -> Evidence:
    """Return whether the interval leaves out `nothing`."""
    if rate.ci_low is None or rate.ci_high is None or rate.ci_low <= nothing <= rate.ci_high:
        return "not_established"
    return "established"


def _bands(table: CaseTable, cuts: list[float], confidence: float) -> tuple[LatencyBand, ...]:
    bands = []
    edges = list(dict.fromkeys(cuts))
    for at, (low, high) in enumerate(pairwise(edges)):
        above = ">=" if at == 0 else ">"
        where = f"{_TIMED} AND latency_s {above} {low!r} AND latency_s <= {high!r}"
        found = table.rate(RIGHT, where, confidence=confidence)
        if found.n:
            bands.append(LatencyBand(low, high, found))
    return tuple(bands)


def _ranked(table: CaseTable, column: str, confidence: float) -> Coefficient:
    found = table.cursor.execute(
        f"SELECT latency_s, {column} AS quality FROM case_means WHERE {_TIMED}"
        f" AND {column} IS NOT NULL AND {sampled(table, _RANKED)}"
    ).fetchnumpy()
    x, y = numbers_of(found["latency_s"]), numbers_of(found["quality"])
    value, n = spearman(x, y), len(x)
    if value is None:
        return Coefficient(None, n=n, reason=both("constant" if n > 2 else "too_few"))
    free = round(n * table.clusters / table.cases)
    limits = interval_of(value, free, spearman_error, confidence)
    p = p_of(value, free)
    if limits is None:
        return Coefficient(value, p=p, n=n, reason=both("no_interval"))
    return Coefficient(value, *limits, p=p, n=n)

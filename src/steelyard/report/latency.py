"""Where the seconds went: quantiles, a histogram with bins of equal ratio, the slowest cases."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from steelyard.report.content import Bin, Latency, Quantiles, SlowCase
from steelyard.report.text import excerpt

if TYPE_CHECKING:
    from steelyard.report.results import Results

_SHORTEST = 1e-6  # a clock below a microsecond says nothing; it also keeps log10 finite
_PER_DECADE = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50)
_WANTED_BINS = 18


def latency(results: Results, *, slowest: int, text_limit: int) -> Latency:
    """Read the latency part of a report."""
    total = _quantiles(results, "latency_s")
    return Latency(
        total=total,
        first_token=_quantiles(results, "first_token_s"),
        bins=_bins(results) if total else (),
        slowest=_slowest(results, slowest, text_limit),
    )


def _quantiles(results: Results, name: str) -> Quantiles | None:
    column = results.col(name)
    usable = f"(SELECT {column} AS x FROM results) WHERE x IS NOT NULL AND isfinite(x)"
    ((n, mean, longest),) = results.rows(f"SELECT count(*), avg(x), max(x) FROM {usable}")
    quantiles = results.quantiles(f"SELECT x FROM {usable}", [0.5, 0.95, 0.99])
    if quantiles is None:
        return None
    p50, p95, p99 = quantiles
    return Quantiles(n, mean, p50, p95, p99, longest)


def _bins(results: Results) -> tuple[Bin, ...]:
    seconds = f"greatest({results.col('latency_s')}, {_SHORTEST})"
    usable = f"{results.col('latency_s')} IS NOT NULL AND isfinite({results.col('latency_s')})"
    ((low, high),) = results.rows(
        f"SELECT min({seconds}), max({seconds}) FROM results WHERE {usable}"
    )
    per_decade = _per_decade(math.log10(high / low))
    counted = results.rows(
        f"SELECT CAST(floor(log10({seconds}) * {per_decade}) AS BIGINT) AS step, count(*)"
        f" FROM results WHERE {usable} GROUP BY step"
    )
    counts = dict(counted)
    return tuple(
        Bin(10 ** (step / per_decade), 10 ** ((step + 1) / per_decade), counts.get(step, 0))
        for step in range(min(counts), max(counts) + 1)
    )


def _per_decade(decades: float) -> int:
    for steps in _PER_DECADE:
        if decades * steps >= _WANTED_BINS:
            return steps
    return _PER_DECADE[-1]


def _slowest(results: Results, count: int, text_limit: int) -> tuple[SlowCase, ...]:
    col = results.col
    found = results.rows(
        f"SELECT {col('row')} AS r, {col('case_id')}, {col('scene')}, {col('status')},"
        f" {col('latency_s')} AS x, left({col('input')}, {text_limit}), length({col('input')})"
        f" FROM results WHERE x IS NOT NULL AND isfinite(x) ORDER BY x DESC, r LIMIT {count}"
    )
    return tuple(
        SlowCase(row, case_id, scene, status, seconds, excerpt(text, length))
        for row, case_id, scene, status, seconds, text, length in found
    )

"""Quantiles over rows, with the order statistics that bound them.

A distribution-free interval of a quantile runs from one ordered value to another; which ones
follows from the binomial distribution. So one sort gives the quantile and its
interval, in the database.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import duckdb

from steelyard.indicators.intervals import quantile_ranks
from steelyard.indicators.moments import Counts
from steelyard.indicators.print_sql import (
    print_missing,
    print_number,
    print_population,
    print_where,
)
from steelyard.indicators.table import RESULTS, Table
from steelyard.indicators.tree import Quantile
from steelyard.indicators.units import Units


class MeasuredQuantile(NamedTuple):
    """A quantile, what it rests on, and its interval when there are rows enough for one."""

    value: float | None
    counts: Counts
    bounds: tuple[float, float] | None = None


class Setting(NamedTuple):
    """Where and how quantiles are measured."""

    con: duckdb.DuckDBPyConnection
    table: Table
    units: Units
    groups: str
    confidence: float


Key = tuple[str | None, Quantile]


def measure_quantiles(atoms: Iterable[Quantile], setting: Setting) -> dict[Key, MeasuredQuantile]:
    """Return every quantile by group; those over the same rows share one sort."""
    sources: dict[tuple[str, str, str], list[Quantile]] = {}
    for atom in dict.fromkeys(atoms):
        inside = (
            f"{print_population(atom.population, setting.table)}"
            f" AND {print_where(atom.where, setting.table)}"
        )
        value = print_number(atom.value, setting.table)
        missing = print_missing(atom.population, setting.table)
        sources.setdefault((inside, value, missing), []).append(atom)
    found: dict[Key, MeasuredQuantile] = {}
    for source, wanted in sources.items():
        found |= _measure(source, wanted, setting)
    return found


def _measure(
    source: tuple[str, str, str], atoms: list[Quantile], setting: Setting
) -> dict[Key, MeasuredQuantile]:
    inside, value, missing = source
    units = setting.units
    clusters = "*" if units.single else f"DISTINCT {units.cluster}"
    counted = setting.con.execute(
        f"SELECT {units.group} AS __g, count(*) FILTER (WHERE {inside}),"
        f" count({clusters}) FILTER (WHERE {inside}),"
        f" count(*) FILTER (WHERE {missing})"
        f" FROM {RESULTS} WHERE {setting.groups} GROUP BY __g"
    ).fetchall()
    counts = {g: Counts(n, n, clusters, lacking) for g, n, clusters, lacking in counted}
    ranks = {
        (group, atom): _ranks(atom, count, setting.confidence)
        for group, count in counts.items()
        for atom in atoms
    }
    values = _values_at(ranks, f"{inside} AND {value} IS NOT NULL", value, setting)
    return {
        (group, atom): _assemble(atom, counts[group], ranks[group, atom], values.get(group, {}))
        for group, atom in ranks
    }


class _Ranks(NamedTuple):
    """Ranks (from 1) around the quantile and at the ends of its interval."""

    below: int
    above: int
    bounds: tuple[int, int] | None

    def all(self) -> tuple[int, ...]:
        return (self.below, self.above, *(self.bounds or ()))


def _ranks(atom: Quantile, counts: Counts, confidence: float) -> _Ranks:
    n, clusters = counts.rows, counts.clusters
    position = (n - 1) * atom.share
    below = int(position) + 1
    bounds = quantile_ranks(clusters, atom.share, confidence)
    if bounds is not None and clusters < n:
        # Rows of one cluster are not independent: take the ranks among clusters, at their share.
        low, high = bounds
        bounds = (max(1, low * n // clusters), min(n, -(-high * n // clusters)))
    return _Ranks(below, min(below + 1, n), bounds)


def _values_at(
    ranks: Mapping[Key, _Ranks], inside: str, value: str, setting: Setting
) -> dict[str | None, dict[int, float]]:
    """Return the ordered values at the wanted ranks, by group."""
    wanted = {(group, rank) for (group, _), own in ranks.items() for rank in own.all() if rank > 0}
    if not wanted:
        return {}
    found = setting.con.execute(
        f"WITH ordered AS (SELECT __g, __v,"
        f" row_number() OVER (PARTITION BY __g ORDER BY __v) AS at FROM"
        f" (SELECT {setting.units.group} AS __g, {value} AS __v FROM {RESULTS}"
        f" WHERE {setting.groups} AND {inside})),"
        f" wanted AS (SELECT unnest(?::VARCHAR[]) AS __g, unnest(?::BIGINT[]) AS at)"
        f" SELECT ordered.__g, ordered.at, __v FROM ordered JOIN wanted"
        f" ON ordered.at = wanted.at AND ordered.__g IS NOT DISTINCT FROM wanted.__g",
        [[group for group, _ in wanted], [rank for _, rank in wanted]],
    ).fetchall()
    values: dict[str | None, dict[int, float]] = {}
    for group, rank, at in found:
        values.setdefault(group, {})[rank] = at
    return values


def _assemble(
    atom: Quantile, counts: Counts, ranks: _Ranks, values: Mapping[int, float]
) -> MeasuredQuantile:
    if counts.rows == 0:
        return MeasuredQuantile(None, counts)
    below, above = values[ranks.below], values[ranks.above]
    part = (counts.rows - 1) * atom.share - (ranks.below - 1)
    bounds = None if ranks.bounds is None else (values[ranks.bounds[0]], values[ranks.bounds[1]])
    return MeasuredQuantile(below + part * (above - below), counts, bounds)

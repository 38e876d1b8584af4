"""Covariance of sums between clusters that do not weigh the same, by the jackknife.

The large cluster of a few pulls hardest on a total and moves its mean least from itself: a plain
variance between clusters is then too small. Leaving each cluster out in turn mends that; for
clusters of one size it is the plain variance. Why: docs/decisions/0025-intervals-second-edition.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

import duckdb

from steelyard.indicators.cluster_query import ClusterQuery
from steelyard.indicators.intervals import ClusterSizes, equal_clusters, sizes_from
from steelyard.indicators.print_sql import print_skewness
from steelyard.indicators.shapes import own_counts, skewed_total, sums_of
from steelyard.indicators.table import Table
from steelyard.indicators.tree import Node, Sum
from steelyard.indicators.units import Units


class Jackknife(NamedTuple):
    """What takes the place of the plain moments; the names are those of `Moments`."""

    covariance: Mapping[tuple[Sum, Sum], float]
    sizes: Mapping[Sum | None, ClusterSizes]
    skewness: float | None


def jackknife(
    con: duckdb.DuckDBPyConnection,
    trees: Mapping[str, Node],
    table: Table,
    units: Units,
    groups: str,
    source: str,
) -> dict[tuple[str | None, str], Jackknife]:
    """Return covariances, sizes and skewness by group and indicator.

    Args:
        con: where the results table is.
        trees: the expression of each indicator that rests on clusters of unequal weight.
        table: its columns.
        units: keys of group, cluster and case.
        groups: SQL condition choosing the rows of the groups that are wanted.
        source: what to read.
    """
    if not trees:
        return {}
    query = _Query(table, units)
    wanted = {id_: query.add(tree) for id_, tree in trees.items()}
    rows = con.execute(query.text(groups, source)).fetchall()
    return {(row[0], id_): _read(own, row) for row in rows for id_, own in wanted.items()}


def print_size_sums(share: str) -> list[str]:
    """Print how many clusters have a share of the cases, the largest, and what `sizes_from` adds.

    Args:
        share: SQL for the share of all cases that a cluster holds.
    """
    pull = f"({share} / nullif(1 - {share}, 0))"
    sums = (
        f"{share} ** 2",
        f"{pull} ** 2",
        f"{pull} ** 2 / nullif({share}, 0)",
        f"{pull} ** 4 / nullif({share}, 0)",
        f"{pull} ** 4 / nullif({share}, 0) ** 2",
    )
    some = f"count(CASE WHEN {share} > 0 THEN 1 END)"
    return [some, f"max({share})", *(f"sum({one})" for one in sums)]


def read_sizes(numbers: Sequence[float | None]) -> ClusterSizes:
    """Return the sizes from what `print_size_sums` asked for."""
    count, largest, *sums = (number or 0.0 for number in numbers)
    return sizes_from(int(count), largest, sums) if count > 1 else equal_clusters(int(count))


class _Columns(NamedTuple):
    """Where the numbers of one indicator are in a result row."""

    covariance: dict[tuple[Sum, Sum], int]
    weights: dict[Sum, Sum | None]
    sizes: dict[Sum | None, list[int]]
    clusters: int
    skewness: int


def _read(columns: _Columns, row: Sequence[float | None]) -> Jackknife:
    sizes = {one: read_sizes([row[at] for at in own]) for one, own in columns.sizes.items()}
    clusters = max(1.0, row[columns.clusters] or 0.0)
    scale = {
        atom: math.sqrt(max(0.0, 1 - 1 / max(1, sizes[weight].clusters)))
        for atom, weight in columns.weights.items()
    }
    covariance = {
        (a, b): scale[a] * scale[b] * (row[at] or 0.0) / clusters
        for (a, b), at in columns.covariance.items()
    }
    return Jackknife(covariance, sizes, row[columns.skewness])


class _Query(ClusterQuery):
    """Collects what clusters hold of the whole, and totals over what leaving them out changes."""

    def __init__(self, table: Table, units: Units) -> None:
        super().__init__(table, units)
        self.held: dict[str, str] = {}
        self.totals: dict[str, int] = {"g": 0}

    def add(self, tree: Node) -> _Columns:
        sums, own = sums_of(tree), own_counts(tree)
        cases = self.cases_of(self.counted(sums))
        parts = {atom: self.part(atom, cases) for atom in sums}
        shares = {None: self._share(cases)} | {one: self._share(parts[one]) for one in own.values()}
        weights: dict[Sum, Sum | None] = {atom: own.get(atom) for atom in sums}
        apart = {
            atom: f"({parts[atom]} - {shares[weight]} * {self._whole(parts[atom])})"
            for atom, weight in weights.items()
        }
        moved = {
            atom: f"({apart[atom]} / nullif(1 - {shares[weight]}, 0))"
            for atom, weight in weights.items()
        }
        skewed = skewed_total(tree)
        pairs = combinations_with_replacement(sums, 2)
        return _Columns(
            {(a, b): self._total(f"sum({moved[a]} * {moved[b]})") for a, b in pairs},
            weights,
            {
                one: [self._total(sql) for sql in print_size_sums(share)]
                for one, share in shares.items()
            },
            self._total(f"count(CASE WHEN {cases} > 0 THEN 1 END)"),
            self._total("NULL" if skewed is None else print_skewness(apart[skewed])),
        )

    def text(self, groups: str, source: str) -> str:
        """Return the whole query."""
        held = "".join(f", {sql} AS {name}" for sql, name in self.held.items())
        totals = "".join(f", {sql}" for sql in self.totals if sql != "g")
        return (
            f"{self.stages(groups, source)}, held_ AS (SELECT *{held} FROM clusters_)"
            f" SELECT g{totals} FROM held_ GROUP BY g"
        )

    def _share(self, weight: str) -> str:
        whole = f"nullif(sum({weight}) OVER (PARTITION BY g), 0)"
        return self._held(f"coalesce({weight}, 0) / {whole}")

    def _whole(self, part: str) -> str:
        return self._held(f"sum({part}) OVER (PARTITION BY g)")

    def _held(self, sql: str) -> str:
        return self.held.setdefault(sql, f"w{len(self.held)}")

    def _total(self, sql: str) -> int:
        return self.totals.setdefault(sql, len(self.totals))

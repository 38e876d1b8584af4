"""The one query: sums of every indicator, and how they vary together between clusters.

Rows are averaged inside their case (so epochs count once), cases are added up inside their cluster,
and over clusters DuckDB returns totals and covariances. Nothing per row or per cluster leaves the
database, so a million cases need no arrays here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import duckdb

from steelyard.indicators.cluster_query import ClusterQuery
from steelyard.indicators.dual import Dual, variable
from steelyard.indicators.intervals import ClusterSizes, equal_clusters
from steelyard.indicators.print_sql import print_missing, print_skewness
from steelyard.indicators.shapes import own_counts, skewed_total, sums_of
from steelyard.indicators.table import RESULTS, Table
from steelyard.indicators.tree import Atom, Node, Sum
from steelyard.indicators.unequal_clusters import jackknife
from steelyard.indicators.units import Units


class Counts(NamedTuple):
    """How much one indicator rests on."""

    cases: int = 0
    rows: int = 0
    clusters: int = 0
    missing: int = 0


class Moments(NamedTuple):
    """Totals of the sums of one indicator and their covariance between clusters.

    Attributes:
        atoms: the totals.
        covariance: of the totals, divided by the number of clusters.
        counts: how much the indicator rests on.
        sizes: how cases spread over clusters: those of the indicator under None, and of an
            expression made of means those that each mean counts.
        skewness: of the clusters' parts of a plain mean; None for anything else.
    """

    atoms: Mapping[Atom, Dual]
    covariance: Mapping[tuple[Sum, Sum], float]
    counts: Counts
    sizes: Mapping[Sum | None, ClusterSizes]
    skewness: float | None = None


NOTHING = Counts()


def measure(
    con: duckdb.DuckDBPyConnection,
    trees: Mapping[str, tuple[Node, Sequence[Node]]],
    table: Table,
    units: Units,
    groups: str,
    source: str = RESULTS,
) -> dict[str | None, dict[str, Moments]]:
    """Return the moments of every indicator, by group (None when there is no breakdown).

    Args:
        con: where the results table is.
        trees: of each indicator, the expression that decides what counts, and others beside it.
        table: its columns.
        units: keys of group, cluster and case.
        groups: SQL condition choosing the rows of the groups that are wanted.
        source: what to read instead of the results table.
    """
    query = _Query(table, units)
    wanted = {id_: query.add(main, others) for id_, (main, others) in trees.items()}
    if not wanted:
        return {}
    rows = con.execute(query.text(groups, source)).fetchall()
    found = {row[0]: {id_: _read(columns, row) for id_, columns in wanted.items()} for row in rows}
    unequal = {
        (row[0], id_)
        for row in rows
        for id_, columns in wanted.items()
        if not _has_equal_clusters(columns, row)
    }
    again = {id_: trees[id_][0] for _, id_ in unequal}
    for key, own in jackknife(con, again, table, units, groups, source).items():
        if key in unequal:
            group, id_ = key
            found[group][id_] = found[group][id_]._replace(**own._asdict())
    return found


def cluster_sums(
    con: duckdb.DuckDBPyConnection,
    sums: Sequence[Sum],
    table: Table,
    units: Units,
    bucket: str,
    source: str = RESULTS,
) -> list[tuple[Any, ...]]:
    """Return each sum per bucket of clusters: a row holds the bucket and then its sums.

    Args:
        con: where the table is.
        sums: what to add up.
        table: its columns.
        units: keys of cluster and case.
        bucket: SQL that puts a cluster, {0}, into its bucket.
        source: what to read instead of the results table.
    """
    query = ClusterQuery(table, units)
    return con.execute(query.by_bucket([query.sum(one) for one in sums], bucket, source)).fetchall()


class _Columns(NamedTuple):
    """Where the numbers of one indicator are in a result row.

    `sizes` are, for each weight that clusters have, how many have any, the least and the greatest.
    """

    totals: dict[Sum, int]
    covariance: dict[tuple[Sum, Sum], int]
    counts: tuple[int, int, int, int]
    sizes: dict[Sum | None, tuple[int, int, int]]
    skewness: int


def _read(columns: _Columns, row: Sequence[float | None]) -> Moments:
    atoms: dict[Atom, Dual] = {atom: variable(row[at], atom) for atom, at in columns.totals.items()}
    covariance = {pair: row[at] or 0.0 for pair, at in columns.covariance.items()}
    counts = Counts(*(int(row[at] or 0) for at in columns.counts))
    sizes = {one: equal_clusters(int(row[at[0]] or 0)) for one, at in columns.sizes.items()}
    return Moments(atoms, covariance, counts, sizes, row[columns.skewness])


def _has_equal_clusters(columns: _Columns, row: Sequence[float | None]) -> bool:
    """Return whether all clusters weigh the same, in the whole and in every mean."""
    return all(row[least] == row[most] for _, least, most in columns.sizes.values())


class _Query(ClusterQuery):
    """Collects distinct totals over clusters."""

    def __init__(self, table: Table, units: Units) -> None:
        super().__init__(table, units)
        self.totals: dict[str, int] = {"g": 0}

    def add(self, main: Node, others: Sequence[Node]) -> _Columns:
        sums = sums_of(main)
        # A row counts when any of the sums looks at it: for precision, when it was attempted.
        counted = self.counted(sums)
        cases = self.cases_of(counted)
        populations = dict.fromkeys(atom.population for atom in sums)
        lacks = " OR ".join(print_missing(population, self.table) for population in populations)
        lacking = self.row(lacks or "false")
        missing = self.cluster(self.case("sum", f"CASE WHEN {lacking} THEN 1 ELSE 0 END"))
        every = dict.fromkeys((*sums, *(a for node in others for a in sums_of(node))))
        rows = self.cluster(self.case("sum", f"CASE WHEN {counted} THEN 1 ELSE 0 END"))
        parts = {atom: self.part(atom, cases) for atom in every}
        pairs = combinations_with_replacement(sums, 2)
        weights = {None: cases} | {one: parts[one] for one in own_counts(main).values()}
        skewed = skewed_total(main)
        return _Columns(
            {atom: self._total(f"sum({part})") for atom, part in parts.items()},
            {(a, b): self._total(f"covar_samp({parts[a]}, {parts[b]})") for a, b in pairs},
            (
                self._total(f"sum({cases})"),
                self._total(f"sum({rows})"),
                self._total(f"count(CASE WHEN {cases} > 0 THEN 1 END)"),
                self._total(f"sum({missing})"),
            ),
            {one: self._size(weight) for one, weight in weights.items()},
            self._total("NULL" if skewed is None else print_skewness(parts[skewed])),
        )

    def text(self, groups: str, source: str) -> str:
        """Return the whole query."""
        totals = "".join(f", {sql}" for sql in self.totals if sql != "g")
        return f"{self.stages(groups, source)} SELECT g{totals} FROM clusters_ GROUP BY g"

    def _size(self, weight: str) -> tuple[int, int, int]:
        some = f"CASE WHEN {weight} > 0 THEN {weight} END"
        many, least, most = (
            self._total(f"{function}({some})") for function in ("count", "min", "max")
        )
        return many, least, most

    def _total(self, sql: str) -> int:
        return self.totals.setdefault(sql, len(self.totals))

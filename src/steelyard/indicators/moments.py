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

from steelyard.indicators.dual import Dual, variable
from steelyard.indicators.print_sql import (
    print_missing,
    print_number,
    print_population,
    print_where,
)
from steelyard.indicators.table import RESULTS, Table
from steelyard.indicators.tree import Atom, Extreme, Node, Population, Sum, atoms_of
from steelyard.indicators.units import Units


class Counts(NamedTuple):
    """How much one indicator rests on."""

    cases: int = 0
    rows: int = 0
    clusters: int = 0
    missing: int = 0


class Moments(NamedTuple):
    """Totals of the sums of one indicator and their covariance between clusters.

    `clusters` tells, for the sums that count rows, in how many clusters there are any.
    """

    atoms: Mapping[Atom, Dual]
    covariance: Mapping[tuple[Sum, Sum], float]
    counts: Counts
    clusters: Mapping[Sum, int]


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
    found = con.execute(query.text(groups, source)).fetchall()
    return {row[0]: {id_: _read(columns, row) for id_, columns in wanted.items()} for row in found}


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
    query = _Query(table, units)
    return con.execute(query.text_by_bucket(sums, bucket, source)).fetchall()


class _Columns(NamedTuple):
    """Where the numbers of one indicator are in a result row."""

    totals: dict[Sum, int]
    covariance: dict[tuple[Sum, Sum], int]
    counts: tuple[int, int, int, int]
    clusters: dict[Sum, int]


def _read(columns: _Columns, row: Sequence[float | None]) -> Moments:
    atoms: dict[Atom, Dual] = {atom: variable(row[at], atom) for atom, at in columns.totals.items()}
    covariance = {pair: row[at] or 0.0 for pair, at in columns.covariance.items()}
    counts = Counts(*(int(row[at] or 0) for at in columns.counts))
    clusters = {atom: int(row[at] or 0) for atom, at in columns.clusters.items()}
    return Moments(atoms, covariance, counts, clusters)


def sums_of(node: Node) -> list[Sum]:
    """Return the sums of an expression; an extreme is found elsewhere, but its rows count."""
    found = [
        Sum(atom.population, None, atom.where) if isinstance(atom, Extreme) else atom
        for atom in atoms_of(node)
    ]
    return list(dict.fromkeys(atom for atom in found if isinstance(atom, Sum)))


class _Query:
    """Collects distinct columns level by level: rows, cases, clusters, totals."""

    def __init__(self, table: Table, units: Units) -> None:
        self.table, self.units = table, units
        self.rows: dict[str, str] = {}
        self.cases: dict[str, str] = {}
        self.clusters: dict[str, str] = {}
        self.totals: dict[str, int] = {"g": 0}

    def add(self, main: Node, others: Sequence[Node]) -> _Columns:
        sums = sums_of(main)
        # A row counts when any of the sums looks at it: for precision, when it was attempted.
        insides = list(dict.fromkeys(self._inside(atom) for atom in sums)) or ["false"]
        looks = " OR ".join(f"({inside})" for inside in insides)
        counted = insides[0] if len(insides) == 1 else self._row(looks)
        cases = self._cluster(self._case("max", f"CASE WHEN {counted} THEN 1 ELSE 0 END"))
        populations = dict.fromkeys(atom.population for atom in sums)
        lacks = " OR ".join(print_missing(population, self.table) for population in populations)
        lacking = self._row(lacks or "false")
        missing = self._cluster(self._case("sum", f"CASE WHEN {lacking} THEN 1 ELSE 0 END"))
        every = dict.fromkeys((*sums, *(a for node in others for a in sums_of(node))))
        rows = self._cluster(self._case("sum", f"CASE WHEN {counted} THEN 1 ELSE 0 END"))
        parts = {
            atom: f"CASE WHEN {cases} > 0 THEN coalesce({self._sum(atom)}, 0) END" for atom in every
        }
        pairs = combinations_with_replacement(sums, 2)
        return _Columns(
            {atom: self._total(f"sum({part})") for atom, part in parts.items()},
            {(a, b): self._total(f"covar_samp({parts[a]}, {parts[b]})") for a, b in pairs},
            (
                self._total(f"sum({cases})"),
                self._total(f"sum({rows})"),
                self._total(f"count(CASE WHEN {cases} > 0 THEN 1 END)"),
                self._total(f"sum({missing})"),
            ),
            {
                atom: self._total(f"count(CASE WHEN {parts[atom]} > 0 THEN 1 END)")
                for atom in sums
                if atom.value is None
            },
        )

    def text(self, groups: str, source: str) -> str:
        """Return the whole query."""
        rows = "".join(f", {sql} AS {name}" for sql, name in self.rows.items())
        cases = "".join(f", {sql} AS {name}" for sql, name in self.cases.items())
        clusters = "".join(f", {sql} AS {name}" for sql, name in self.clusters.items())
        totals = "".join(f", {sql}" for sql in self.totals if sql != "g")
        units = self.units
        cluster = f", {units.cluster} AS k" if units.clustered else ""
        keys, merge = ("g, k, c", " GROUP BY g, k") if units.clustered else ("g, c", "")
        gather = "" if units.single else f" GROUP BY {keys}"
        return (
            f"WITH rows_ AS (SELECT {units.group} AS g{cluster}, {units.case} AS c{rows}"
            f" FROM {source} WHERE {groups}),"
            f" cases_ AS (SELECT {keys}{cases} FROM rows_{gather}),"
            f" clusters_ AS (SELECT g{clusters} FROM cases_{merge})"
            f" SELECT g{totals} FROM clusters_ GROUP BY g"
        )

    def text_by_bucket(self, sums: Sequence[Sum], bucket: str, source: str) -> str:
        """Return the query for sums per bucket of clusters."""
        names = [self._sum(atom) for atom in sums]
        rows = "".join(f", {sql} AS {name}" for sql, name in self.rows.items())
        cases = "".join(f", {sql} AS {name}" for sql, name in self.cases.items())
        clusters = "".join(f", {sql} AS {name}" for sql, name in self.clusters.items())
        units = self.units
        gather = "" if units.single else " GROUP BY u, c"
        merge = " GROUP BY u" if units.clustered else ""
        added = "".join(f", sum(coalesce({name}, 0))" for name in names)
        return (
            f"WITH rows_ AS (SELECT {units.cluster} AS u, {units.case} AS c{rows} FROM {source}),"
            f" cases_ AS (SELECT u, c{cases} FROM rows_{gather}),"
            f" clusters_ AS (SELECT u{clusters} FROM cases_{merge})"
            f" SELECT {bucket.format('u')} AS b{added} FROM clusters_ GROUP BY b"
        )

    def _inside(self, atom: Sum) -> str:
        belongs = self._belongs(atom.population)
        if atom.where is None:
            return belongs
        return f"{belongs} AND {self._row(print_where(atom.where, self.table))}"

    def _belongs(self, population: Population) -> str:
        return self._row(print_population(population, self.table))

    def _sum(self, atom: Sum) -> str:
        """Return the cluster-level name of a sum in which every case has weight one."""
        value = self._row(print_number(atom.value, self.table))
        added = self._case("sum", f"CASE WHEN {self._inside(atom)} THEN {value} ELSE 0 END")
        if atom.population.each_row or self.units.single:
            return self._cluster(added)
        belongs = self._belongs(atom.population)
        epochs = self._case("sum", f"CASE WHEN {belongs} THEN 1 ELSE 0 END")
        return self._cluster(f"{added} / nullif({epochs}, 0)")

    def _row(self, sql: str) -> str:
        return self.rows.setdefault(sql, f"r{len(self.rows)}")

    def _case(self, function: str, sql: str) -> str:
        """Put the rows of a case together; when every row is a case, there is nothing to do."""
        sql = sql if self.units.single else f"{function}({sql})"
        return self.cases.setdefault(sql, f"s{len(self.cases)}")

    def _cluster(self, sql: str) -> str:
        """Add cases up inside their cluster; without clusters every case is one."""
        sql = f"sum({sql})" if self.units.clustered else sql
        return self.clusters.setdefault(sql, f"t{len(self.clusters)}")

    def _total(self, sql: str) -> int:
        return self.totals.setdefault(sql, len(self.totals))

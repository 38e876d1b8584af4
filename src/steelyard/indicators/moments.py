"""The one query: sums of every indicator, and how they vary together between clusters.

Rows are averaged inside their case (so epochs count once), cases are added up inside their cluster,
and over clusters DuckDB returns totals and covariances. Nothing per row or per cluster leaves the
database, so a million cases need no arrays here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

import duckdb

from steelyard.indicators.dual import Dual, variable
from steelyard.indicators.print_sql import (
    print_missing,
    print_number,
    print_population,
    print_where,
)
from steelyard.indicators.table import RESULTS, Table
from steelyard.indicators.tree import Atom, Node, Population, Sum, atoms_of
from steelyard.indicators.units import Units


class Counts(NamedTuple):
    """How much one indicator rests on."""

    cases: int = 0
    rows: int = 0
    clusters: int = 0
    missing: int = 0


class Moments(NamedTuple):
    """Totals of the sums of one indicator and their covariance between clusters."""

    atoms: Mapping[Atom, Dual]
    covariance: Mapping[tuple[Sum, Sum], float]
    counts: Counts


NOTHING = Counts()


def measure(
    con: duckdb.DuckDBPyConnection,
    trees: Mapping[str, tuple[Node, Sequence[Node]]],
    table: Table,
    units: Units,
    groups: str,
) -> dict[str | None, dict[str, Moments]]:
    """Return the moments of every indicator, by group (None when there is no breakdown).

    Args:
        con: where the results table is.
        trees: of each indicator, the expression that decides what counts, and others beside it.
        table: its columns.
        units: keys of group, cluster and case.
        groups: SQL condition choosing the rows of the groups that are wanted.
    """
    query = _Query(table, units)
    wanted = {id_: query.add(main, others) for id_, (main, others) in trees.items()}
    if not wanted:
        return {}
    found = con.execute(query.text(groups)).fetchall()
    return {row[0]: {id_: _read(columns, row) for id_, columns in wanted.items()} for row in found}


class _Columns(NamedTuple):
    """Where the numbers of one indicator are in a result row."""

    totals: dict[Sum, int]
    covariance: dict[tuple[Sum, Sum], int]
    counts: tuple[int, int, int, int]


def _read(columns: _Columns, row: Sequence[float | None]) -> Moments:
    atoms: dict[Atom, Dual] = {atom: variable(row[at], atom) for atom, at in columns.totals.items()}
    covariance = {pair: row[at] or 0.0 for pair, at in columns.covariance.items()}
    return Moments(atoms, covariance, Counts(*(int(row[at] or 0) for at in columns.counts)))


def _sums(node: Node) -> list[Sum]:
    return [atom for atom in atoms_of(node) if isinstance(atom, Sum)]


class _Query:
    """Collects distinct columns level by level: rows, cases, clusters, totals."""

    def __init__(self, table: Table, units: Units) -> None:
        self.table, self.units = table, units
        self.rows: dict[str, str] = {}
        self.cases: dict[str, str] = {}
        self.clusters: dict[str, str] = {}
        self.totals: dict[str, int] = {"g": 0}

    def add(self, main: Node, others: Sequence[Node]) -> _Columns:
        sums = _sums(main)
        # A row counts when any of the sums looks at it: for precision, when it was attempted.
        looks = " OR ".join(dict.fromkeys(f"({self._inside(atom)})" for atom in sums)) or "false"
        counted = self._row(looks)
        cases = self._cluster(self._case("max", f"CASE WHEN {counted} THEN 1 ELSE 0 END"))
        rows = self._cluster(self._case("sum", f"CASE WHEN {counted} THEN 1 ELSE 0 END"))
        populations = dict.fromkeys(atom.population for atom in sums)
        lacks = " OR ".join(print_missing(population, self.table) for population in populations)
        lacking = self._row(lacks or "false")
        missing = self._cluster(self._case("sum", f"CASE WHEN {lacking} THEN 1 ELSE 0 END"))
        parts = {
            atom: f"CASE WHEN {cases} > 0 THEN coalesce({self._sum(atom)}, 0) END"
            for atom in dict.fromkeys((*sums, *(a for node in others for a in _sums(node))))
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
        )

    def text(self, groups: str) -> str:
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
            f" FROM {RESULTS} WHERE {groups}),"
            f" cases_ AS (SELECT {keys}{cases} FROM rows_{gather}),"
            f" clusters_ AS (SELECT g{clusters} FROM cases_{merge})"
            f" SELECT g{totals} FROM clusters_ GROUP BY g"
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

"""The one query for tables in which every row is a case and a cluster of its own.

That is the large, simple table of most runs, and much is then known without asking: what a row adds
to a count is 0 or 1, so products of counts are counts, and the product of a sum with the count of
its own rows is that sum again. Truths are counted as truths, seven times faster than sums of 0 and
1. The general query in `moments` gives the same numbers; the tests compare the two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations_with_replacement
from typing import NamedTuple

import duckdb

from steelyard.indicators.dual import Dual, variable
from steelyard.indicators.intervals import ClusterSizes, equal_clusters
from steelyard.indicators.moments import Counts, Moments
from steelyard.indicators.print_sql import (
    print_number,
    print_population,
    print_row,
    print_skewness,
    print_wanted,
    print_where,
)
from steelyard.indicators.shapes import own_counts, skewed_total, sums_of
from steelyard.indicators.table import Table
from steelyard.indicators.tree import Atom, Node, Population, Sum
from steelyard.indicators.units import NO_GROUP, Units


def measure_rows(
    con: duckdb.DuckDBPyConnection,
    trees: Mapping[str, tuple[Node, Sequence[Node]]],
    table: Table,
    units: Units,
    groups: str,
    source: str,
) -> dict[str | None, dict[str, Moments]]:
    """Return the moments of every indicator by group, as `moments.measure` does."""
    query = _Query(table)
    wanted = {id_: query.add(main, others) for id_, (main, others) in trees.items()}
    if not wanted:
        return {}
    found = con.execute(query.text(units.group, groups, source)).fetchall()
    return {row[0]: {id_: _read(columns, row) for id_, columns in wanted.items()} for row in found}


class _Columns(NamedTuple):
    """Where the numbers of one indicator are in a result row.

    `missing` are the rows wanted and those of them that belong; the difference lacks something.
    `means` are the counts of the means that the indicator is made of.
    """

    totals: dict[Sum, int]
    products: dict[tuple[Sum, Sum], int]
    covariance: dict[tuple[Sum, Sum], int]
    counted: int
    missing: tuple[int, int]
    means: tuple[Sum, ...]
    skewness: int


def _read(columns: _Columns, row: Sequence[float | None]) -> Moments:
    totals = {atom: float(row[at] or 0) for atom, at in columns.totals.items()}
    n = int(row[columns.counted] or 0)
    covariance = {pair: row[at] or 0.0 for pair, at in columns.covariance.items()}
    for (a, b), at in columns.products.items():
        apart = totals[a] * totals[b] / max(n, 1)
        covariance[a, b] = (float(row[at] or 0) - apart) / (n - 1) if n > 1 else 0.0
    atoms: dict[Atom, Dual] = {atom: variable(total, atom) for atom, total in totals.items()}
    sizes: dict[Sum | None, ClusterSizes] = {None: equal_clusters(n)}
    sizes |= {count: equal_clusters(int(totals[count])) for count in columns.means}
    wanted, belonging = (int(row[at] or 0) for at in columns.missing)
    counts = Counts(n, n, n, wanted - belonging)
    return Moments(atoms, covariance, counts, sizes, row[columns.skewness])


class _Query:
    """Collects distinct columns of rows, and distinct totals over them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rows: dict[str, str] = {}
        self.totals: dict[str, int] = {"g": 0}

    def add(self, main: Node, others: Sequence[Node]) -> _Columns:
        sums = sums_of(main)
        every = dict.fromkeys((*sums, *(atom for node in others for atom in sums_of(node))))
        insides = list(dict.fromkeys(self._inside(atom) for atom in sums)) or ["false"]
        counted = insides[0] if len(insides) == 1 else self._row(" OR ".join(insides))
        populations = list(dict.fromkeys(atom.population for atom in sums))
        totals = {atom: self._total(self._sum(atom)) for atom in every}
        products: dict[tuple[Sum, Sum], int] = {}
        covariance: dict[tuple[Sum, Sum], int] = {}
        for a, b in combinations_with_replacement(sums, 2):
            known = _known_product(a, b)
            if known is not None:
                products[a, b] = totals[known]
            elif _is_bit(a) or _is_bit(b):
                number, bit = (b, a) if _is_bit(a) else (a, b)
                products[a, b] = self._total(self._sum(number, also=self._bit(bit)))
            else:
                x, y = (self._number_or_zero(atom) for atom in (a, b))
                spread = f"covar_samp({x}, {y}) FILTER (WHERE {counted})"
                covariance[a, b] = self._total(spread)
        in_all = self._total(f"count_if({counted})")
        missing, means = self._missing(populations), tuple(own_counts(main).values())
        skewness = self._skewness(skewed_total(main))
        return _Columns(totals, products, covariance, in_all, missing, means, skewness)

    def text(self, group: str, groups: str, source: str) -> str:
        """Return the whole query."""
        rows = "".join(f", {sql} AS {name}" for sql, name in self.rows.items())
        totals = "".join(f", {sql}" for sql in self.totals if sql != "g")
        inner = f"(SELECT {group} AS g{rows} FROM {source} WHERE {groups})"
        if group == NO_GROUP:
            return f"SELECT {NO_GROUP}{totals} FROM {inner}"
        return f"SELECT g{totals} FROM {inner} GROUP BY g"

    def _sum(self, atom: Sum, also: str = "") -> str:
        """Print what a sum comes to, over rows that are `also` something."""
        if _is_bit(atom):
            return f"count_if({' AND '.join(filter(None, (self._bit(atom), also)))})"
        inside = " AND ".join(filter(None, (self._inside(atom), also)))
        return f"sum({self._row(print_number(atom.value, self.table))}) FILTER (WHERE {inside})"

    def _skewness(self, atom: Sum | None) -> int:
        if atom is None:
            return self._total("NULL")
        skewness = print_skewness(self._row(print_number(atom.value, self.table)))
        return self._total(f"{skewness} FILTER (WHERE {self._inside(atom)})")

    def _missing(self, populations: Sequence[Population]) -> tuple[int, int]:
        """Count the rows wanted and those that belong; of several populations, those lacking."""
        nothing = self._total("0")
        if not populations:
            return nothing, nothing
        wanted = [self._row(print_wanted(one, self.table)) for one in populations]
        belongs = [self._row(print_population(one, self.table)) for one in populations]
        if len(populations) == 1:
            return self._total(f"count_if({wanted[0]})"), self._total(f"count_if({belongs[0]})")
        pairs = zip(wanted, belongs, strict=True)
        lacks = " OR ".join(f"({want} AND NOT {belong})" for want, belong in pairs)
        return self._total(f"count_if({lacks})"), nothing

    def _number_or_zero(self, atom: Sum) -> str:
        value = self._row(print_number(atom.value, self.table))
        return f"CASE WHEN {self._inside(atom)} THEN {value} ELSE 0 END"

    def _bit(self, atom: Sum) -> str:
        inside = self._inside(atom)
        if atom.value is None:
            return inside
        given = atom.population.required
        known = atom.value in atom.population.known
        value = (print_row if known else partial(print_where, given=given))(atom.value, self.table)
        return self._row(f"{inside} AND {value}")

    def _inside(self, atom: Sum) -> str:
        belongs = self._row(print_population(atom.population, self.table))
        if atom.where is None:
            return belongs
        where = print_where(atom.where, self.table, given=atom.population.required)
        return self._row(f"{belongs} AND {where}")

    def _row(self, sql: str) -> str:
        return self.rows.setdefault(sql, f"r{len(self.rows)}")

    def _total(self, sql: str) -> int:
        return self.totals.setdefault(sql, len(self.totals))


def _is_bit(atom: Sum) -> bool:
    """Return whether a row adds 0 or 1."""
    return atom.value is None or atom.is_share


def _known_product(a: Sum, b: Sum) -> Sum | None:
    """Return the sum that a product over single rows comes to, when it is one of the two."""
    for one, other in ((a, b), (b, a)):
        same = (one.population, one.where) == (other.population, other.where)
        if same and other.value is None:
            return one
    return a if a == b and _is_bit(a) else None

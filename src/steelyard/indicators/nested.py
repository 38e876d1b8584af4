"""Aggregates over groups (`by` and `each`): first per group, then over the groups.

SQL cannot nest aggregates, so this takes two queries: the sums of every group, from which value and
slopes follow; then, with the slopes, how much each cluster pulls on the value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import duckdb

from steelyard.indicators.dual import UNDEFINED, Dual, variable
from steelyard.indicators.moments import NOTHING, Counts
from steelyard.indicators.print_sql import (
    print_missing,
    print_number,
    print_population,
    print_where,
)
from steelyard.indicators.resolve import Nested
from steelyard.indicators.scalar import evaluate
from steelyard.indicators.table import RESULTS, Table
from steelyard.indicators.tree import Atom, Node, Sum, atoms_of
from steelyard.indicators.units import Units


class MeasuredNested(NamedTuple):
    """What the groups came to together."""

    value: Dual
    variance: float | None
    counts: Counts


def measure_nested(
    con: duckdb.DuckDBPyConnection,
    tree: Node,
    nested: Nested,
    table: Table,
    units: Units,
    groups: str,
) -> dict[str | None, MeasuredNested]:
    """Return value and sampling variance of a nested indicator, by breakdown group."""
    query = _Query(nested, table, units, groups)
    counts = {row[0]: Counts(*row[1:]) for row in con.execute(query.counts()).fetchall()}
    sums: dict[str | None, dict[str, dict[Atom, Dual]]] = {}
    for group, member, *totals in con.execute(query.totals()).fetchall():
        sums.setdefault(group, {})[member] = {
            atom: variable(total, (member, atom))
            for atom, total in zip(query.sums, totals, strict=True)
        }
    values = {group: _value(tree, nested, sums.get(group, {})) for group in counts}
    pulls = query.variances(con, values)
    return {
        group: MeasuredNested(value, pulls.get(group), counts.get(group, NOTHING))
        for group, value in values.items()
    }


def _value(tree: Node, nested: Nested, members: Mapping[str, Mapping[Atom, Dual]]) -> Dual:
    if not members:
        return UNDEFINED
    groups = []
    for member, atoms in sorted(members.items()):
        each = {name: evaluate(node, atoms) for name, node in nested.each.items()}
        groups.append({nested.name: Dual(member), **each})
    return evaluate(tree, {}, groups=groups)


class _Query:
    def __init__(self, nested: Nested, table: Table, units: Units, groups: str) -> None:
        self.nested, self.table, self.units, self.groups = nested, table, units, groups
        every = (atom for node in nested.each.values() for atom in atoms_of(node))
        self.sums = list(dict.fromkeys(atom for atom in every if isinstance(atom, Sum)))

    def counts(self) -> str:
        inside = print_population(self.nested.population, self.table)
        missing = print_missing(self.nested.population, self.table)
        return (
            f"SELECT {self.units.group} AS __g,"
            f" count(DISTINCT {self.units.case}) FILTER (WHERE {inside}),"
            f" count(*) FILTER (WHERE {inside}),"
            f" count(DISTINCT {self.units.cluster}) FILTER (WHERE {inside}),"
            f" count(*) FILTER (WHERE {missing}) FROM {RESULTS} WHERE {self.groups} GROUP BY __g"
        )

    def totals(self) -> str:
        parts = "".join(f", sum({part})" for part in self._parts())
        return f"{self._members()} SELECT __g, __m{parts} FROM members GROUP BY __g, __m"

    def variances(
        self, con: duckdb.DuckDBPyConnection, values: Mapping[str | None, Dual]
    ) -> dict[str | None, float | None]:
        """Return the variance between clusters of each cluster's pull on the value, times C."""
        slopes: dict[tuple[str | None, str], list[float]] = {}
        for group, value in values.items():
            for key, slope in value.slope.items():
                member, atom = _member_and_atom(key)
                own = slopes.setdefault((group, member), [0.0] * len(self.sums))
                own[self.sums.index(atom)] = slope
        if not slopes:
            return {}
        pull = " + ".join(f"__s{at} * {part}" for at, part in enumerate(self._parts()))
        columns = "".join(f", unnest(?::DOUBLE[]) AS __s{at}" for at in range(len(self.sums)))
        bound: list[Any] = [[group for group, _ in slopes], [member for _, member in slopes]]
        bound += [[own[at] for own in slopes.values()] for at in range(len(self.sums))]
        found = con.execute(
            f"{self._members()},"
            f" slopes AS (SELECT unnest(?::VARCHAR[]) AS __of_g,"
            f" unnest(?::VARCHAR[]) AS __of_m{columns}),"
            f" pulls AS (SELECT __g, __k, sum({pull}) AS z FROM members JOIN slopes"
            f" ON __m = __of_m AND __g IS NOT DISTINCT FROM __of_g"
            f" GROUP BY __g, __k)"
            f" SELECT __g, count(*) * var_samp(z) FROM pulls GROUP BY __g",
            bound,
        ).fetchall()
        return dict(found)

    def _parts(self) -> list[str]:
        """Print what a row adds to each sum of its group, weighing one over its epochs."""
        names = {self.nested.name: "__m"}
        return [
            f"(CASE WHEN {print_where(atom.where, self.table, names)}"
            f" THEN __w * {print_number(atom.value, self.table, names)} ELSE 0 END)"
            for atom in self.sums
        ]

    def _members(self) -> str:
        """Print the rows, each once for every group it is in."""
        inside = print_population(self.nested.population, self.table)
        columns = ", ".join(f"CAST({self.table.sql(c)} AS VARCHAR)" for c in self.nested.columns)
        return (
            f"WITH weighted AS (SELECT *, {self.units.group} AS __g, {self.units.cluster} AS __k,"
            f" 1.0 / count(*) OVER (PARTITION BY {self.units.group}, {self.units.case}) AS __w"
            f" FROM {RESULTS} WHERE {self.groups} AND {inside}),"
            f" members AS (SELECT *, unnest(list_distinct([{columns}])) AS __m FROM weighted)"
        )


def _member_and_atom(key: Any) -> tuple[str, Sum]:
    member, atom = key
    return member, atom

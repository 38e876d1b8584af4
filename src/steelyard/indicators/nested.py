"""Aggregates over groups (`by` and `each`): first per group, then over the groups.

SQL cannot nest aggregates, so this takes two queries: the sums of every group, from which value and
slopes follow; then, with the slopes, how much each cluster pulls on the value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import duckdb

from steelyard.indicators.dual import UNDEFINED, Dual, variable
from steelyard.indicators.intervals import ClusterSizes, equal_clusters
from steelyard.indicators.moments import NOTHING, Counts
from steelyard.indicators.print_sql import (
    print_missing,
    print_number,
    print_population,
    print_row,
    print_where,
)
from steelyard.indicators.resolve import Nested
from steelyard.indicators.scalar import evaluate
from steelyard.indicators.shapes import averaged_by
from steelyard.indicators.table import RESULTS, Table
from steelyard.indicators.tree import Atom, Extreme, Node, Sum, atoms_of
from steelyard.indicators.unequal_clusters import print_size_sums, read_sizes
from steelyard.indicators.units import NO_GROUP, Units

Names = Mapping[str, Dual]
_Spread: TypeAlias = tuple[float | None, ClusterSizes | None]
_NO_SPREAD: _Spread = (None, None)


class MeasuredNested(NamedTuple):
    """What the groups came to together, and one by one; `others` are the further expressions.

    `spread` tells how the cases spread over clusters, `support` the rows of each class averaged.
    """

    value: Dual
    variance: float | None
    counts: Counts
    members: int
    others: tuple[Dual, ...]
    spread: ClusterSizes | None
    support: Mapping[str, float]


def nested_counts(
    con: duckdb.DuckDBPyConnection,
    every: Sequence[Nested],
    table: Table,
    units: Units,
    groups: str,
) -> list[dict[str | None, Counts]]:
    """Return, for each of several nested indicators, what it rests on, by breakdown group."""
    if not every:
        return []
    columns = "".join(_counts(nested, table, units) for nested in every)
    query = f"SELECT {units.group} AS __g{columns} FROM {RESULTS} WHERE {groups} GROUP BY __g"
    found: list[dict[str | None, Counts]] = [{} for _ in every]
    for group, *numbers in con.execute(query).fetchall():
        for at, own in enumerate(found):
            own[group] = Counts(*numbers[4 * at : 4 * at + 4])
    return found


def _counts(nested: Nested, table: Table, units: Units) -> str:
    inside = print_population(nested.population, table)
    missing = print_missing(nested.population, table)
    case = "*" if not units.repeats else f"DISTINCT {units.case}"
    cluster = "*" if units.single else f"DISTINCT {units.cluster}"
    return (
        f", count({case}) FILTER (WHERE {inside}), count(*) FILTER (WHERE {inside}),"
        f" count({cluster}) FILTER (WHERE {inside}), count(*) FILTER (WHERE {missing})"
    )


def measure_nested(
    con: duckdb.DuckDBPyConnection,
    trees: Sequence[Node],
    nested: Nested,
    counts: Mapping[str | None, Counts],
    table: Table,
    units: Units,
    groups: str,
) -> dict[str | None, MeasuredNested]:
    """Return value and sampling variance of a nested indicator, by breakdown group.

    Args:
        con: where the results table is.
        trees: the expression over its groups, and others beside it (score, flags).
        nested: the groups.
        counts: what it rests on.
        table: its columns.
        units: keys of breakdown group, cluster and case.
        groups: SQL condition choosing the rows of the breakdown groups that are wanted.
    """
    query = _Query(nested, table, units, groups)
    sums: dict[str | None, dict[str, dict[Atom, Dual]]] = {}
    for group, member, *totals in con.execute(query.totals()).fetchall():
        sums.setdefault(group, {})[member] = query.atoms(member, totals)
    members = {group: names_of(nested, sums.get(group, {})) for group in counts}
    found = {
        group: [evaluate(tree, {}, groups=own) if own else UNDEFINED for tree in trees]
        for group, own in members.items()
    }
    pulls = query.variances(con, {group: values[0] for group, values in found.items()})
    return {
        group: MeasuredNested(
            values[0],
            pulls.get(group, _NO_SPREAD)[0],
            counts.get(group, NOTHING),
            len(members[group]),
            tuple(values[1:]),
            pulls.get(group, _NO_SPREAD)[1],
            support_of(trees[0], nested, members[group]),
        )
        for group, values in found.items()
    }


def support_of(tree: Node, nested: Nested, members: Sequence[Names]) -> dict[str, float]:
    """Return the rows of each class when an average is over classes that have any; else nothing."""
    name = averaged_by(tree)
    if name is None:
        return {}
    rows = {str(names[nested.name].value): names[name].value for names in members}
    return {class_: n for class_, n in rows.items() if isinstance(n, float) and n > 0}


def names_of(nested: Nested, members: Mapping[str, Mapping[Atom, Dual]]) -> list[Names]:
    """Return, for every group, what its names stand for."""
    groups: list[Names] = []
    for member, atoms in sorted(members.items()):
        names: dict[str, Dual] = {nested.name: Dual(member)}
        for name, node in nested.each.items():
            names[name] = evaluate(node, atoms, names=names)
        groups.append(names)
    return groups


def member_sums(
    con: duckdb.DuckDBPyConnection, nested: Nested, table: Table, units: Units, bucket: str
) -> tuple[list[Sum], list[Extreme], list[tuple[Any, ...]]]:
    """Return, per bucket of clusters and group: its rows' weight, its sums, its extremes.

    `bucket` is SQL in which {0} stands for the cluster.
    """
    query = _Query(nested, table, units, "true")
    rows = con.execute(query.by_bucket(bucket)).fetchall()
    return query.sums, query.extremes, rows


class _Query:
    def __init__(self, nested: Nested, table: Table, units: Units, groups: str) -> None:
        self.nested, self.table, self.units, self.groups = nested, table, units, groups
        every = [atom for node in nested.each.values() for atom in atoms_of(node)]
        self.sums = list(dict.fromkeys(atom for atom in every if isinstance(atom, Sum)))
        # Extremes first: other parts of `each` may compare rows with them.
        self.extremes = list(dict.fromkeys(atom for atom in every if isinstance(atom, Extreme)))
        self.names = {nested.name: "__m"} | {
            name: f"__x{self.extremes.index(node)}"
            for name, node in nested.each.items()
            if isinstance(node, Extreme)
        }

    def totals(self) -> str:
        parts = "".join(f", sum({part})" for part in self.parts())
        parts += "".join(f", max(__x{at})" for at in range(len(self.extremes)))
        return f"{self.members()} SELECT __g, __m{parts} FROM members GROUP BY __g, __m"

    def by_bucket(self, bucket: str) -> str:
        parts = "".join(f", sum({part})" for part in ["__w", *self.parts()])
        parts += "".join(f", max(__x{at})" for at in range(len(self.extremes)))
        placed = bucket.format("__k")
        return f"{self.members()} SELECT {placed} AS b, __m{parts} FROM members GROUP BY b, __m"

    def atoms(self, member: str, totals: Sequence[float | None]) -> dict[Atom, Dual]:
        """Return what the sums and extremes of one group came to; only sums have a slope."""
        atoms: dict[Atom, Dual] = {
            atom: variable(total, (member, atom))
            for atom, total in zip(self.sums, totals, strict=False)
        }
        for atom, total in zip(self.extremes, totals[len(self.sums) :], strict=True):
            atoms[atom] = Dual(total)
        return atoms

    def variances(
        self, con: duckdb.DuckDBPyConnection, values: Mapping[str | None, Dual]
    ) -> dict[str | None, _Spread]:
        """Return the variance of the value from each cluster's pull on it, and the clusters."""
        slopes: dict[tuple[str | None, str], list[float]] = {}
        for group, value in values.items():
            for key, slope in value.slope.items():
                member, atom = _member_and_atom(key)
                own = slopes.setdefault((group, member), [0.0] * len(self.sums))
                own[self.sums.index(atom)] = slope
        if not slopes:
            return {}
        pull = " + ".join(f"__s{at} * {part}" for at, part in enumerate(self.parts()))
        columns = "".join(f", unnest(?::DOUBLE[]) AS __s{at}" for at in range(len(self.sums)))
        bound: list[Any] = [[group for group, _ in slopes], [member for _, member in slopes]]
        bound += [[own[at] for own in slopes.values()] for at in range(len(self.sums))]
        # A row that is a cluster and lies in one group pulls by itself; there is nothing to gather.
        alone = self.units.single and len(self.nested.keys) == 1
        pulls = f"{pull} AS z" if alone else f"__k, sum({pull}) AS z"
        stages = (
            f"{self.members()},"
            f" slopes AS (SELECT unnest(?::VARCHAR[]) AS __of_g,"
            f" unnest(?::VARCHAR[]) AS __of_m{columns}),"
            f" pulls AS (SELECT __g, {pulls} FROM members JOIN slopes"
            f" ON __m = __of_m AND {self._same_group()}{'' if alone else ' GROUP BY __g, __k'})"
        )
        if self.units.single:
            plain = f"{stages} SELECT __g, count(*) * var_samp(z), count(*) FROM pulls GROUP BY __g"
            return {g: (v, equal_clusters(n)) for g, v, n in con.execute(plain, bound).fetchall()}
        sizes = ", ".join(print_size_sums("w"))
        found = con.execute(
            f"{stages}, {self._weighted_pulls()}"
            " SELECT __g, count(*) * var_samp(z), min(m) = max(m), (1 - 1 / count(*))"
            f" * sum(((z - w * whole) / nullif(1 - w, 0)) ** 2), {sizes} FROM held GROUP BY __g",
            bound,
        ).fetchall()
        return {
            group: (plain, equal_clusters(int(own[0])))
            if equal
            else (None if own[0] < 2 else jackknife, read_sizes(own))
            for group, plain, equal, jackknife, *own in found
        }

    def _weighted_pulls(self) -> str:
        """Print the pulls with the share of the cases that each cluster holds."""
        rows = self.nested.population.each_row or not self.units.repeats
        cases = "count(*)" if rows else f"count(DISTINCT {self.units.case})"
        return (
            f"sizes AS (SELECT __g AS __h, __k AS __of_k, {cases} AS m FROM weighted GROUP BY ALL),"
            " held AS (SELECT __g, z, m, m / sum(m) OVER (PARTITION BY __g) AS w,"
            " sum(z) OVER (PARTITION BY __g) AS whole FROM pulls JOIN sizes"
            " ON __k = __of_k AND __g IS NOT DISTINCT FROM __h)"
        )

    def _same_group(self) -> str:
        # Comparing with NULL rules out a hash join; without a breakdown there is one group.
        whole = self.units.group == NO_GROUP
        return "true" if whole else "__g IS NOT DISTINCT FROM __of_g"

    def parts(self) -> list[str]:
        """Print what a row adds to each sum of its group, weighing one over its epochs."""
        return [
            f"(CASE WHEN {print_where(atom.where, self.table, self.names)}"
            f" THEN __w * {print_number(atom.value, self.table, self.names)} ELSE 0 END)"
            for atom in self.sums
        ]

    def members(self) -> str:
        """Print the rows, each once for every group it is in."""
        population, units = self.nested.population, self.units
        inside = print_population(population, self.table)
        keys = [f"CAST({print_row(key, self.table)} AS VARCHAR)" for key in self.nested.keys]
        member = keys[0] if len(keys) == 1 else f"unnest(list_distinct([{', '.join(keys)}]))"
        weight = "CAST(1 AS DOUBLE)"
        if units.repeats and not population.each_row:
            weight = f"1.0 / count(*) OVER (PARTITION BY {units.group}, {units.case})"
        rows = (
            f"WITH weighted AS (SELECT *, {units.group} AS __g, {units.cluster} AS __k,"
            f" {weight} AS __w FROM {RESULTS} WHERE {self.groups} AND {inside}),"
        )
        if not self.extremes:
            return f"{rows} members AS (SELECT *, {member} AS __m FROM weighted)"
        return (
            f"{rows} placed AS (SELECT *, {member} AS __m FROM weighted),"
            f" members AS (SELECT *{''.join(map(self._extreme, self.extremes))} FROM placed)"
        )

    def _extreme(self, atom: Extreme) -> str:
        at = self.extremes.index(atom)
        inside = print_where(atom.where, self.table, self.names)
        value = f"CASE WHEN {inside} THEN {print_number(atom.value, self.table, self.names)} END"
        return f", {atom.function}({value}) OVER (PARTITION BY __g, __m) AS __x{at}"


def _member_and_atom(key: Any) -> tuple[str, Sum]:
    member, atom = key
    return member, atom

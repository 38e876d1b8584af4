"""SQL for sums level by level: rows are averaged inside their case, cases added up by cluster.

Repeats of a case so count once. Distinct columns are kept once however many indicators use them.
"""

from __future__ import annotations

from collections.abc import Sequence

from steelyard.indicators.print_sql import print_number, print_population, print_where
from steelyard.indicators.table import Table
from steelyard.indicators.tree import Population, Sum
from steelyard.indicators.units import Units


class ClusterQuery:
    """Collects columns of rows, cases and clusters; what is made of the clusters is the caller's.

    Attributes:
        table: the columns there are.
        units: keys of group, cluster and case.
    """

    def __init__(self, table: Table, units: Units) -> None:
        self.table, self.units = table, units
        self._rows: dict[str, str] = {}
        self._cases: dict[str, str] = {}
        self._clusters: dict[str, str] = {}

    def stages(self, groups: str, source: str) -> str:
        """Return the common table expressions up to `clusters_`: a row per group `g` and cluster.

        Args:
            groups: SQL condition choosing the rows of the groups that are wanted.
            source: what to read.
        """
        units = self.units
        rows, cases, clusters = self._columns()
        cluster = f", {units.cluster} AS k" if units.clustered else ""
        keys, merge = ("g, k, c", " GROUP BY g, k") if units.clustered else ("g, c", "")
        gather = "" if units.single else f" GROUP BY {keys}"
        return (
            f"WITH rows_ AS (SELECT {units.group} AS g{cluster}, {units.case} AS c{rows}"
            f" FROM {source} WHERE {groups}),"
            f" cases_ AS (SELECT {keys}{cases} FROM rows_{gather}),"
            f" clusters_ AS (SELECT g{clusters} FROM cases_{merge})"
        )

    def by_bucket(self, sums: list[str], bucket: str, source: str) -> str:
        """Return the whole query for sums per bucket of clusters; {0} in `bucket` is a cluster."""
        units = self.units
        rows, cases, clusters = self._columns()
        gather = "" if units.single else " GROUP BY u, c"
        merge = " GROUP BY u" if units.clustered else ""
        added = "".join(f", sum(coalesce({name}, 0))" for name in sums)
        return (
            f"WITH rows_ AS (SELECT {units.cluster} AS u, {units.case} AS c{rows} FROM {source}),"
            f" cases_ AS (SELECT u, c{cases} FROM rows_{gather}),"
            f" clusters_ AS (SELECT u{clusters} FROM cases_{merge})"
            f" SELECT {bucket.format('u')} AS b{added} FROM clusters_ GROUP BY b"
        )

    def sum(self, atom: Sum) -> str:
        """Return the name of a sum by cluster, in which every case has weight one."""
        value = self.row(print_number(atom.value, self.table))
        added = self.case("sum", f"CASE WHEN {self.inside(atom)} THEN {value} ELSE 0 END")
        if atom.population.each_row or self.units.single:
            return self.cluster(added)
        belongs = self._belongs(atom.population)
        epochs = self.case("sum", f"CASE WHEN {belongs} THEN 1 ELSE 0 END")
        return self.cluster(f"{added} / nullif({epochs}, 0)")

    def part(self, atom: Sum, cases: str) -> str:
        """Print what a cluster adds to a sum; NULL where it has none of the `cases`."""
        return f"CASE WHEN {cases} > 0 THEN coalesce({self.sum(atom)}, 0) END"

    def counted(self, sums: Sequence[Sum]) -> str:
        """Return the name of whether any of the sums looks at a row."""
        insides = list(dict.fromkeys(self.inside(atom) for atom in sums)) or ["false"]
        looks = " OR ".join(f"({inside})" for inside in insides)
        return insides[0] if len(insides) == 1 else self.row(looks)

    def cases_of(self, counted: str) -> str:
        """Return the name of how many cases of a cluster have a row that is counted."""
        return self.cluster(self.case("max", f"CASE WHEN {counted} THEN 1 ELSE 0 END"))

    def inside(self, atom: Sum) -> str:
        """Print whether a row is inside a sum."""
        belongs = self._belongs(atom.population)
        if atom.where is None:
            return belongs
        return f"{belongs} AND {self.row(print_where(atom.where, self.table))}"

    def row(self, sql: str) -> str:
        """Return the name of an expression over a row."""
        return self._rows.setdefault(sql, f"r{len(self._rows)}")

    def case(self, function: str, sql: str) -> str:
        """Put the rows of a case together; when every row is a case, there is nothing to do."""
        sql = sql if self.units.single else f"{function}({sql})"
        return self._cases.setdefault(sql, f"s{len(self._cases)}")

    def cluster(self, sql: str) -> str:
        """Add cases up inside their cluster; without clusters every case is one."""
        sql = f"sum({sql})" if self.units.clustered else sql
        return self._clusters.setdefault(sql, f"t{len(self._clusters)}")

    def _belongs(self, population: Population) -> str:
        return self.row(print_population(population, self.table))

    def _columns(self) -> tuple[str, str, str]:
        levels = (self._rows, self._cases, self._clusters)
        rows, cases, clusters = (
            "".join(f", {sql} AS {name}" for sql, name in level.items()) for level in levels
        )
        return rows, cases, clusters

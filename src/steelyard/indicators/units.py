"""Who is one independent observation: the SQL keys of groups, clusters and cases.

Repeats of a case are never independent, nor are cases of one cluster (`cluster_id`, else the
mission), nor is a case of the variants made from it. The prefixes keep a cluster and a case of the
same name apart.
"""

from __future__ import annotations

from dataclasses import dataclass

from steelyard.indicators.table import Table

NO_GROUP = "CAST(NULL AS VARCHAR)"
UNIT_COLUMNS = ("case_id", "row", "cluster_id", "mission_id", "parent_case_id", "condition")


@dataclass(frozen=True, slots=True)
class Units:
    """SQL for the key of the group (NULL without one), the cluster and the case of a row."""

    group: str
    cluster: str
    case: str
    repeats: bool = True

    @property
    def clustered(self) -> bool:
        """Whether clusters are coarser than cases."""
        return self.cluster != self.case

    @property
    def single(self) -> bool:
        """Whether every row is an observation of its own."""
        return not self.repeats and not self.clustered


def units(table: Table, by: str | None) -> Units:
    """Return the keys for a table, broken down by a column or not."""
    case = table.sql("case_id")
    if table.filled is None or table.filled.get("case_id", 0) < table.rows:
        case = f"coalesce({case}, '#' || {_text(table, 'row')})"
    cluster = case
    coarse = [name for name in ("cluster_id", "mission_id") if table.has(name)]
    if coarse or table.has("parent_case_id"):
        keys = [f"'{name[0]}' || {table.sql(name)}" for name in coarse]
        keys += [f"'=' || {table.sql('parent_case_id')}", f"'=' || {case}"]
        cluster = f"coalesce({', '.join(keys)})"
    group = NO_GROUP if by is None else _text(table, by)
    return Units(group, cluster, case, table.repeats)


def _text(table: Table, column: str) -> str:
    return f"CAST({table.sql(column)} AS VARCHAR)"

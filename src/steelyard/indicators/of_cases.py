"""Aggregates over cases (`by: case_id`): every case becomes one row, and the rows are summed.

Groups that are the cases themselves may be millions, and each lies in one cluster. So the database
makes the table of cases, and the indicator over it is an ordinary one.
"""

from __future__ import annotations

import duckdb

from steelyard.bundle import sql_name
from steelyard.indicators.moments import Moments, measure
from steelyard.indicators.print_sql import print_missing, print_population, print_total
from steelyard.indicators.resolve import Nested, Resolved
from steelyard.indicators.table import RESULTS, Table
from steelyard.indicators.tree import Column
from steelyard.indicators.units import Units


def measure_of_cases(
    con: duckdb.DuckDBPyConnection, resolved: Resolved, table: Table, units: Units, groups: str
) -> dict[str | None, Moments]:
    """Return the moments of an indicator over cases, by breakdown group."""
    nested = resolved.nested
    assert nested is not None
    beside = [node for node, _ in resolved.flags]
    beside += [] if resolved.score is None else [resolved.score]
    id_ = resolved.record.id
    stage, of_stage = stage_table(nested), stage_units(units)
    source = stage_source(nested, table, units, groups)
    trees = {id_: (resolved.tree, beside)}
    found = measure(con, trees, stage, of_stage, "true", source)
    missing = dict(_missing_rows(con, nested, table, units, groups))
    return {group: _with(own[id_], missing.get(group, 0)) for group, own in found.items()}


def stage_source(nested: Nested, table: Table, units: Units, groups: str) -> str:
    """Print the table of cases: its group, its cluster, and what each case gives."""
    each = "".join(
        f", {print_total(node, table)} AS {sql_name(name)}" for name, node in nested.each.items()
    )
    case = units.case if nested.keys == (Column("case_id"),) else table.sql("parent_case_id")
    return (
        f"(SELECT {units.group} AS __g, {units.cluster} AS __k, {case} AS __c{each}"
        f" FROM {RESULTS} WHERE {groups} AND {print_population(nested.population, table)}"
        " GROUP BY __g, __k, __c)"
    )


def stage_table(nested: Nested) -> Table:
    """Return the columns of the table of cases."""
    names = nested.each
    return Table(dict.fromkeys(names, "number"), dict.fromkeys(names, "DOUBLE"), repeats=False)


def stage_units(units: Units) -> Units:
    """Return the keys of the table of cases, where no case stands twice."""
    return Units("__g", "__k" if units.clustered else "__c", "__c", repeats=False)


def _missing_rows(
    con: duckdb.DuckDBPyConnection, nested: Nested, table: Table, units: Units, groups: str
) -> list[tuple[str | None, int]]:
    missing = print_missing(nested.population, table)
    query = (
        f"SELECT {units.group} AS __g, count(*) FILTER (WHERE {missing})"
        f" FROM {RESULTS} WHERE {groups} GROUP BY __g"
    )
    return con.execute(query).fetchall()


def _with(moments: Moments, missing: int) -> Moments:
    counts = moments.counts
    return moments._replace(counts=counts._replace(missing=counts.missing + missing))

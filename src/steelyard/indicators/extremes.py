"""Least and greatest values and counts of different ones: one query for all of them."""

from __future__ import annotations

from collections.abc import Iterable

import duckdb

from steelyard.indicators.print_sql import (
    EXTREMES,
    print_population,
    print_row,
    print_where,
)
from steelyard.indicators.table import RESULTS, Table
from steelyard.indicators.tree import Extreme
from steelyard.indicators.units import Units


def measure_extremes(
    con: duckdb.DuckDBPyConnection,
    atoms: Iterable[Extreme],
    table: Table,
    units: Units,
    groups: str,
) -> dict[tuple[str | None, Extreme], float | None]:
    """Return the value of every atom by group; None where no row is inside."""
    wanted = list(dict.fromkeys(atoms))
    if not wanted:
        return {}
    columns = "".join(f", {_column(atom, table)}" for atom in wanted)
    query = f"SELECT {units.group} AS __g{columns} FROM {RESULTS} WHERE {groups} GROUP BY __g"
    return {
        (group, atom): None if value is None else float(value)
        for group, *values in con.execute(query).fetchall()
        for atom, value in zip(wanted, values, strict=True)
    }


def _column(atom: Extreme, table: Table) -> str:
    inside = f"{print_population(atom.population, table)} AND {print_where(atom.where, table)}"
    return EXTREMES[atom.function].format(
        f"CASE WHEN {inside} THEN {print_row(atom.value, table)} END"
    )

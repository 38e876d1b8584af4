"""Prints a checked tree as SQL. Only this text runs; what the user typed never does."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from steelyard.bundle import sql_text
from steelyard.indicators.columns import may_be_null
from steelyard.indicators.functions import FUNCTIONS
from steelyard.indicators.table import Table
from steelyard.indicators.tree import Call, Column, Extreme, Literal, Node, Population, Sum

_INFRA = "error_kind"
EXTREMES = {"min": "min({0})", "max": "max({0})", "count_distinct": "count(DISTINCT {0})"}


def print_row(node: Node, table: Table, names: Mapping[str, str] | None = None) -> str:
    """Print an expression over one row; `names` are printed as given instead of as columns."""
    if isinstance(node, Literal):
        return _literal(node.value)
    if isinstance(node, Column):
        local = (names or {}).get(node.name)
        return local if local is not None else table.sql(node.name)
    assert isinstance(node, Call)  # what else there is has been resolved or refused
    args = (print_row(arg, table, names) for arg in node.args)
    return FUNCTIONS[node.function].sql(*args)


def print_number(node: Node | None, table: Table, names: Mapping[str, str] | None = None) -> str:
    """Print what a row adds to a sum: a number, true as 1, or 1 when rows are counted."""
    return (
        "CAST(1 AS DOUBLE)" if node is None else f"CAST({print_row(node, table, names)} AS DOUBLE)"
    )


def print_where(
    node: Node | None,
    table: Table,
    names: Mapping[str, str] | None = None,
    given: Collection[str] = (),
) -> str:
    """Print a condition that is true or false, never NULL where the `given` columns are there."""
    if node is None:
        return "true"
    printed = print_row(node, table, names)
    return f"coalesce({printed}, false)" if may_be_null(node, given) else printed


def print_population(population: Population, table: Table) -> str:
    """Print the test that a row belongs: `where` holds, nothing is missing, the road was fine."""
    given = population.required
    tests = [print_where(population.where, table, given=given), _road_was_fine(table)]
    tests += (table.sql_known(name) for name in population.required)
    tests += (f"({print_row(node, table)} IS NOT NULL)" for node in population.known)
    return "(" + " AND ".join(tests) + ")"


def print_total(node: Node, table: Table) -> str:
    """Print an expression over aggregates, each computed by SQL over the rows of one case."""
    if isinstance(node, Literal):
        return _literal(node.value)
    if isinstance(node, (Sum, Extreme)):
        return _aggregate(node, table)
    assert isinstance(node, Call)
    return FUNCTIONS[node.function].sql(*(print_total(arg, table) for arg in node.args))


def _aggregate(node: Sum | Extreme, table: Table) -> str:
    where = print_where(node.where, table)
    if isinstance(node, Sum):
        return f"sum(CASE WHEN {where} THEN {print_number(node.value, table)} ELSE 0 END)"
    value = f"CASE WHEN {where} THEN {print_row(node.value, table)} END"
    return EXTREMES[node.function].format(value)


def print_wanted(population: Population, table: Table) -> str:
    """Print the test that a row belongs or may belong: `where` holds, or cannot be told."""
    where = population.where
    if where is None:
        return "true"
    printed = print_row(where, table)
    return f"coalesce({printed}, true)" if may_be_null(where, ()) else printed


def print_missing(population: Population, table: Table) -> str:
    """Print the test that a row would belong, had it what it needs."""
    wanted = print_wanted(population, table)
    if any(map(table.is_empty, population.required)):  # no row belongs
        return f"({wanted})"
    return f"({wanted} AND NOT {print_population(population, table)})"


def print_skewness(number: str) -> str:
    """Print the skewness of a number over rows, NULL for fewer than three or without spread.

    The database refuses to cube what overflows; numbers that large have no skewness to speak of.
    """
    return f"skewness(CASE WHEN abs({number}) < 1e100 THEN {number} END)"


def _road_was_fine(table: Table) -> str:
    return f"({table.sql(_INFRA)} IS DISTINCT FROM 'infra')"


def _literal(value: object) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return sql_text(value)
    assert isinstance(value, (int, float))
    return f"CAST({float(value)!r} AS DOUBLE)"

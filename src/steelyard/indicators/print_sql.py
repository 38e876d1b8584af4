"""Prints a checked tree as SQL. Only this text runs; what the user typed never does."""

from __future__ import annotations

from collections.abc import Mapping

from steelyard.bundle import sql_text
from steelyard.indicators.functions import FUNCTIONS
from steelyard.indicators.table import Table
from steelyard.indicators.tree import Call, Column, Literal, Node, Population

_INFRA = "error_kind"


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
    return "1.0" if node is None else f"CAST({print_row(node, table, names)} AS DOUBLE)"


def print_where(node: Node | None, table: Table, names: Mapping[str, str] | None = None) -> str:
    """Print a condition that is true or false, never NULL."""
    return "true" if node is None else f"coalesce({print_row(node, table, names)}, false)"


def print_population(population: Population, table: Table) -> str:
    """Print the test that a row belongs: `where` holds, nothing is missing, the road was fine."""
    tests = [print_where(population.where, table), _road_was_fine(table)]
    tests += (table.sql_known(name) for name in population.required)
    return "(" + " AND ".join(tests) + ")"


def print_missing(population: Population, table: Table) -> str:
    """Print the test that a row would belong, had it what it needs."""
    where = population.where
    wanted = "true" if where is None else f"coalesce({print_row(where, table)}, true)"
    return f"({wanted} AND NOT {print_population(population, table)})"


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

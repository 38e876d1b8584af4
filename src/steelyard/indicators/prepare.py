"""From ids and parameters to indicators resolved against the table that is there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import duckdb

from steelyard.errors import UserError
from steelyard.indicators.cutoffs import cutoffs_among
from steelyard.indicators.load import built_in, get_indicator, load_catalog
from steelyard.indicators.params import params_of
from steelyard.indicators.parse import parse_ahead
from steelyard.indicators.records import Indicator
from steelyard.indicators.resolve import Resolved, resolve
from steelyard.indicators.table import Table, count_filled, read_table
from steelyard.indicators.units import UNIT_COLUMNS

_MANY = 20  # indicators for which it pays to read the whole catalog at once


class Prepared(NamedTuple):
    """Ids in order, the table, what can be computed, and why the rest cannot."""

    order: list[str]
    table: Table
    ready: list[Resolved]
    refused: dict[str, str]


def prepare(
    con: duckdb.DuckDBPyConnection,
    ids: Iterable[str] | None,
    params: Mapping[str, Any],
    *,
    grouped: bool = False,
) -> Prepared:
    """Resolve indicators, once to learn which columns matter and once more knowing them."""
    table = read_table(con)
    if ids is None:
        catalog = load_catalog()
        ids = [*catalog, *cutoffs_among(table.present, catalog)]
    records = [get_indicator(id_) for id_ in ids]
    if len(records) >= _MANY:
        _read_catalog()
    given = {record.id: params_of(record, params) for record in records}
    refused: dict[str, str] = {}

    def resolved(record: Indicator) -> Resolved | None:
        try:
            return resolve(record, given[record.id], table, grouped=grouped)
        except UserError as error:
            refused[record.id] = str(error)
            return None

    blind = [found for record in records if (found := resolved(record))]
    columns = [name for found in blind for name in (*found.required, *found.optional)]
    table = count_filled(con, table, [*UNIT_COLUMNS, *columns])
    ready = [
        replace(again, any_of=found.any_of)  # what could have been there, seen or not
        for found in blind
        if (again := resolved(found.record))
    ]
    return Prepared([record.id for record in records], table, ready, refused)


@cache
def _read_catalog() -> None:
    """Have the expressions of the catalog read together, once in a process."""
    parse_ahead(text for record in built_in().values() for text in record.formula.texts())

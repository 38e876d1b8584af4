"""The results table as an expression may see it: column kinds, what is there, what is missing."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

import duckdb

from steelyard.bundle import sql_name
from steelyard.indicators.functions import Kind
from steelyard.model import FIELDS, SQL_TYPES, FieldType
from steelyard.scorers import SCORERS

RESULTS = "results"

_FIELD_KINDS: dict[FieldType, Kind] = {
    "text": "text",
    "any": "text",
    "bool": "bool",
    "int": "number",
    "float": "number",
    "list": "list",
    "json": "json",
}
_NUMBERS = ("DOUBLE", "FLOAT", "DECIMAL", "BIGINT", "INT", "TINYINT", "UBIGINT", "HUGEINT")


@dataclass(frozen=True, slots=True)
class Table:
    """What is known about the results table before anything is computed.

    Attributes:
        kinds: every column an expression may name, and its kind.
        present: SQL type of the columns the table really has.
        filled: rows that have a value, by column asked about; None before the data is seen.
        rows: number of rows.
        repeats: whether a case may stand in several rows. When every row says it is the first
            repeat of its case, none does, and nothing has to be gathered by case.
        shape: the kinds, as one value that can be looked up by.
    """

    kinds: Mapping[str, Kind]
    present: Mapping[str, str] = field(default_factory=dict)
    filled: Mapping[str, int] | None = None
    rows: int = 0
    repeats: bool = True
    shape: frozenset[tuple[str, Kind]] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "shape", frozenset(self.kinds.items()))

    def has(self, column: str) -> bool:
        """Return whether any row has a value there; before the data is seen, it may."""
        return self.filled is None or self.filled.get(column, 0) > 0

    def is_empty(self, column: str) -> bool:
        """Return whether it is known that no row has a value there."""
        if self.filled is None:
            return False
        return column not in self.present or self.filled.get(column) == 0

    def kind(self, column: str) -> Kind:
        """Return the kind of a column; text when it is not known."""
        return self.kinds.get(column, "text")

    def sql(self, column: str) -> str:
        """Print a column: as a number if it is one, as a typed NULL if the table lacks it."""
        kind = self.kinds.get(column, "text")
        if column not in self.present:
            return f"CAST(NULL AS {_SQL_OF_KIND[kind]})"
        name = sql_name(column)
        if kind == "number" and self.present[column] != "DOUBLE":
            return f"CAST({name} AS DOUBLE)"
        return name

    def sql_known(self, column: str) -> str:
        """Print the test that a row has a usable value there; a NaN is not one."""
        name = self.sql(column)
        if self.present.get(column) in ("DOUBLE", "FLOAT"):
            return f"({name} IS NOT NULL AND isfinite({name}))"
        return f"({name} IS NOT NULL)"


_SQL_OF_KIND: dict[Kind, str] = {
    "text": SQL_TYPES["text"],
    "bool": SQL_TYPES["bool"],
    "number": SQL_TYPES["float"],
    "list": SQL_TYPES["list"],
    "json": SQL_TYPES["json"],
    "any": SQL_TYPES["text"],
}


def known_table() -> Table:
    """Return the table as it is known without data: the fields and the scorers' columns."""
    types = {name: facts.type for name, facts in FIELDS.items()}
    for scorer in SCORERS:
        types |= scorer.writes
    return Table(
        {name: _FIELD_KINDS[type_] for name, type_ in types.items() if type_ in _FIELD_KINDS}
    )


def read_table(con: duckdb.DuckDBPyConnection) -> Table:
    """Look at the columns of the results table; how full they are is for `count_filled`."""
    described = con.execute(f"DESCRIBE {RESULTS}").fetchall()
    present = {str(row[0]): str(row[1]) for row in described}
    kinds = dict(known_table().kinds)
    for name, type_ in present.items():
        if name not in FIELDS:
            kinds |= _kind_of_sql(name, type_)
    return Table(kinds, present)


def count_filled(con: duckdb.DuckDBPyConnection, table: Table, columns: Collection[str]) -> Table:
    """Return the table with its rows counted, and the values in the columns that will be used."""
    wanted = [name for name in dict.fromkeys(columns) if name in table.present]
    counts = "".join(f", count({sql_name(name)})" for name in wanted)
    single = "bool_and(epoch IS NOT NULL AND epoch = 0)" if "epoch" in table.present else "false"
    query = f"SELECT count(*), {single}{counts} FROM {RESULTS}"
    [(rows, alone, *filled)] = con.execute(query).fetchall()
    counted = dict(zip(wanted, filled, strict=True))
    return replace(table, filled=counted, rows=rows, repeats=not alone)


def _kind_of_sql(name: str, type_: str) -> dict[str, Kind]:
    if type_ == "VARCHAR":
        return {name: "text"}
    if type_ == "BOOLEAN":
        return {name: "bool"}
    return {name: "number"} if type_.startswith(_NUMBERS) else {}

"""The rows of conditions as the tables read them: groups, their success, and their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.analysis.generalisation.rate import Rate, rate_of
from steelyard.bundle import sql_name
from steelyard.indicators import compute_indicators
from steelyard.model import FIELDS, SQL_TYPES, weakest

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from steelyard.model import IndicatorValue, Provenance

_COMPLETION = "base.completion_rate"
_GROUP = "group_of_table"
SUCCESS = "CAST(coalesce(completed, passed) AS DOUBLE)"
ASKED = "parent_case_id IS NOT NULL"
"""SQL that leaves out the attempts to deploy, which are no questions."""


class Rows(NamedTuple):
    """A results table, the parameters of its indicators, and where its outcomes come from."""

    con: DuckDBPyConnection
    params: Mapping[str, Any]
    provenance: Mapping[str, Provenance]

    def has_conditions(self) -> bool:
        """Whether any row was asked under a condition."""
        if "condition" not in self.names():
            return False
        found = self.con.execute("SELECT 1 FROM results WHERE condition IS NOT NULL LIMIT 1")
        return bool(found.fetchall())

    def query(self, sql: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run a query over `results`, in which a column the table lacks is NULL."""
        with self._view("TRUE", {}) as cursor:
            return cursor.execute(sql, list(params)).fetchall()

    def success_by(self, group: str, where: str) -> dict[str | None, Rate]:
        """Return the completion of every group of the rows `where`, whatever their condition."""
        plain = {"condition": "CAST(NULL AS VARCHAR)", "completed": "coalesce(completed, passed)"}
        plain |= {_GROUP: group, "eval_type": "CAST(NULL AS VARCHAR)"}
        # What a dataset declares of `completed` is about the rows as it knows them, not these.
        said = self.provenance.get("completed")
        success = weakest((self.provenance.get("passed"), said if said == "claimed" else None))
        with self._view(where, plain) as cursor:
            found = compute_indicators(
                cursor, [_COMPLETION], by=_GROUP, provenance={"completed": success}
            )
        return {name: rate_of(values[_COMPLETION]) for name, values in found.items()}

    def indicator_by(self, id_: str, group: str, where: str) -> dict[str | None, IndicatorValue]:
        """Return an indicator for every group of the rows `where`."""
        with self._view(where, {_GROUP: group}) as cursor:
            found = compute_indicators(
                cursor, [id_], params=self.params, by=_GROUP, provenance=self.provenance
            )
        return {name: values[id_] for name, values in found.items()}

    def names(self) -> list[str]:
        """Return the columns that the table has."""
        return [str(row[0]) for row in self.con.execute("DESCRIBE results").fetchall()]

    @contextmanager
    def _view(self, where: str, changed: Mapping[str, str]) -> Iterator[DuckDBPyConnection]:
        """Give a cursor of its own in which `results` is narrowed, completed and changed."""
        there = self.names()
        lacking = {
            name: f"CAST(NULL AS {SQL_TYPES[field.type]})"
            for name, field in FIELDS.items()
            if name not in there
        }
        cursor = self.con.cursor()
        try:
            [(catalog,)] = cursor.execute("SELECT current_catalog()").fetchall()
            # Unqualified, or qualified by the schema alone, the name would mean the view itself.
            whole = f"{sql_name(catalog)}.main.results"
            added = "".join(f", {sql} AS {sql_name(name)}" for name, sql in lacking.items())
            inner = f"SELECT *{added} FROM {whole}"
            given = "".join(f", {sql} AS {sql_name(name)}" for name, sql in changed.items())
            replaced = ", ".join(sql_name(name) for name in changed if name != _GROUP)
            rest = f" EXCLUDE ({replaced})" if replaced else ""
            cursor.execute(
                f"CREATE TEMP VIEW results AS SELECT *{rest}{given} FROM ({inner}) WHERE {where}"
            )
            yield cursor
        finally:
            cursor.close()


def rate_or_none(value: IndicatorValue | None) -> Rate | None:
    """Return what a table shows of an indicator; None when it has no value."""
    return None if value is None or value.value is None else rate_of(value)

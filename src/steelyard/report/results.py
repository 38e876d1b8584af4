"""The results table as a report reads it: a column that is not there reads as NULL."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from steelyard.bundle import quantiles_of, sql_name
from steelyard.model import FIELDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from duckdb import DuckDBPyConnection

_NUMERIC = ("DOUBLE", "FLOAT", "BOOLEAN", "BIGINT", "INTEGER", "HUGEINT", "DECIMAL")
_MOST_SCORES = 16
# What came with the dataset or the reply and was set aside; no scorer wrote it.
_GIVEN = ("declared_", "reported_")


@contextmanager
def plain_results(con: DuckDBPyConnection) -> Iterator[Results]:
    """Give the baseline rows: a variant, or a case asked under load, is not one more case."""
    results = Results(con)
    if not results.rows(
        f"SELECT 1 FROM results WHERE {results.col('condition')} IS NOT NULL LIMIT 1"
    ):
        yield results
        return
    cursor = con.cursor()
    try:
        [(catalog,)] = cursor.execute("SELECT current_catalog()").fetchall()
        # Unqualified, or qualified by the schema alone, the name would mean the view itself.
        whole = f"{sql_name(catalog)}.main.results"
        cursor.execute(f"CREATE TEMP VIEW results AS SELECT * FROM {whole} WHERE condition IS NULL")
        yield Results(cursor)
    finally:
        cursor.close()


class Results:
    """Questions to the view `results` of one connection."""

    def __init__(self, con: DuckDBPyConnection) -> None:
        self._con = con
        described = con.execute("DESCRIBE results").fetchall()
        self._types: dict[str, str] = {name: str(kind) for name, kind, *_ in described}

    def col(self, name: str) -> str:
        """Return `name` as SQL: the column, or a typed NULL when the table lacks it."""
        if name in self._types:
            return sql_name(name)
        numeric = name in FIELDS and FIELDS[name].type in ("int", "float")
        boolean = name in FIELDS and FIELDS[name].type == "bool"
        kind = "DOUBLE" if numeric else "BOOLEAN" if boolean else "VARCHAR"
        return f"NULL::{kind}"

    def rows(self, sql: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run one query and return its rows."""
        return self._con.execute(sql, list(params)).fetchall()

    def quantiles(self, sql: str, shares: Sequence[float]) -> list[float] | None:
        """Return the quantiles of the numbers that a query of one column gives."""
        return quantiles_of(self._con, sql, shares)

    def counts_by(self, column: str) -> dict[str | None, int]:
        """Return the groups of a column with their rows."""
        return dict(
            self.rows(
                f"SELECT CAST({self.col(column)} AS VARCHAR), count(*) FROM results GROUP BY 1"
            )
        )

    def has(self, name: str) -> bool:
        """Return whether the table has the column."""
        return name in self._types

    def evidence_columns(self) -> list[str]:
        """Return the columns that scorers wrote and that are neither numbers nor verdicts."""
        said = [
            name
            for name, kind in self._types.items()
            if name not in FIELDS and not kind.startswith(_NUMERIC)
        ]
        return said[:_MOST_SCORES]

    def score_columns(self, most: int = _MOST_SCORES) -> list[str]:
        """Return the columns that scorers wrote and that are numbers or verdicts."""
        scores = [
            name
            for name, kind in self._types.items()
            if name not in FIELDS and kind.startswith(_NUMERIC) and not name.startswith(_GIVEN)
        ]
        return scores[:most]

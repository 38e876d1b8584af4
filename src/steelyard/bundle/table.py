"""The results table as a light data frame: columns by name, and doors to pandas, Polars, Arrow."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from steelyard.bundle.results import connect
from steelyard.bundle.sql import sql_name
from steelyard.errors import MissingPackageError
from steelyard.i18n import t

_SHOWN = ("case_id", "input", "expected_output", "output", "passed", "latency_s", "status")
_PREVIEW_ROWS = 10


class Table:
    """Rows of a run on disk; nothing is loaded before it is asked for.

    `len(table)`, `table["input"]` (a list), `table.columns`, `table.rows(0, 20)`,
    `table.query("SELECT scene, avg(latency_s) FROM results GROUP BY scene")`,
    `table.to_pandas()`, `table.to_polars()`, `table.to_arrow()`.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        return [row[0] for row in self._fetch("DESCRIBE results")]

    def __len__(self) -> int:
        return int(self._fetch("SELECT count(*) FROM results")[0][0])

    def __getitem__(self, column: str) -> list[Any]:
        if column not in self.columns:
            raise KeyError(t("bundle.no_column", column=column, known=", ".join(self.columns)))
        query = f"SELECT {sql_name(column)} FROM results ORDER BY row"
        return [row[0] for row in self._fetch(query)]

    def __contains__(self, column: object) -> bool:
        return column in self.columns

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the columns, as a data frame does."""
        return iter(self.columns)

    def rows(self, start: int = 0, stop: int | None = None) -> list[dict[str, Any]]:
        """Return rows `start` to `stop` (not included) as dictionaries."""
        size = "ALL" if stop is None else max(0, int(stop) - int(start))
        # First which rows: whole ones, sorted, would need room for all that stand before.
        found = f"SELECT row FROM results ORDER BY row LIMIT {size} OFFSET {int(start)}"
        query = f"SELECT * FROM results WHERE row IN ({found}) ORDER BY row"
        names = self.columns
        return [dict(zip(names, row, strict=True)) for row in self._fetch(query)]

    def query(self, sql: str) -> list[dict[str, Any]]:
        """Run SQL over the view `results` and return rows as dictionaries."""
        connection = connect(self._directory, memory="2GB")
        try:
            cursor = connection.execute(sql)
            names = [column[0] for column in cursor.description or ()]
            return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
        finally:
            connection.close()

    def to_pandas(self) -> Any:
        """Return a pandas data frame (extra `frames`)."""
        return self._convert("pandas", "df")

    def to_arrow(self) -> Any:
        """Return a pyarrow table (extra `frames`)."""
        return self._convert("pyarrow", "to_arrow_table")

    def to_polars(self) -> Any:
        """Return a Polars data frame (needs polars and pyarrow)."""
        return self._convert("polars", "pl")

    def _convert(self, package: str, method: str) -> Any:
        from importlib.util import find_spec

        if find_spec(package) is None:
            raise MissingPackageError(t("bundle.needs_package", package=package))
        connection = connect(self._directory, memory="2GB")
        try:
            return getattr(connection.sql("SELECT * FROM results ORDER BY row"), method)()
        finally:
            connection.close()

    def _fetch(self, query: str) -> list[tuple[Any, ...]]:
        connection = connect(self._directory, memory="2GB")
        try:
            return connection.execute(query).fetchall()
        finally:
            connection.close()

    def __repr__(self) -> str:
        return f"<Table: {len(self)} rows x {len(self.columns)} columns, {self._directory}>"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in _SHOWN)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(_short(row[name]))}</td>" for name in _SHOWN) + "</tr>"
            for row in self.rows(0, _PREVIEW_ROWS)
        )
        size = escape(repr(self))
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><p>{size}</p>"


def _short(value: Any) -> str:
    text = "–" if value is None else str(value)
    return text if len(text) <= 80 else text[:79] + "…"

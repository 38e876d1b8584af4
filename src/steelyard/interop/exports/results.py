"""The results table of a run, row by row, in the space of one batch of rows."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb
import orjson

from steelyard.bundle import BASE_COLUMNS, Bundle, connect, sql_name, sql_text

_BATCH = 500
_MEMORY = "512MB"


@contextmanager
def opened(directory: Path | None) -> Iterator[duckdb.DuckDBPyConnection]:
    """Yield a connection to a results table, or without one for reading its parts.

    It is silent: DuckDB's own progress bar would stand in the middle of what a command prints.
    """
    connection = connect(directory, memory=_MEMORY)
    try:
        connection.execute("SET enable_progress_bar = false")
        yield connection
    finally:
        connection.close()


def column_types(bundle: Bundle) -> dict[str, str]:
    """Return every column of the results table with its SQL type."""
    with opened(bundle.results_path) as connection:
        return {row[0]: row[1] for row in connection.execute("DESCRIBE results").fetchall()}


def filled_columns(bundle: Bundle) -> dict[str, str]:
    """Return the columns that hold a value in any row, with their types."""
    types = column_types(bundle)
    with opened(bundle.results_path) as connection:
        counts = ", ".join(f"count({sql_name(name)})" for name in types)
        [found] = connection.execute(f"SELECT {counts} FROM results").fetchall()
    return {name: type_ for (name, type_), n in zip(types.items(), found, strict=True) if n}


def columns_from(bundle: Bundle, source: str) -> list[str]:
    """Return the columns that the dataset declares or the agent claims, as the run says."""
    known = bundle.manifest.values.get("provenance") or {}
    return [name for name, found in known.items() if found == source]


def read_rows(
    bundle: Bundle, columns: dict[str, str], tell: Callable[[int], None]
) -> Iterator[dict[str, Any]]:
    """Yield rows in order as plain data, without what is missing; JSON columns are read.

    Part by part: what is in memory never grows with the run. `tell` hears how many rows went by.
    """
    documents = {name for name, type_ in columns.items() if type_ == "JSON"}
    done = 0
    with opened(None) as connection:
        for part in sorted(bundle.results_path.glob("*.parquet")):
            source = f"read_parquet({sql_text(str(part))})"
            present = connection.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()
            names = [row[0] for row in present if row[0] in columns]
            wanted = ", ".join(sql_name(name) for name in names)
            cursor = connection.cursor().execute(f"SELECT {wanted} FROM {source}")
            while rows := cursor.fetchmany(_BATCH):
                for row in rows:
                    yield {
                        name: _document(value) if name in documents else value
                        for name, value in zip(names, row, strict=True)
                        if value is not None
                    }
                done += len(rows)
                tell(done)


def score_columns(bundle: Bundle) -> list[str]:
    """Return the columns that scorers wrote and that hold a number or a verdict."""
    return [
        name
        for name, type_ in filled_columns(bundle).items()
        if name not in BASE_COLUMNS
        and not name.startswith("reported_")
        and type_ in ("BOOLEAN", "DOUBLE", "BIGINT")
    ]


@contextmanager
def replacing_path(path: Path) -> Iterator[Path]:
    """Yield a path beside `path` that takes its place when the block ends well."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        yield temporary
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _document(value: Any) -> Any:
    return orjson.loads(value) if isinstance(value, str) else value

"""Judgements and runs as Parquet, with the columns of the CSV form."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb

from steelyard.bundle import sql_name, sql_text
from steelyard.errors import DataError
from steelyard.i18n import t
from steelyard.retrieval.columns import Columns, find_columns
from steelyard.retrieval.fields import OWN
from steelyard.retrieval.files import Kind, Source
from steelyard.retrieval.own_lines import own_lines

_BATCH = 20_000


def parquet_source(path: Path, kind: Kind) -> Source:
    """Return the source of a Parquet file, read a batch at a time in the order of its rows."""
    try:
        described = duckdb.connect().execute(f"DESCRIBE SELECT * FROM {_table(path)}").fetchall()
    except duckdb.Error as error:
        first = str(error).splitlines()[0]
        raise DataError(t("retrieval.bad_parquet", path=path, error=first)) from None
    header = [str(row[0]) for row in described]
    found = find_columns(path, header, kind)
    layout = OWN._replace(ranked=found.ranked)
    return Source(
        path, kind, "parquet", layout, lambda: own_lines(path, _rows(path, header, found))
    )


def _rows(path: Path, header: list[str], found: Columns) -> Iterator[tuple[Any, Any, Any]]:
    names = [header[found.query], header[found.document], header[found.value]]
    wanted = ", ".join(sql_name(name) for name in names)
    connection = duckdb.connect(config={"threads": 1, "memory_limit": "100MB"})
    try:
        cursor = connection.execute(f"SELECT {wanted} FROM {_table(path)}")
        while rows := cursor.fetchmany(_BATCH):
            yield from rows
    finally:
        connection.close()


def _table(path: Path) -> str:
    return f"read_parquet({sql_text(str(path))})"

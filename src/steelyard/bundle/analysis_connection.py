"""The results table, opened for the hundred queries of a summary or a report.

Reading a Parquet file costs a few milliseconds however few its rows are, once per query. A small
table is therefore loaded into memory first and read by one thread: two would add up groups in an
order of chance, which shows in the last digit of a sum. Where it takes more room in memory than its
file promised (a long text that repeats in every row), it stays on disk.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import duckdb

from steelyard.bundle.results import connect, open_database, select_parts

SMALL_BYTES = 8_000_000
"""Parquet files up to this size, together, are loaded."""
_MEMORY, _ROOM = "128MB", "64MB"


def connect_for_analysis(directory: Path) -> duckdb.DuckDBPyConnection:
    """Open an in-memory DuckDB in which the parts in a directory are `results`."""
    if sum(part.stat().st_size for part in directory.glob("*.parquet")) > SMALL_BYTES:
        return connect(directory, memory=_MEMORY)
    connection = open_database(_ROOM, threads=1)
    query = select_parts(connection, directory)
    # Without a place to spill to, a table that does not fit is refused instead of copied.
    connection.execute("SET max_temp_directory_size = '0B'")
    with suppress(duckdb.OutOfMemoryException):
        connection.execute(f"CREATE TABLE results AS {query}")
        connection.execute("RESET max_temp_directory_size")
        connection.execute(f"SET memory_limit = '{_MEMORY}'")
        return connection
    connection.close()
    return connect(directory, memory=_MEMORY)

"""A look into the results of a run, cheap enough for a request.

Starting a DuckDB costs more than most looks do. All requests of a process share one, each with a
connection of its own; what it may use of the memory, it may use for all of them together.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir
from typing import NamedTuple

import duckdb

from steelyard.bundle import Bundle, select_parts
from steelyard.server.tasks.parts import Part, holding, parts_of

_CONFIG: dict[str, str | bool | int | float | list[str]] = {"memory_limit": "256MB", "threads": 2}
_lock = threading.Lock()
_shared: duckdb.DuckDBPyConnection | None = None


class Glance(NamedTuple):
    """A look at one table.

    Attributes:
        connection: on which all its rows are the view `results`.
        directory: where its parts are.
        parts: in the order of their rows; none when they have no such order.
    """

    connection: duckdb.DuckDBPyConnection
    directory: Path
    parts: tuple[Part, ...]

    def some(self, parts: Sequence[Part]) -> str:
        """Return SQL of the rows of these parts alone; of all when there are none."""
        if not parts:
            return "results"
        names = [part.name for part in parts]
        return f"({select_parts(self.connection, self.directory, names)})"

    def around(self, rows: Sequence[int]) -> str:
        """Return SQL of rows among which these are, as few as can be told."""
        return self.some(holding(self.parts, rows))


@contextmanager
def glance(path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """Give a connection on which the rows of the bundle at `path` are the view `results`."""
    with _connected(Bundle(path).results_path) as connection:
        yield connection


@contextmanager
def glance_at_parts(path: Path) -> Iterator[Glance]:
    """Give the same, with what each part of the table holds."""
    directory = Bundle(path).results_path
    with _connected(directory) as connection:
        yield Glance(connection, directory, parts_of(connection, directory))


@contextmanager
def _connected(directory: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    with _open().cursor() as connection:
        select = select_parts(connection, directory)
        connection.execute("SET enable_progress_bar = false")  # it would be drawn into our output
        # Temporary: of this connection, so that others see their own.
        connection.execute(f"CREATE TEMP VIEW results AS {select}")
        yield connection


def _open() -> duckdb.DuckDBPyConnection:
    global _shared
    with _lock:
        if _shared is None:
            # What does not fit in the memory goes to the disk.
            spill = str(Path(gettempdir()) / f"steelyard-{os.getpid()}")
            _shared = duckdb.connect(config={**_CONFIG, "temp_directory": spill})
        return _shared

"""The results table: Parquet parts with one row per ask, in the order of the rows.

Parts are small enough to be written, scored and read one at a time in bounded memory. A new
generation of parts is written beside the old one and the manifest then points at it, so readers
never see half a change.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import gettempdir
from typing import Any, TypeAlias
from zlib import crc32

import duckdb
import orjson

from steelyard.bundle.atomic import sync_directory
from steelyard.bundle.layout import RESULTS_PREFIX
from steelyard.bundle.sql import sql_name, sql_text
from steelyard.model import FIELDS, SQL_TYPES

PART_ROWS = 50_000
_PART_BYTES = 24_000_000  # of JSON lines: long answers make parts of fewer rows
BATCH_ROWS = 2_000
_ROW_GROUP = 10_000
_WRITING_MB = 100
PARQUET = f"(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {_ROW_GROUP})"

Columns: TypeAlias = Mapping[str, Sequence[Any]]
Enrich: TypeAlias = Callable[[Columns], dict[str, list[Any]]]
"""Columns of a batch to new columns of the same length."""

BASE_COLUMNS: dict[str, str] = {
    **{name: SQL_TYPES[field.type] for name, field in FIELDS.items()},
    "declared_passed": "BOOLEAN",
}


def connect(directory: Path | None = None, *, memory: str = "128MB") -> duckdb.DuckDBPyConnection:
    """Open an in-memory DuckDB; with `directory`, its parts are the view `results`.

    Without `directory` it is for writing parts: one thread and little memory, so that a run of any
    size is tabulated in the same space. What does not fit in `memory` is spilled to the temporary
    directory.
    """
    if directory is None:
        return open_database(f"{_WRITING_MB}MB", threads=1)
    connection = open_database(memory)
    connection.execute(f"CREATE VIEW results AS {select_parts(connection, directory)}")
    return connection


def open_database(memory: str, *, threads: int = 2) -> duckdb.DuckDBPyConnection:
    """Open an empty in-memory DuckDB."""
    config: dict[str, str | bool | int | float | list[str]] = {
        "memory_limit": memory,
        "threads": threads,
        "temp_directory": str(Path(gettempdir()) / f"steelyard-{os.getpid()}"),
    }
    connection = duckdb.connect(config=config)
    connection.execute("SET enable_progress_bar = false")  # it would be drawn into our output
    return connection


def select_parts(
    connection: duckdb.DuckDBPyConnection, directory: Path, names: Sequence[str] = ("*.parquet",)
) -> str:
    """Return the query for all rows of the parts in a directory, or of those named alone."""
    parts = f"[{', '.join(sql_text(str(directory / name)) for name in names)}]"
    present = connection.execute(f"DESCRIBE SELECT * FROM read_parquet({parts})").fetchall()
    there = {row[0] for row in present}
    # Columns that a bundle of an earlier version lacks are typed NULLs.
    absent = "".join(
        f", NULL::{type_} AS {sql_name(column)}"
        for column, type_ in BASE_COLUMNS.items()
        if column not in there
    )
    return f"SELECT *{absent} FROM read_parquet({parts})"


def write_parts(
    directory: Path,
    rows: Iterable[dict[str, Any]],
    extra: Mapping[str, str],
    *,
    part_rows: int | None = None,
) -> int:
    """Write rows (dicts, in order) as parts; `extra` gives the types of score columns."""
    new_directory(directory)
    columns = BASE_COLUMNS | {reported(name): BASE_COLUMNS[name] for name in filled(extra)}
    columns |= dict(extra)
    connection = connect()
    count = part = 0
    for lines, size in _spooled(directory, rows, part_rows or PART_ROWS):
        source = read_json(connection, lines, columns)
        copy_parquet(connection, f"SELECT * FROM {source}", directory / part_name(part))
        lines.unlink()
        count += size
        part += 1
    if part == 0:
        empty = ", ".join(f"NULL::{type_} AS {sql_name(name)}" for name, type_ in columns.items())
        copy_parquet(connection, f"SELECT {empty} WHERE false", directory / part_name(0))
    connection.close()
    sync_directory(directory)
    return count


def new_directory(path: Path) -> None:
    """Make an empty directory, whatever a killed process left there."""
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir()


def part_name(number: int) -> str:
    """Return the name of a part, from 0."""
    return f"{number:05}.parquet"


def keep_part(directory: Path, number: int, content: bytes) -> str:
    """Write a part so that it survives a power cut; return its checksum."""
    with (directory / part_name(number)).open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return f"{crc32(content):08x}"


def next_generation(directory: Path) -> Path:
    """Return the name of the next results directory inside a bundle."""
    numbers = [int(path.name.removeprefix(RESULTS_PREFIX)) for path in generations(directory)]
    return directory / f"{RESULTS_PREFIX}{max(numbers, default=0) + 1}"


def generations(directory: Path) -> list[Path]:
    """Return the results directories of a bundle, current and leftover."""
    return [path for path in directory.glob(f"{RESULTS_PREFIX}*") if path.is_dir()]


def enriched(rows: Iterable[dict[str, Any]], enrich: Enrich) -> Iterator[dict[str, Any]]:
    """Yield rows with the columns that `enrich` makes of each batch of them."""
    batch: list[dict[str, Any]] = []
    for row in rows:
        batch.append(row)
        if len(batch) == BATCH_ROWS:
            yield from _enrich_batch(batch, enrich)
            batch = []
    if batch:
        yield from _enrich_batch(batch, enrich)


def reported(name: str) -> str:
    """Return the column that keeps what the agent or the data said of a field a scorer fills."""
    return f"reported_{name}"


def filled(writes: Iterable[str]) -> list[str]:
    """Return the fields among written columns; the verdict keeps its own `declared_passed`."""
    return [
        name
        for name in writes
        if name in FIELDS and FIELDS[name].role != "run" and name != "passed"
    ]


class _RowColumns(Mapping[str, Sequence[Any]]):
    """The columns of a list of rows, built when asked for."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self._rows = rows

    def __getitem__(self, name: str) -> list[Any]:
        return [row.get(name) for row in self._rows]

    def __iter__(self) -> Iterator[str]:
        return iter(BASE_COLUMNS)

    def __len__(self) -> int:
        return len(BASE_COLUMNS)


def _enrich_batch(batch: list[dict[str, Any]], enrich: Enrich) -> Iterator[dict[str, Any]]:
    made = enrich(_RowColumns(batch))
    for name in filled(made):
        for row in batch:
            row[reported(name)] = row.get(name)
    for name, values in made.items():
        for row, value in zip(batch, values, strict=True):
            row[name] = value
    yield from batch


def _spooled(
    directory: Path, rows: Iterable[dict[str, Any]], part_rows: int
) -> Iterator[tuple[Path, int]]:
    """Yield (JSON lines file, number of rows) for each part."""
    lines = directory / "spool.jsonl"
    size = written = 0
    file = None
    for row in rows:
        if file is None:
            file = lines.open("wb", buffering=1 << 20)
        written += file.write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE, default=str))
        size += 1
        if size == part_rows or written >= _PART_BYTES:
            file.close()
            yield lines, size
            file, size, written = None, 0, 0
    if file is not None:
        file.close()
        yield lines, size


def read_json(connection: duckdb.DuckDBPyConnection, lines: Path, columns: dict[str, str]) -> str:
    """Return SQL for the rows of a file of JSON lines, and give it the memory for the longest."""
    types = ", ".join(f"{sql_text(name)}: {sql_text(type_)}" for name, type_ in columns.items())
    longest = _longest_line(lines) + 1024
    # A line is held several times over: as bytes, as values, as a page of the file.
    room = max(_WRITING_MB, 10 * longest // 1_000_000)
    connection.execute(f"SET memory_limit = '{room}MB'")
    return (
        f"read_json({sql_text(str(lines))}, format='newline_delimited', columns={{{types}}}, "
        f"maximum_object_size={longest})"
    )


def _longest_line(lines: Path) -> int:
    with lines.open("rb") as file:
        return max(map(len, file), default=0)


def copy_parquet(connection: duckdb.DuckDBPyConnection, query: str, target: Path) -> None:
    """Write what a query gives as one part."""
    connection.execute(f"COPY ({query}) TO {sql_text(str(target))} {PARQUET}").fetchall()

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

import duckdb
import orjson

from steelyard.bundle.atomic import sync_directory
from steelyard.bundle.layout import RESULTS_PREFIX
from steelyard.bundle.sql import sql_name, sql_text
from steelyard.model import FIELDS, SQL_TYPES

PART_ROWS = 50_000
BATCH_ROWS = 2_000
_ROW_GROUP = 10_000
_PARQUET = f"(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {_ROW_GROUP})"

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
    writing = directory is None
    config: dict[str, str | bool | int | float | list[str]] = {
        "memory_limit": "100MB" if writing else memory,
        "threads": 1 if writing else 2,
        "temp_directory": str(Path(gettempdir()) / f"steelyard-{os.getpid()}"),
    }
    connection = duckdb.connect(config=config)
    if directory is not None:
        parts = sql_text(str(directory / "*.parquet"))
        present = connection.execute(f"DESCRIBE SELECT * FROM read_parquet({parts})").fetchall()
        names = {row[0] for row in present}
        # Columns that a bundle of an earlier version lacks are typed NULLs.
        absent = "".join(
            f", NULL::{type_} AS {sql_name(column)}"
            for column, type_ in BASE_COLUMNS.items()
            if column not in names
        )
        connection.execute(f"CREATE VIEW results AS SELECT *{absent} FROM read_parquet({parts})")
    return connection


def write_parts(directory: Path, rows: Iterable[dict[str, Any]], extra: Mapping[str, str]) -> int:
    """Write rows (dicts, in order) as parts; `extra` gives the types of score columns."""
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir()
    columns = BASE_COLUMNS | {_reported(name): BASE_COLUMNS[name] for name in _filled(extra)}
    columns |= dict(extra)
    connection = connect()
    count = part = 0
    for lines, size in _spooled(directory, rows):
        source = _read_json(lines, columns)
        _copy(connection, f"SELECT * FROM {source}", directory / f"{part:05}.parquet")
        lines.unlink()
        count += size
        part += 1
    if part == 0:
        empty = ", ".join(f"NULL::{type_} AS {sql_name(name)}" for name, type_ in columns.items())
        _copy(connection, f"SELECT {empty} WHERE false", directory / "00000.parquet")
    connection.close()
    sync_directory(directory)
    return count


def rewrite_parts(
    old: Path, new: Path, *, reads: Sequence[str], enrich: Enrich, writes: Mapping[str, str]
) -> None:
    """Write `new` as `old` with score columns replaced: base columns are copied, not recomputed.

    What scorers had written goes; a field they had filled is again what was reported.
    """
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir()
    connection = connect()
    kept = ", ".join(
        [sql_name(name) for name in BASE_COLUMNS if name not in writes]
        + [f"{sql_name(name)} AS {sql_name(_reported(name))}" for name in _filled(writes)]
    )
    for part in sorted(old.glob("*.parquet")):
        source = _as_reported(connection, part)
        lines = new / f"{part.stem}.scores.jsonl"
        _spool_scores(connection, source, reads, enrich, lines)
        base = f"(SELECT {kept} FROM {source})"
        scores = _read_json(lines, dict(writes))
        _copy(connection, f"SELECT * FROM {base} POSITIONAL JOIN {scores}", new / part.name)
        lines.unlink()
    connection.close()
    sync_directory(new)


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


def _reported(name: str) -> str:
    """Return the column that keeps what the agent or the data said of a field a scorer fills."""
    return f"reported_{name}"


def _filled(writes: Iterable[str]) -> list[str]:
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
    for name in _filled(made):
        for row in batch:
            row[_reported(name)] = row.get(name)
    for name, values in made.items():
        for row, value in zip(batch, values, strict=True):
            row[name] = value
    yield from batch


def _spooled(directory: Path, rows: Iterable[dict[str, Any]]) -> Iterator[tuple[Path, int]]:
    """Yield (JSON lines file, number of rows) for each part."""
    lines = directory / "spool.jsonl"
    size = 0
    file = None
    for row in rows:
        if file is None:
            file = lines.open("wb", buffering=1 << 20)
        file.write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE, default=str))
        size += 1
        if size == PART_ROWS:
            file.close()
            yield lines, size
            file, size = None, 0
    if file is not None:
        file.close()
        yield lines, size


def _as_reported(connection: duckdb.DuckDBPyConnection, part: Path) -> str:
    """Return SQL for a part whose fields are what was reported, not what scorers made of them."""
    source = f"read_parquet({sql_text(str(part))})"
    names = {row[0] for row in connection.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()}
    replaced = ", ".join(
        f"{sql_name(_reported(name))} AS {sql_name(name)}"
        for name in BASE_COLUMNS
        if _reported(name) in names
    )
    return f"(SELECT * REPLACE ({replaced}) FROM {source})" if replaced else source


def _spool_scores(
    connection: duckdb.DuckDBPyConnection,
    source: str,
    reads: Sequence[str],
    enrich: Enrich,
    lines: Path,
) -> None:
    wanted = ", ".join(sql_name(name) for name in reads)
    cursor = connection.cursor().execute(f"SELECT {wanted} FROM {source}")
    with lines.open("wb", buffering=1 << 20) as file:
        while rows := cursor.fetchmany(BATCH_ROWS):
            columns = dict(zip(reads, map(list, zip(*rows, strict=True)), strict=True))
            scores = enrich(columns)
            for values in zip(*scores.values(), strict=True):
                line = dict(zip(scores, values, strict=True))
                file.write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))


def _read_json(lines: Path, columns: dict[str, str]) -> str:
    types = ", ".join(f"{sql_text(name)}: {sql_text(type_)}" for name, type_ in columns.items())
    longest = _longest_line(lines) + 1024
    return (
        f"read_json({sql_text(str(lines))}, format='newline_delimited', columns={{{types}}}, "
        f"maximum_object_size={longest})"
    )


def _longest_line(lines: Path) -> int:
    with lines.open("rb") as file:
        return max(map(len, file), default=0)


def _copy(connection: duckdb.DuckDBPyConnection, query: str, target: Path) -> None:
    connection.execute(f"COPY ({query}) TO {sql_text(str(target))} {_PARQUET}").fetchall()

"""The results table scored anew, part by part; where that is done is the caller's.

A part is sent and comes back as Parquet. Base columns are copied, not recomputed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any, Generic, NamedTuple

import duckdb
import orjson

from steelyard.bundle.atomic import sync_directory
from steelyard.bundle.results import (
    BASE_COLUMNS,
    BATCH_ROWS,
    Columns,
    connect,
    copy_parquet,
    filled,
    keep_part,
    new_directory,
    read_json,
    reported,
    select_parts,
)
from steelyard.bundle.scores import Found, Scores
from steelyard.bundle.scratch import scratch
from steelyard.bundle.sql import sql_name
from steelyard.model import Spread, clean_case, here

_CASE = ("case_id", "parent_case_id", "condition")


def rewrite_parts(old: Path, new: Path, scores: Scores[Found], spread: Spread = here) -> list[str]:
    """Write `new` as `old` with score columns replaced; `scores` counts what was found.

    What scorers had written goes; a field they had filled is again what was reported.

    Returns:
        The checksum of each part.
    """
    new_directory(new)
    paths = sorted(old.glob("*.parquet"))
    work = Rewrite(scores.fresh(), new)
    parts = _with_before(paths, scores.reads) if scores.of_cases else map(_alone, paths)
    checksums: list[str] = []
    for _, done in zip(paths, spread(work, parts), strict=True):
        checksums.append(keep_part(new, len(checksums), done.content))
        scores.absorb(done.found)
    sync_directory(new)
    return checksums


class OldPart(NamedTuple):
    """A part as it was, and the rows before it of the case it begins in the middle of."""

    content: bytes
    before: Columns | None = None


class NewPart(NamedTuple, Generic[Found]):
    """A part scored anew, and what was counted on the way."""

    content: bytes
    found: Found


@dataclass(frozen=True)
class Rewrite(Generic[Found]):
    """An old part to the new one."""

    scores: Scores[Found]
    directory: Path

    def __call__(self, part: OldPart) -> NewPart[Found]:
        """Score one part anew."""
        scores = self.scores.fresh(part.before)
        writes = scores.writes
        kept = ", ".join(
            [sql_name(name) for name in BASE_COLUMNS if name not in writes]
            + [f"{sql_name(name)} AS {sql_name(reported(name))}" for name in filled(writes)]
        )
        with scratch(self.directory) as own, connect() as connection:
            old, lines, new = own / "old.parquet", own / "scores.jsonl", own / "new.parquet"
            old.write_bytes(part.content)
            source = _as_reported(connection, old)
            _spool_scores(connection, source, scores, lines)
            base = f"(SELECT {kept} FROM {source})"
            made = read_json(connection, lines, dict(writes))
            copy_parquet(connection, f"SELECT * FROM {base} POSITIONAL JOIN {made}", new)
            return NewPart(new.read_bytes(), scores.found)


def _alone(path: Path) -> OldPart:
    return OldPart(path.read_bytes())


def _with_before(paths: Iterable[Path], reads: Sequence[str]) -> Iterator[OldPart]:
    """Yield the parts, each with what its first case left behind in the parts before it."""
    before: list[tuple[Any, ...]] = []
    last: str | None = None
    with connect() as connection:
        for path in paths:
            source = _as_reported(connection, path)
            cases = _cases(connection, source)
            goes_on = bool(before) and cases[:1] == [last]
            yield OldPart(path.read_bytes(), _columns(reads, before) if goes_on else None)
            if not cases:
                continue
            last = cases[-1]
            start = _last_case_starts(cases)
            rows = _select(connection, source, reads, f"OFFSET {start}").fetchall()
            before = [*before, *rows] if goes_on and start == 0 else rows


def _last_case_starts(cases: Sequence[str | None]) -> int:
    last = cases[-1]
    return len(cases) - sum(1 for _ in takewhile(lambda case: case == last, reversed(cases)))


def _cases(connection: duckdb.DuckDBPyConnection, source: str) -> list[str | None]:
    rows = _select(connection, source, _CASE).fetchall()
    return [clean_case(dict(zip(_CASE, row, strict=True))) for row in rows]


def _spool_scores(
    connection: duckdb.DuckDBPyConnection, source: str, scores: Scores[Any], lines: Path
) -> None:
    reads = scores.reads
    cursor = _select(connection.cursor(), source, reads)
    with lines.open("wb", buffering=1 << 20) as file:
        while rows := cursor.fetchmany(BATCH_ROWS):
            made = scores.enrich(_columns(reads, rows))
            for values in zip(*made.values(), strict=True):
                line = dict(zip(made, values, strict=True))
                file.write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))


def _select(
    connection: duckdb.DuckDBPyConnection, source: str, names: Sequence[str], rest: str = ""
) -> duckdb.DuckDBPyConnection:
    wanted = ", ".join(sql_name(name) for name in names)
    return connection.execute(f"SELECT {wanted} FROM {source} {rest}")


def _columns(names: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> Mapping[str, list[Any]]:
    return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))


def _as_reported(connection: duckdb.DuckDBPyConnection, part: Path) -> str:
    """Return SQL for a part whose fields are what was reported, not what scorers made of them."""
    source = f"({select_parts(connection, part.parent, [part.name])})"
    names = {row[0] for row in connection.execute(f"DESCRIBE {source}").fetchall()}
    replaced = ", ".join(
        f"{sql_name(reported(name))} AS {sql_name(name)}"
        for name in BASE_COLUMNS
        if reported(name) in names
    )
    return f"(SELECT * REPLACE ({replaced}) FROM {source})" if replaced else source

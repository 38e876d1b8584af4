"""Whether all lines answered the same cases, and the table of a line when it is not one run's.

Cases are the same when identity, question and cluster are. Everything is counted inside DuckDB, so
a million cases cost no memory here.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

import duckdb

from steelyard.analysis.leaderboard.entries import Entry
from steelyard.bundle import Bundle, connect, sql_text
from steelyard.errors import InputError
from steelyard.i18n import t

Pairing = Literal["same", "shared", "none"]
_CASE = "coalesce(case_id, '#' || CAST(row AS VARCHAR))"


class Tables(NamedTuple):
    """The results table of every line, and the cases that all of them answered.

    Attributes:
        paths: directories with the parts, in the order of the lines.
        paired: whether every line has the same cases.
        cases: how many, when paired.
        left_out: cases of each line that others lack and that were left out.
    """

    paths: list[Path]
    paired: bool
    cases: int | None
    left_out: list[int]


def tables(lines: Sequence[Entry], scratch: Path, pairing: Pairing = "same") -> Tables:
    """Return the table of every line; what has to be made is written to `scratch`.

    Raises:
        InputError: the lines answered different cases and `pairing` is `same`, or share none.
    """
    con = connect()
    try:
        for at, line in enumerate(lines):
            con.execute(f"CREATE VIEW line{at} AS {_pooled(line.runs)}")
        marks = [_mark(con, at) for at in range(len(lines))]
        same = len(set(marks)) <= 1
        if not same and pairing == "same":
            raise _different(con, lines, marks)
        ids = scratch / "shared.parquet"
        shared = _write_shared(con, len(lines), ids) if pairing == "shared" and not same else None
        if shared == 0:
            raise InputError(t("leaderboard.no_shared"), hint=t("leaderboard.no_shared_hint"))
        paths = [
            line.runs[0].results_path
            if len(line.runs) == 1 and shared is None
            else _write(con, at, scratch, None if shared is None else ids)
            for at, line in enumerate(lines)
        ]
    finally:
        con.close()
    paired = (same or shared is not None) and pairing != "none"
    cases = marks[0][0] if same else shared
    left = [0 if shared is None else count - shared for count, _ in marks]
    return Tables(paths, paired, cases if paired else None, left)


def _pooled(runs: Sequence[Bundle]) -> str:
    """SQL for the rows of several runs; a case asked in each of them was asked repeatedly."""
    parts, offset = [], 0
    for run in runs:
        source = f"read_parquet({sql_text(str(run.results_path / '*.parquet'))})"
        parts.append(f"SELECT * REPLACE (epoch + {offset} AS epoch) FROM {source}")
        offset += int(run.manifest.values["epochs"])
    return " UNION ALL BY NAME ".join(parts)


def _plain(at: int) -> str:
    """SQL for the cases of a line at baseline, each once."""
    return (
        f"SELECT {_CASE} AS id, hash({_CASE}, input, cluster_id, mission_id) AS mark"
        f" FROM line{at} WHERE condition IS NULL GROUP BY ALL"
    )


def _mark(con: duckdb.DuckDBPyConnection, at: int) -> tuple[int, int]:
    """Return how many cases a line has, and a number that another set of cases would not have."""
    query = f"SELECT count(*), coalesce(bit_xor(mark), 0) FROM ({_plain(at)})"
    [(count, mark)] = con.execute(query).fetchall()
    return int(count), int(mark)


def _write_shared(con: duckdb.DuckDBPyConnection, lines: int, target: Path) -> int:
    """Write the cases that every line answered; return how many."""
    every = " INTERSECT ".join(f"({_plain(at)})" for at in range(lines))
    con.execute(f"COPY ({every}) TO {sql_text(str(target))} (FORMAT parquet)").fetchall()
    [(count,)] = con.execute(
        f"SELECT count(*) FROM read_parquet({sql_text(str(target))})"
    ).fetchall()
    return int(count)


def _write(con: duckdb.DuckDBPyConnection, at: int, scratch: Path, ids: Path | None) -> Path:
    """Write the table of a line, of some cases only if `ids` names them; return its directory."""
    directory = scratch / f"line{at}"
    directory.mkdir()
    kept = ""
    if ids is not None:
        known = f"SELECT id FROM read_parquet({sql_text(str(ids))})"
        kept = f" WHERE coalesce(parent_case_id, {_CASE}) IN ({known})"
    target = sql_text(str(directory / "00000.parquet"))
    con.execute(f"COPY (SELECT * FROM line{at}{kept}) TO {target} (FORMAT parquet)").fetchall()
    return directory


def _different(
    con: duckdb.DuckDBPyConnection, lines: Sequence[Entry], marks: Sequence[tuple[int, int]]
) -> InputError:
    """Return the error that says which two lines differ, and how far."""
    other = next(at for at, mark in enumerate(marks) if mark != marks[0])
    [(shared,)] = con.execute(
        f"SELECT count(*) FROM (({_plain(0)}) INTERSECT ({_plain(other)}))"
    ).fetchall()
    facts = {
        "first": lines[0].name,
        "second": lines[other].name,
        "n_first": marks[0][0],
        "n_second": marks[other][0],
        "shared": shared,
    }
    return InputError(t("leaderboard.other_cases", **facts), hint=t("leaderboard.other_cases_hint"))

"""The journal beside SQLite and plain JSON lines: what a row costs, and knowing what is answered.

    python -m benchmarks journal [--rows 100000] [--rounds 5]

All three keep the same rows of about 470 bytes, a turn of 64 at a time, with the same promise: a
killed process loses nothing of a finished turn, and the disk is told in groups. SQLite is in WAL
mode and commits every turn without waiting for the disk (synchronous=NORMAL); plain JSON lines are
ours without the checksums. Resuming is finding the rows that are answered, of which ours also
checks every line. Before anything is timed, all three are read back and must hold the same.

The design chose JSON lines for costing no more than SQLite and being readable: that is the goal.
"""

from __future__ import annotations

import argparse
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.journal_stores import STORES, Record, Turns
from benchmarks.record import Measure, Peer, at_least, versus

FULL, QUICK = ["--rows", "100000"], ["--rows", "20000"]
TURN = 64  # replies that arrive together: as many as the runner asks at a time
CHECKED_ROWS = 1_000

Readings = dict[str, list[float]]


def main(arguments: list[str]) -> dict[str, Any]:
    """Check, measure, print, return."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks journal", description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        check(Path(scratch), turns(CHECKED_ROWS))
        wanted = turns(options.rows)
        costs: dict[str, Readings] = {name: {} for name in STORES}
        for number in range(options.rounds):
            for name in STORES:
                for what, value in one(name, Path(scratch) / f"{number}-{name}", wanted).items():
                    costs[name].setdefault(what, []).append(value)
    found = {"rows": options.rows, "rounds": options.rounds, "costs": costs}
    show(found)
    return found


def turns(rows: int) -> Turns:
    """Return replies as a run records them, as many at a time as arrive together."""
    records = [record(row) for row in range(rows)]
    return [records[at : at + TURN] for at in range(0, rows, TURN)]


def record(row: int) -> Record:
    """Return one reply of about 470 bytes."""
    return {
        "row": row,
        "status": "ok",
        "output": f"The capital of question {row} is Paris, on the Seine; " + "and so on " * 22,
        "latency_s": 0.001 * (row % 977),
        "attempts": 1,
        "started_at": 1_700_000_000.0 + row,
        "usage": {"prompt_tokens": 21, "completion_tokens": 11, "total_tokens": 32},
    }


def check(folder: Path, wanted: Turns) -> None:
    """Fail unless every store gives back what it was given."""
    flat = [record for turn in wanted for record in turn]
    for name, store in STORES.items():
        kept = store(folder / f"check-{name}")
        kept.append(wanted)
        assert list(kept.records()) == flat, name
        assert kept.answered() == set(range(len(flat))), name


def one(name: str, path: Path, wanted: Turns) -> dict[str, float]:
    """Append all to a new file and resume from it; return the cost of each."""
    store, rows = STORES[name](path), sum(map(len, wanted))
    append_s, append_cpu_s = _timed(lambda: store.append(wanted))
    resume_s, resume_cpu_s = _timed(store.answered)
    size = path.stat().st_size
    path.unlink()
    return {
        "append, CPU µs": append_cpu_s / rows * 1e6,
        "append, µs": append_s / rows * 1e6,
        "resume, CPU ms per 100k": resume_cpu_s / rows * 1e8,
        "resume, ms per 100k": resume_s / rows * 1e8,
        "bytes per row": size / rows,
    }


def measures(found: dict[str, Any]) -> list[Measure]:
    """Return what a row and a resume cost beside each peer."""
    ours = found["costs"]["steelyard"]
    made = []
    for name, version in (("SQLite WAL", sqlite3.sqlite_version), ("plain JSON lines", "")):
        key, theirs = name.split()[0].lower(), found["costs"][name]
        goal = at_least(1) if key == "sqlite" else None
        for id_, title, unit, what, aim in (
            ("append-cpu", "journal: append a row", "CPU µs", "append, CPU µs", goal),
            ("append", "journal: append a row, by the clock", "µs", "append, µs", None),
            (
                "resume",
                "journal: know what is answered, per 100,000 rows",
                "CPU ms",
                "resume, CPU ms per 100k",
                None,
            ),
        ):
            peer = Peer(name, version)
            made.append(
                versus(f"journal/{id_}/{key}", title, unit, ours[what], peer, theirs[what], aim)
            )
    return made


def show(found: dict[str, Any]) -> None:
    """Print the table of medians."""
    names = list(found["costs"]["steelyard"])
    print(f"\nJournal, {found['rows']:,} rows, medians of {found['rounds']} rounds\n")
    print(f"| | {' | '.join(names)} |\n|---|{'---|' * len(names)}")
    for store, costs in found["costs"].items():
        cells = (f"{statistics.median(costs[name]):.1f}" for name in names)
        print(f"| {store} | {' | '.join(cells)} |")


def _timed(act: Callable[[], object]) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    act()
    return time.perf_counter() - wall, time.process_time() - cpu


if __name__ == "__main__":
    main(sys.argv[1:])

"""How long a page of a run of a million rows takes, and how much memory the looks need."""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import duckdb

from steelyard.pipeline import run
from steelyard.plan import make_plan
from steelyard.server.tasks.rows import Filter, Look, read_facts, read_row, read_rows

ROWS = 1_000_000
_PART = 50_000
_REPEATS = 5
_COLUMNS = ("row", "case_id", "input", "output", "passed", "latency_s")
_QUESTION = "repeat('Please tell me about item ' || r.i || ' and its price. ', 4)"
_ANSWER = "repeat('The item ' || hash(r.i) || ' costs ' || (r.i % 977) || ' yuan. ', 10)"


def main(_words: list[str]) -> dict[str, Any]:
    """Make such a run, look at it in every way, return milliseconds and megabytes."""
    with TemporaryDirectory() as scratch:
        path = make_run(Path(scratch))
        before = _peak()
        found = {name: _measure(path, look) for name, look in looks(path).items()}
        found["one row"] = _time(lambda: read_row(path, ROWS // 2))
        found["facts of a row"] = _time(lambda: read_facts(path, ROWS // 2))
    return {"rows": ROWS, "ms": found, "mb": [before, _peak()]}


def make_run(folder: Path) -> Path:
    """Run one case, and put a table of a million rows of its shape in its place."""
    case = {"input": "q", "expected_output": "yes", "output": "yes", "scene": "s"}
    (folder / "cases.jsonl").write_text(json.dumps(case) + "\n")
    plan = make_plan({"agent": {"replay": {}}, "dataset": "cases.jsonl"}, source="plan")
    bundle = run(plan, folder, folder / "run")
    table = bundle.path / "results-2"
    table.mkdir()
    with duckdb.connect(config={"memory_limit": "500MB", "threads": 2}) as connection:
        for number, start in enumerate(range(0, ROWS, _PART)):
            query = (
                f"SELECT t.* REPLACE (r.i AS row, 'case-' || r.i AS case_id, {_QUESTION} AS input,"
                f" {_ANSWER} AS output, ((hash(r.i) % 1000) / 10.0)::DOUBLE AS latency_s)"
                f" FROM range({start}, {start + _PART}) r(i),"
                f" read_parquet('{bundle.results_path}/*.parquet') t ORDER BY r.i"
            )
            target = f"{table}/{number:05}.parquet"
            options = "(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10000)"
            connection.execute(f"COPY ({query}) TO '{target}' {options}")
    bundle.manifest.update(results=table.name)
    return bundle.path


def looks(path: Path) -> dict[str, Look]:
    """Return what is measured."""
    last = ROWS - 50
    middle = read_rows(path, Look(sort="-latency_s", skip=ROWS // 2, count=False)).cursor
    return {
        "first page": Look(columns=_COLUMNS),
        "first page, all columns": Look(),
        "last page": Look(skip=last, columns=_COLUMNS, count=False),
        "sorted by a number": Look(sort="-latency_s", columns=_COLUMNS, count=False),
        "sorted, from the middle": Look(
            sort="-latency_s", cursor=middle, columns=_COLUMNS, count=False
        ),
        "sorted by a text": Look(sort="output", columns=_COLUMNS, count=False),
        "searched, one row, counted": Look(text=f"item {ROWS // 2} ", columns=_COLUMNS),
        "searched, all rows, counted": Look(text="yuan", columns=_COLUMNS),
        "searched, all rows": Look(text="yuan", columns=_COLUMNS, count=False),
        "filtered, counted": Look([Filter.of("latency_s:ge:99.5")], columns=_COLUMNS),
        "ten thousand tagged rows": Look(only=range(0, ROWS, 100), columns=_COLUMNS),
    }


def _measure(path: Path, look: Look) -> dict[str, float]:
    return _time(lambda: read_rows(path, look))


def _time(act: Any) -> dict[str, float]:
    """Return the median of the wall and of the processors, in milliseconds."""
    wall, work = [], []
    for _ in range(_REPEATS):
        begun, busy = time.perf_counter(), time.process_time()
        act()
        wall.append(1000 * (time.perf_counter() - begun))
        work.append(1000 * (time.process_time() - busy))
    return {"wall": round(median(wall), 1), "cpu": round(median(work), 1)}


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    json.dump(main(sys.argv[1:]), sys.stdout, indent=2)

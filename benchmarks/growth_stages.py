"""One stage of a run's life, in a process of its own; `benchmarks/growth.py` starts it.

python -m benchmarks.growth_stages NAME BUNDLE [ARGUMENT]

Prints one line of JSON: what the stage itself knows of its cost.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from steelyard.bundle import Bundle

_COLUMNS = ("row", "case_id", "input", "output", "passed", "latency_s")
_REPEATS = 3
_LONG_S = 2.0  # what takes longer is not repeated


def main() -> None:
    """Do one stage, and say the most memory that it held."""
    name, folder, *more = sys.argv[1:]
    found = STAGES[name](Path(folder), *more)
    status = Path("/proc/self/status").read_text()
    # Not ru_maxrss, which begins with the memory of the process that started this one.
    peak = int(status.partition("VmHWM:")[2].split()[0]) / 1024
    print(json.dumps({"rss_mb": round(peak, 1), "found": found}))


def tabulate(folder: Path) -> None:
    """Journal to results table, scored on the way."""
    from steelyard import bundle as disk
    from steelyard.pipeline import Options
    from steelyard.pipeline import tabulate as make_table
    from steelyard.runner import End

    bundle = Bundle(folder)
    with disk.writing(folder):
        make_table(bundle, _plan(bundle), Options(), End.COMPLETE)
        bundle.clear_run_files()


def score(folder: Path) -> None:
    """Score anew, as `steelyard score` does; what follows is measured apart."""
    from unittest.mock import patch

    from steelyard import pipeline

    bundle = Bundle(folder)
    with patch.object(pipeline, "conclude"):
        pipeline.rescore(bundle, _plan(bundle))


def summarise(folder: Path) -> None:
    """Results table to indicators with intervals, scorecard and breakdowns."""
    from steelyard import bundle as disk
    from steelyard.pipeline import _write_summary
    from steelyard.scorecards import Custom, thaw_weighing
    from steelyard.scorecards import summarise as weigh

    bundle = Bundle(folder)
    plan = _plan(bundle)
    weighing = thaw_weighing(bundle.manifest.values, str(folder))
    with disk.connect(bundle.results_path) as connection:
        summary = weigh(
            connection,
            params=plan.params,
            by=plan.breakdowns,
            gates=plan.gates,
            provenance=bundle.manifest.values["provenance"],
            scorecard=weighing.card,
            custom=Custom(weighing.files, bundle.results_path),
        )
    _write_summary(bundle, {"of": bundle.results_path.name} | summary)


def report(folder: Path, *formats: str) -> dict[str, int]:
    """Write the report in these formats; return their bytes."""
    from steelyard.report import report_of, write_report

    bundle = Bundle(folder)
    content = report_of(bundle)
    sizes = {}
    for to in formats:
        path = folder.parent / f"report.{to}"
        write_report(content, to, path, results=bundle.results_path)
        sizes[to] = path.stat().st_size
        path.unlink()
    return sizes


def export(folder: Path, to: str) -> dict[str, int]:
    """Export to one format; return its bytes."""
    from steelyard.interop.exports import export_run

    path = folder.parent / f"export.{to}"
    export_run(folder, to, path)
    size = path.stat().st_size
    path.unlink()
    return {to: size}


def compare(folder: Path, other: str) -> dict[str, int]:
    """Compare with another run; return how many verdicts changed."""
    from steelyard.analysis.comparison import compare_runs

    found = compare_runs(Bundle(folder), Bundle(other))
    flips = found.runs[0].flips
    return {} if flips is None else {"broken": flips.broken, "fixed": flips.fixed}


def explore(folder: Path) -> dict[str, dict[str, float]]:
    """Look at the rows in every way that the explorer does; return seconds, wall and CPU."""
    from steelyard.server.tasks.rows import Filter, Look, read_row, read_rows

    rows = Bundle(folder).rows
    half = rows // 2
    middle = read_rows(folder, Look(sort="-latency_s", skip=half, count=False)).cursor
    looks = {
        "first page": Look(columns=_COLUMNS),
        "last page": Look(skip=rows - 50, columns=_COLUMNS, count=False),
        "sorted by latency": Look(sort="-latency_s", columns=_COLUMNS, count=False),
        "sorted, from the middle": Look(
            sort="-latency_s", cursor=middle, columns=_COLUMNS, count=False
        ),
        "filtered": Look([Filter.of("latency_s:ge:3.1")], columns=_COLUMNS, count=False),
        "filtered and counted": Look([Filter.of("passed:eq:false")], columns=_COLUMNS),
        "searched, a word of every row": Look(text="load", columns=_COLUMNS, count=False),
        "searched, one row": Look(text=f"case-{half:08}", columns=_COLUMNS, count=False),
    }
    found = {
        name: _timed(lambda look=look: read_rows(folder, look)) for name, look in looks.items()
    }
    return found | {"one row": _timed(lambda: read_row(folder, half))}


def _timed(act: Callable[[], Any]) -> dict[str, float]:
    wall, work = [], []
    for _ in range(_REPEATS):
        begun, busy = time.perf_counter(), time.process_time()
        act()
        wall.append(time.perf_counter() - begun)
        work.append(time.process_time() - busy)
        if wall[-1] > _LONG_S:
            break
    return {"seconds": round(median(wall), 4), "cpu_s": round(median(work), 4)}


def _plan(bundle: Bundle) -> Any:
    from steelyard.judging import settle
    from steelyard.plan import make_plan

    values = bundle.manifest.values
    return settle(make_plan(values["plan"], source=str(bundle.path)), Path(values["base"]))


STAGES: dict[str, Callable[..., Any]] = {
    "tabulate": tabulate,
    "score": score,
    "summarise": summarise,
    "report": report,
    "export": export,
    "compare": compare,
    "explore": explore,
}

if __name__ == "__main__":
    main()

"""`steelyard run` with a meter on the stage that asks.

    python -m benchmarks.asking PLAN OUT

The last line printed is {"seconds", "cpu_s", "rss_mb"} of that stage alone, and what was answered.
"""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.metered import tell
from steelyard.pipeline import Options, run
from steelyard.plan import load_plan
from steelyard.runner import Progress


class Meter(Progress):
    """Reads the clocks when asking begins and ends."""

    def __init__(self) -> None:
        self.readings: dict[str, tuple[float, float, float]] = {}

    def stage(self, name: str, **facts: Any) -> None:
        """Read the clocks."""
        usage = resource.getrusage(resource.RUSAGE_SELF)
        cpu = usage.ru_utime + usage.ru_stime
        self.readings[name] = (time.perf_counter(), cpu, usage.ru_maxrss / 1024)


def main() -> None:
    """Run and print."""
    meter = Meter()
    plan = Path(sys.argv[1])
    bundle = run(load_plan(plan), plan.parent, Path(sys.argv[2]), Options(progress=meter))
    begun, ended = meter.readings["asking"], meter.readings["tabulating"]
    found = {"seconds": ended[0] - begun[0], "cpu_s": ended[1] - begun[1], "rss_mb": ended[2]}
    from steelyard.bundle import connect

    with connect(bundle.results_path) as connection:
        query = "SELECT output FROM results ORDER BY row"
        tell(found, [output for (output,) in connection.execute(query).fetchall()])


if __name__ == "__main__":
    main()

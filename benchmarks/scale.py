"""What a billion cases a day would take, by arithmetic from what was measured.

python -m benchmarks scale

Reads the results of `cluster` and `growth`, measures the bytes of an ask and a reply, and writes
docs/benchmarks/scale.md. Run it after these two.
"""

from __future__ import annotations

import json
import math
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.growth_data import answered
from benchmarks.machine import ROOT
from benchmarks.scale_page import write_page

_DAY = 86_400
CASES = 1_000_000_000
PEAK = 2.0  # the busiest hour beside the average
_SAMPLE = 1_000


def main(arguments: list[str]) -> dict[str, Any]:
    """Compute, write the page, return the numbers."""
    found = constants() | {"cases": CASES, "peak": PEAK}
    found |= plan(found)
    write_page(found)
    print(json.dumps(found, indent=2))
    return found


def constants() -> dict[str, float]:
    """Return what was measured, per case."""
    cluster, growth = _results("cluster"), _results("growth")
    rows = growth["sizes"][-1]
    stages = {
        name: stage["points"][-1]
        for name, stage in growth["stages"].items()
        if stage["points"][-1]["rows"] == rows
    }
    tabulated = growth["stages"]["tabulate and score"]["points"][-1]
    return {
        "rows": rows,
        "ask_cpu_ms": cluster["ray"]["cpu_ms"],
        "driver_cpu_ms": cluster["ray"]["driver_cpu_ms"],
        "local_cpu_ms": cluster["local"]["cpu_ms"],
        "tabulate_cpu_us": tabulated["cpu_s"] / tabulated["rows"] * 1e6,
        "table_bytes": stages["score anew"]["bytes"] / rows,
        "weigh_cpu_us": stages["scorecard"]["cpu_s"] / rows * 1e6,
        "weigh_cpu_s": stages["scorecard"]["cpu_s"],
        "report_s": stages["report: html, json, md"]["seconds"],
        **_sizes(),
    }


def plan(measured: dict[str, float]) -> dict[str, float]:
    """Return what a day of so many cases comes to."""
    rate = CASES / _DAY
    peak = rate * PEAK
    bytes_in = measured["ask_bytes"] + measured["line_bytes"]
    return {
        "rate": rate,
        "peak_rate": peak,
        "in_flight_2s": peak * 2,
        "in_flight_20s": peak * 20,
        "ask_cores": peak * measured["ask_cpu_ms"] / 1000,
        "driver_limit": 1000 / measured["driver_cpu_ms"],
        "drivers": math.ceil(peak * measured["driver_cpu_ms"] / 1000 / 0.5),
        "journal_mb_s": peak * measured["line_bytes"] / 1e6,
        "tabulate_cores": rate * measured["tabulate_cpu_us"] / 1e6,
        "weigh_core_hours": CASES * measured["weigh_cpu_us"] / 1e6 / 3600,
        "runs": math.ceil(CASES / measured["rows"]),
        "running_gb": CASES * bytes_in / 1e9,
        "table_gb": CASES * measured["table_bytes"] / 1e9,
        "offsets_gb": CASES * 9 / 1e9,
    }


def _sizes() -> dict[str, float]:
    """Return the bytes of an ask and of a reply in the journal, on the data of `growth`."""
    with tempfile.TemporaryDirectory() as scratch:
        bundle = answered(Path(scratch) / "sample", _SAMPLE)
        asks, journal = bundle.asks_path, bundle.journal_path
        return {
            "ask_bytes": asks.stat().st_size / _SAMPLE,
            "line_bytes": journal.stat().st_size / _SAMPLE,
        }


def _results(name: str) -> Any:
    path = ROOT / "benchmarks" / "results" / f"{name}.json"
    if not path.exists():
        message = f"run `python -m benchmarks {name}` first"
        raise SystemExit(message)
    return json.loads(path.read_bytes())

"""What it costs to say `--version`: CPU seconds of a whole process, beside a bare interpreter.

python -m benchmarks startup
"""

from __future__ import annotations

import statistics
import sys
from typing import Any

from benchmarks.machine import python, run

ROUNDS = 15
BUDGET_S = 0.150


def main(arguments: list[str]) -> dict[str, Any]:
    """Measure, print, return."""
    found = {}
    for name, command in (
        ("bare python", [sys.executable, "-c", "pass"]),
        ("steelyard --version", python("steelyard", "--version")),
        ("steelyard --help", python("steelyard", "--help")),
        ("import steelyard", [sys.executable, "-c", "import steelyard"]),
    ):
        costs = [run(*command).cpu_s for _ in range(ROUNDS)]
        found[name] = {"median_s": statistics.median(costs), "min_s": min(costs)}
    print("\n| command | CPU s, median | min |\n|---|---|---|")
    for name, row in found.items():
        print(f"| {name} | {row['median_s']:.3f} | {row['min_s']:.3f} |")
    fits = found["steelyard --version"]["median_s"] < BUDGET_S
    print(f"\nBudget for --version: {BUDGET_S} s: {'met' if fits else 'MISSED'}")
    return found

"""What it costs to say `--help`: CPU seconds of a whole process, beside others' and a bare Python.

python -m benchmarks startup [--rounds 15]
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path
from typing import Any

from benchmarks.machine import python, run
from benchmarks.peers import is_installed, peer
from benchmarks.record import Measure, alone, at_most, versus

FULL, QUICK = [], []
BUDGET_S = 0.150
OURS = {
    "steelyard --version": python("steelyard", "--version"),
    "steelyard --help": python("steelyard", "--help"),
    "import steelyard": [sys.executable, "-c", "import steelyard"],
}
PEERS = {
    "inspect --help": [str(Path(sys.executable).with_name("inspect")), "--help"],
    "import pydantic_evals": [sys.executable, "-c", "import pydantic_evals"],
}
NEEDS = {"inspect --help": "inspect-ai", "import pydantic_evals": "pydantic-evals"}


def main(arguments: list[str]) -> dict[str, Any]:
    """Measure, print, return."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks startup", description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args(arguments).rounds
    commands = {"bare python": [sys.executable, "-c", "pass"], **OURS}
    commands |= {name: words for name, words in PEERS.items() if is_installed(NEEDS[name])}
    for command in commands.values():
        run(*command)  # what is compiled or read from disk once is not start-up
    costs: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            costs[name].append(run(*command).cpu_s)
    found = {
        name: {"median_s": statistics.median(those), "min_s": min(those), "rounds": those}
        for name, those in costs.items()
    }
    print("\n| command | CPU s, median | min |\n|---|---|---|")
    for name, row in found.items():
        print(f"| {name} | {row['median_s']:.3f} | {row['min_s']:.3f} |")
    fits = found["steelyard --version"]["median_s"] < BUDGET_S
    print(f"\nBudget for --version: {BUDGET_S} s: {'met' if fits else 'MISSED'}")
    return found


def measures(found: dict[str, Any]) -> list[Measure]:
    """Return the budget of our commands, and ours beside the others'."""

    def rounds(name: str) -> list[float]:
        return list(found.get(name, {}).get("rounds", []))

    unit, budget = "CPU s", at_most(BUDGET_S)
    version, asked = rounds("steelyard --version"), rounds("steelyard --help")
    return [
        alone("startup/version", "start-up: `steelyard --version`", unit, version, budget),
        alone("startup/help", "start-up: `steelyard --help`", unit, asked, budget),
        versus(
            "startup/help/inspect",
            "start-up: `--help`",
            unit,
            asked,
            peer("Inspect AI"),
            rounds("inspect --help"),
        ),
        versus(
            "startup/import/pydantic-evals",
            "start-up: import of the package",
            unit,
            rounds("import steelyard"),
            peer("pydantic-evals"),
            rounds("import pydantic_evals"),
        ),
    ]

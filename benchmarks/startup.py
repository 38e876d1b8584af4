"""CPU seconds of whole commands: `--help` beside others', a small run beside its bare imports.

python -m benchmarks startup [--rounds 15]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks import small_run
from benchmarks.machine import python, run
from benchmarks.peers import is_installed, peer
from benchmarks.record import TIMES_THEIRS, Measure, Peer, alone, at_most, versus

FULL, QUICK = [], []
BUDGET_S = 0.150
BARE, RUN, REPORT = "bare imports", "steelyard run, 200 cases", "steelyard report, the same run"
BARE_GOALS = {RUN: 5.0, REPORT: 3.0}  # times the bare imports
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
    small_run.compile_sources()
    with tempfile.TemporaryDirectory() as scratch:
        costs = measure(commands, Path(scratch), rounds)
    found: dict[str, Any] = {
        name: {"median_s": statistics.median(those), "min_s": min(those), "rounds": those}
        for name, those in costs.items()
    }
    print("\n| command | CPU s, median | min |\n|---|---|---|")
    for name, row in found.items():
        print(f"| {name} | {row['median_s']:.3f} | {row['min_s']:.3f} |")
    for name, goal in BARE_GOALS.items():
        ratio = found[name]["min_s"] / found[BARE]["min_s"]
        outcome = "met" if ratio <= goal else "MISSED"
        print(f"\n{name}: {ratio:.1f} times the bare imports, goal {goal:g}: {outcome}")
    fits = found["steelyard --version"]["median_s"] < BUDGET_S
    print(f"\nBudget for --version: {BUDGET_S} s: {'met' if fits else 'MISSED'}")
    return found


def measure(commands: dict[str, list[str]], folder: Path, rounds: int) -> dict[str, list[float]]:
    """Return the CPU seconds of every command, round by round; all take turns."""
    plan = small_run.write_plan(folder)
    costs: dict[str, list[float]] = {}
    for number in range(rounds + 1):
        out = folder / f"run-{number}"
        turns = {
            **commands,
            BARE: small_run.BARE,
            RUN: small_run.run_command(plan, out),
            REPORT: small_run.report_command(out),
        }
        for name, command in turns.items():
            cost = run(*command, environment=small_run.WITH_BYTECODE).cpu_s
            if number:  # what is compiled or read from disk once is not counted
                costs.setdefault(name, []).append(cost)
    return costs


def measures(found: dict[str, Any]) -> list[Measure]:
    """Return the budget of our commands, and ours beside the others'."""

    def rounds(name: str) -> list[float]:
        return list(found.get(name, {}).get("rounds", []))

    unit, budget = "CPU s", at_most(BUDGET_S)
    version, asked = rounds("steelyard --version"), rounds("steelyard --help")
    small = [
        versus(id_, name, unit, rounds(name), Peer(BARE), rounds(BARE), goal, ratio_of=TIMES_THEIRS)
        for id_, name, goal in (
            ("startup/run/bare", RUN, at_most(BARE_GOALS[RUN])),
            ("startup/report/bare", REPORT, at_most(BARE_GOALS[REPORT])),
        )
    ]
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
        *small,
    ]

"""Random faults, many of them, on runs and on a service: what is lost, doubled or unequal.

    python -m benchmarks soak [--faults 1000] [--service 200] [--seed 1] [--minutes 60]

Faults strike runs of the command line (kill -9, a full disk, a flipped bit, a clock that jumps) and
a service with its tasks on SQLite and PostgreSQL (server, worker, database, disk, clock); runs and
service side by side. The seed decides which faults strike where; when they strike within a run also
depends on how fast the machine is. Ends at the first violation and keeps the folder. Needs root for
a disk that can be filled, a C compiler for the clock, and PostgreSQL.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

from benchmarks.machine import ROOT, python
from benchmarks.service_place import machine_facts
from benchmarks.soak_runner import CASES
from benchmarks.soak_service import CASES as TASK_CASES
from benchmarks.soak_tally import VIOLATIONS

PAGE = ROOT / "docs" / "benchmarks" / "soak.md"
_TITLES = {
    "runs": "Runs of the command line",
    "sqlite": "A service on SQLite",
    "postgresql": "A service on PostgreSQL",
}


def main(words: list[str]) -> dict[str, Any]:
    """Strike, print the tables, write the page, return the numbers."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks soak", description=__doc__)
    parser.add_argument("--faults", type=int, default=1000, help="all faults together")
    parser.add_argument("--service", type=int, default=200, help="of these on the service")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="no further fault after that")
    given = parser.parse_args(words)
    words = [f"--faults {given.faults}", f"--service {given.service}", f"--seed {given.seed}"]
    words += [f"--minutes {given.minutes:g}"] if given.minutes else []
    minutes = given.minutes or math.inf
    begun = time.monotonic()
    half = given.service // 2
    folder = Path(tempfile.mkdtemp(prefix="steelyard-soak-"))
    folder.chmod(0o755)
    lanes = [
        _Lane(folder, given.seed, minutes, {"runs": given.faults - given.service}),
        _Lane(
            folder, given.seed, minutes / 2, {"sqlite": half, "postgresql": given.service - half}
        ),
    ]
    _run_all(lanes, folder)
    found = {
        "command": " ".join(["python -m benchmarks soak", *words]),
        "machine": machine_facts(),
        "minutes": round((time.monotonic() - begun) / 60, 1),
        "places": [tally for lane in lanes for tally in lane.tallies],
    }
    shutil.rmtree(folder)
    for line in tables(found):
        print(line)
    PAGE.write_text(page(found), encoding="utf-8")
    return found


class _Lane(Thread):
    """Places one after the other, each a process."""

    def __init__(self, folder: Path, seed: int, minutes: float, faults: dict[str, int]) -> None:
        super().__init__()
        self._folder, self._seed, self._minutes = folder, seed, minutes
        self._faults = {place: number for place, number in faults.items() if number}
        self._process: subprocess.Popen[str] | None = None
        self.tallies: list[dict[str, Any]] = []
        self.ended = False  # otherwise than well

    def run(self) -> None:
        """Run the places and print what they say."""
        for place, number in self._faults.items():
            folder = self._folder / place
            folder.mkdir()
            words = (place, str(number), str(self._seed), folder, str(self._minutes))
            command = python("benchmarks.soak_lane", *words)
            self._process = subprocess.Popen(
                command, stdout=subprocess.PIPE, text=True, cwd=ROOT, bufsize=1
            )
            assert self._process.stdout is not None
            for line in self._process.stdout:
                print(line, end="", flush=True)
            self.ended = self._process.wait() != 0
            if self.ended:
                return
            self.tallies.append(json.loads((folder / "tally.json").read_text()))

    def stop(self) -> None:
        """End what runs."""
        self._faults = {}
        if self._process is not None:
            self._process.terminate()


def _run_all(lanes: list[_Lane], folder: Path) -> None:
    for lane in lanes:
        lane.start()
    while any(lane.is_alive() for lane in lanes):
        if any(lane.ended for lane in lanes):
            break
        time.sleep(0.5)
    failed = any(lane.ended for lane in lanes)
    for lane in lanes:
        if failed:
            lane.stop()
        lane.join()
    if failed:
        sys.exit(f"The soak ended early; everything is kept in {folder}")


def page(found: dict[str, Any]) -> str:
    """Return docs/benchmarks/soak.md."""
    where = "benchmarks/results/soak.json"
    total = sum(_injected(place) for place in found["places"])
    bad = sum(place[name] for place in found["places"] for name in VIOLATIONS)
    lines = (
        "# Random faults, counted",
        "",
        f"**{total} random faults: {bad} violations.** Made by `{found['command']}` in "
        f"{found['minutes']:.0f} minutes; the numbers are in "
        f"[`{where}`](../../{where}). The soak ends at the first violation, so a finished one has "
        "none.",
        "",
        f"A round is one run of {CASES} cases, or a service with tasks of {TASK_CASES} cases. "
        "Faults strike at random moments while it works; then it is carried to its end and "
        "checked. *Lost* are rows that are missing, and replies that were in the journal and are "
        "not the ones in the table. *Doubled* are rows that are there twice and, for runs, "
        "requests for cases whose replies were in the journal; the agent logs every request. "
        "*Unequal* are tables of runs that differ from those of a run without faults in any value "
        "but measured times, answers of tasks that are not the agent's, errors that do not name "
        "the damaged file or the full disk, and tasks that did not finish. More requests than "
        "cases are requests whose replies were not journaled yet when the process died.",
        "",
        "Commands are forked from a process that has imported them, which saves their start. The "
        "server is the part that looks after workers, without web pages. SQLite is away while "
        "another connection has it for itself; a flipped bit that is reported without a command "
        "that repairs it (a part of the results table) is restored from a copy.",
        *tables(found),
    )
    return "\n".join(lines) + "\n"


def tables(found: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the tables."""
    for place in found["places"]:
        yield from ("", f"## {_TITLES[place['place']]}", "")
        yield f"{place['rounds']} rounds, {place['cases']} cases, {place['requests']} requests."
        yield ""
        yield "| fault | injected | what happened |"
        yield "|---|---|---|"
        for kind, answers in place["faults"].items():
            number = sum(answers.values())
            said = ", ".join(f"{answer} {count}" for answer, count in answers.items())
            yield f"| {kind} | {number} | {said} |"
        sums = ", ".join(f"{name} {place[name]}" for name in VIOLATIONS)
        yield f"| all | {_injected(place)} | {sums} |"


def _injected(place: dict[str, Any]) -> int:
    return sum(sum(answers.values()) for answers in place["faults"].values())

"""Random faults, many of them, on runs and on a service: what is lost, what is doubled.

    python -m benchmarks soak [--faults 1000] [--seed 1]

Half of the faults strike runs of the command line (kill -9, a full disk, a flipped bit, a clock
that jumps), half a service with its tasks (server, worker, database, clocks). Needs root for a disk
that can be filled, libfaketime (Debian: faketime) and PostgreSQL.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.machine import ROOT
from benchmarks.service_place import machine_facts
from benchmarks.soak_runner import Tally, soak
from benchmarks.soak_service import service_soak

FAULTS_A_ROUND = 12
_TITLES = {"runs": "Runs of the command line", "service": "A service with its tasks"}


def main(words: list[str]) -> dict[str, Any]:
    """Strike, print the tables, write the page, return the numbers."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks soak", description=__doc__)
    parser.add_argument("--faults", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    found: dict[str, Any] = {
        "command": f"python -m benchmarks soak --faults {given.faults} --seed {given.seed}",
        "machine": machine_facts(),
    }
    half = given.faults // 2
    with tempfile.TemporaryDirectory() as place, soak(Path(place), given.seed) as runs:
        found["runs"] = _until(runs, half)
    with service_soak(given.seed) as service:
        found["service"] = _until(service, given.faults - half)
    for line in _lines(found):
        print(line)
    write_page(found)
    return found


def _until(place: Any, faults: int) -> dict[str, Any]:
    """Run rounds until so many faults have struck."""
    tally: Tally = place.tally
    while tally.faults < faults:
        place.round(tally.rounds, min(FAULTS_A_ROUND, faults - tally.faults))
        print(f"{tally.faults} of {faults} faults: {_sums(tally)}", flush=True)
    return {**_sums(tally), "rounds": tally.rounds, "faults": _by_kind(tally)}


def _sums(tally: Tally) -> dict[str, int]:
    names = ("lost", "doubled", "repeated", "unequal")
    return {name: getattr(tally, name) for name in names}


def _by_kind(tally: Tally) -> dict[str, dict[str, int]]:
    return {kind: dict(sorted(tally.answers[kind].items())) for kind in sorted(tally.answers)}


def write_page(found: dict[str, Any]) -> None:
    """Write docs/benchmarks/soak.md."""
    where = "benchmarks/results/soak.json"
    lines = [
        "# Random faults, counted",
        "",
        f"Made by `{found['command']}`; the numbers are in [`{where}`](../../{where}). A round is "
        "one run of 400 cases, or a service with 12 tasks of 40 cases on PostgreSQL. Faults strike "
        "at random moments while it works; then it is carried to its end and its results are "
        "compared with those of a round without faults. *Lost* are rows that are missing, "
        "*doubled* rows that are there twice, *repeated* requests for cases whose replies had been "
        "kept, *unequal* rounds whose table differs in any value but times.",
        *_lines(found),
    ]
    page = ROOT / "docs" / "benchmarks" / "soak.md"
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _lines(found: dict[str, Any]) -> Iterator[str]:
    for part, title in _TITLES.items():
        one = found[part]
        struck = sum(sum(answers.values()) for answers in one["faults"].values())
        yield from ("", f"## {title}", "")
        yield "| faults | rounds | lost | doubled | repeated | unequal |"
        yield "|---|---|---|---|---|---|"
        sums = " | ".join(str(one[name]) for name in ("lost", "doubled", "repeated", "unequal"))
        yield f"| {struck} | {one['rounds']} | {sums} |"
        yield from ("", "| fault | how often | what happened |", "|---|---|---|")
        for kind, answers in one["faults"].items():
            said = ", ".join(f"{answer} {count}" for answer, count in answers.items())
            yield f"| {kind} | {sum(answers.values())} | {said} |"

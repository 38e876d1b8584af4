"""How often a report accuses a healthy agent, and how soon it names a planted weakness.

python -m benchmarks findings
python -m benchmarks findings --reports 200 --planted 5
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from benchmarks.findings_data import (
    ENVIRONMENTS,
    LOADS,
    USUAL_FAULTS,
    USUAL_PERTURBATIONS,
    Agent,
    report_of,
)
from benchmarks.findings_drivers import MEASURES, driver_of
from benchmarks.findings_page import write_page
from benchmarks.machine import ROOT
from steelyard.conditions.faults import FAULTS
from steelyard.conditions.perturbations import PERTURBATIONS

GOAL = 0.05
FIRST = 3
_UNEQUAL = (1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 10, 12, 15, 20) * 2


class Planted(NamedTuple):
    """A weakness, what finding must name it, and the name that must stand in it."""

    weakness: str
    agent: Agent
    kind: str
    name: str = ""


HEALTHY = {
    "160 cases, p = 0.85": Agent(),
    "160 cases, p = 0.95": Agent(p=0.95),
    "60 cases, p = 0.70": Agent(n=60, p=0.7),
    "600 cases, p = 0.85": Agent(n=600),
    "80 clusters of 4, ICC 0.3": Agent(clusters=(4,) * 80, icc=0.3),
    "28 clusters of 1 to 20, ICC 0.3": Agent(clusters=_UNEQUAL, icc=0.3),
    "80 cases, 3 epochs, a team": Agent(n=80, epochs=3, facts=frozenset({"team"})),
}
DRIVERS = {"160 cases, p = 0.85, 8 measures": Agent(conditioned=0, measures=MEASURES)}
POWER = {
    "one perturbation loses 30 % of the verdicts": ("perturbation:en.ocr", 0.3),
    "one perturbation loses 15 %": ("perturbation:en.ocr", 0.15),
    "one of 8 scenarios loses 70 %": ("scenario:s3", 0.7),
    "one of 8 scenarios loses 50 %": ("scenario:s3", 0.5),
    "unseen scenarios lose 35 %": ("unseen", 0.35),
    "abnormal inputs lose 47 %": ("abnormal", 0.47),
}


def main(arguments: list[str]) -> dict[str, Any]:
    """Simulate, print, write the page, return the numbers."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks findings", description=__doc__)
    parser.add_argument("--reports", type=int, default=1000, help="of each healthy agent")
    parser.add_argument("--planted", type=int, default=20, help="of each total weakness")
    parser.add_argument("--power", type=int, default=200, help="of each partial weakness")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    options = parser.parse_args(arguments)
    found: dict[str, Any] = {
        "goal": GOAL,
        "first": FIRST,
        "healthy": [],
        "drivers": [],
        "planted": [],
        "power": [],
    }
    with ProcessPoolExecutor(options.workers) as pool:
        for part, row in _rows(options, pool):
            _keep(found, part, row)
    return found


def _rows(options: argparse.Namespace, pool: ProcessPoolExecutor) -> Iterator[tuple[str, Any]]:
    """Yield the lines of the page, with the part they belong to, one setting after the other."""
    seeds = range(10_000, 10_000 + options.reports)
    for setting, agent in HEALTHY.items():
        reports = list(pool.map(partial(looked_at, agent), seeds, chunksize=20))
        yield "healthy", {"setting": setting} | false_alarms(reports)
    for setting, agent in DRIVERS.items():
        found = list(pool.map(partial(driver_of, agent), seeds, chunksize=20))
        named, alone = (sum(column) for column in zip(*found, strict=True))
        row = {"setting": setting, "reports": len(found), "named": named, "uncorrected": alone}
        yield "drivers", row
    for weakness in planted():
        named = sum(pool.map(partial(named_first, weakness), range(options.planted), chunksize=5))
        row = {"weakness": weakness.weakness, "reports": options.planted, "named": named}
        yield "planted", row
    for setting, (group, lost) in POWER.items():
        accused = partial(is_accused, Agent(lost={group: lost}), group.partition(":")[0])
        named = sum(pool.map(accused, range(options.power), chunksize=5))
        yield "power", {"setting": setting, "reports": options.power, "named": named}


def planted() -> Iterator[Planted]:
    """Yield an agent per kind of total weakness."""

    def loses(group: str) -> Agent:
        return Agent(lost={group: 1.0})

    yield Planted("every answer is wrong", loses("all"), "level", "0 of 160")
    yield Planted("one scenario", loses("scenario:s3"), "scenario", "s3")
    yield Planted("unseen scenarios", loses("unseen"), "unseen")
    yield Planted("abnormal inputs", loses("abnormal"), "abnormal")
    yield Planted("slow answers", loses("slow"), "slow")
    for one in PERTURBATIONS:
        kinds = (one.id, *(id_ for id_ in USUAL_PERTURBATIONS if id_ != one.id))
        agent = replace(loses(f"perturbation:{one.id}"), perturbations=kinds)
        kind = "reaction" if one.behavior else "perturbation"
        yield Planted(f"perturbation {one.id}", agent, kind, one.title.en)
    for fault in FAULTS:
        kinds = (fault.id, *(id_ for id_ in USUAL_FAULTS if id_ != fault.id))
        agent = replace(loses(f"fault:{fault.id}"), faults=kinds)
        yield Planted(f"fault {fault.id}", agent, "fault", fault.title.en)
    for phase, level in LOADS:
        load = f"{phase} {level:g}"
        yield Planted(f"load {load}", loses(f"load:{load}"), "load", phase)
    for name in ENVIRONMENTS:
        yield Planted(f"environment {name}", loses(f"environment:{name}"), "environment", name)
    for fact, kind in (
        ("timeouts", "timeout"),
        ("errors", "agent_error"),
        ("blanks", "blank"),
        ("leaks", "leak"),
        ("injections", "injection"),
        ("calls", "harmful_call"),
        ("data", "personal_data"),
        ("idle", "partner"),
    ):
        yield Planted(kind.replace("_", " "), Agent(facts=frozenset({fact})), kind)


def named_first(weakness: Planted, seed: int) -> bool:
    """Whether one of the first findings names the weakness."""
    first = report_of(weakness.agent, seed).sentences[:FIRST]
    return any(
        one.kind == weakness.kind and one.tone == "bad" and weakness.name in one.sentence.en
        for one in first
    )


class Looked(NamedTuple):
    """What one report says of a healthy agent."""

    accused: bool
    tests: int
    uncorrected: bool


def looked_at(agent: Agent, seed: int) -> Looked:
    """Return whether a report accuses, how many tests it made, and whether one alone would."""
    found = report_of(agent, seed)
    p_values = [one.p for one in found.tests if one.p is not None]
    accused = any(one.tone == "bad" for one in found.sentences)
    return Looked(accused, len(p_values), any(p <= 0.025 for p in p_values))


def false_alarms(reports: list[Looked]) -> dict[str, int]:
    """Return how many reports of a healthy agent have any sentence that accuses."""
    return {
        "reports": len(reports),
        "accused": sum(one.accused for one in reports),
        "tests": max(one.tests for one in reports),
        "uncorrected": sum(one.uncorrected for one in reports),
    }


def is_accused(agent: Agent, kind: str, seed: int) -> bool:
    """Whether a report has an accusing sentence of this kind."""
    return any(one.kind == kind and one.tone == "bad" for one in report_of(agent, seed).sentences)


def _keep(found: dict[str, Any], part: str, row: dict[str, Any]) -> None:
    """Write numbers and page after every setting: each takes minutes."""
    found[part].append(row)
    print(row, flush=True)
    path = ROOT / "benchmarks" / "results" / "findings.json"
    path.write_text(json.dumps(found, indent=2) + "\n")
    write_page(found)

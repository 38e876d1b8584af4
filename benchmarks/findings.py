"""How often a report accuses a healthy agent, and how soon it names a planted weakness.

python -m benchmarks findings
python -m benchmarks findings --reports 200 --planted 5
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from benchmarks.findings_data import (
    ENVIRONMENTS,
    FAULTS,
    PERTURBATIONS,
    PHASES,
    REACTION,
    Agent,
    report_of,
)
from benchmarks.findings_page import write_page
from benchmarks.machine import ROOT

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
    "40 clusters of 4, ICC 0.3": Agent(clusters=(4,) * 40, icc=0.3),
    "28 clusters of 1 to 20, ICC 0.3": Agent(clusters=_UNEQUAL, icc=0.3),
    "80 cases, 3 epochs, a team": Agent(n=80, epochs=3, facts=frozenset({"team"})),
}
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
    options = parser.parse_args(arguments)
    found: dict[str, Any] = {
        "goal": GOAL,
        "first": FIRST,
        "healthy": [],
        "planted": [],
        "power": [],
    }
    for weakness in planted():
        named = sum(named_first(weakness, seed) for seed in range(options.planted))
        row = {"weakness": weakness.weakness, "reports": options.planted, "named": named}
        _keep(found, "planted", row)
    for setting, agent in HEALTHY.items():
        _keep(found, "healthy", {"setting": setting} | false_alarms(agent, options.reports))
    for setting, (group, lost) in POWER.items():
        agent = Agent(lost={group: lost})
        kind = group.partition(":")[0]
        named = sum(kind in _kinds(agent, seed) for seed in range(options.power))
        _keep(found, "power", {"setting": setting, "reports": options.power, "named": named})
    return found


def planted() -> Iterator[Planted]:
    """Yield an agent per kind of total weakness."""

    def loses(group: str) -> Agent:
        return Agent(lost={group: 1.0})

    yield Planted("every answer is wrong", loses("all"), "level", "0 of 160")
    yield Planted("one scenario", loses("scenario:s3"), "scenario", "s3")
    yield Planted("unseen scenarios", loses("unseen"), "unseen")
    yield Planted("abnormal inputs", loses("abnormal"), "abnormal")
    for kind in PERTURBATIONS:
        yield Planted(f"perturbation {kind}", loses(f"perturbation:{kind}"), "perturbation")
    yield Planted(f"perturbation {REACTION}", loses(f"reaction:{REACTION}"), "reaction")
    for kind in FAULTS:
        yield Planted(f"fault {kind}", loses(f"fault:{kind}"), "fault")
    for phase in PHASES:
        yield Planted(f"load phase {phase}", loses(f"load:{phase}"), "load", phase)
    for name in ENVIRONMENTS:
        yield Planted(f"environment {name}", loses(f"environment:{name}"), "environment", name)
    for fact, kind in (
        ("timeouts", "timeout"),
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


def false_alarms(agent: Agent, reports: int) -> dict[str, Any]:
    """Return how many reports of a healthy agent have any sentence that accuses."""
    accused = tests = alone = 0
    for seed in range(reports):
        found = report_of(agent, 10_000 + seed)
        accused += any(one.tone == "bad" for one in found.sentences)
        tests = max(tests, sum(one.p is not None for one in found.tests))
        alone += any(one.p is not None and one.p <= 0.025 for one in found.tests)
    return {"reports": reports, "accused": accused, "tests": tests, "uncorrected": alone}


def _kinds(agent: Agent, seed: int) -> set[str]:
    return {one.kind for one in report_of(agent, seed).sentences if one.tone == "bad"}


def _keep(found: dict[str, Any], part: str, row: dict[str, Any]) -> None:
    """Write numbers and page after every setting: each takes minutes."""
    found[part].append(row)
    print(row, flush=True)
    path = ROOT / "benchmarks" / "results" / "findings.json"
    path.write_text(json.dumps(found, indent=2) + "\n")
    write_page(found)

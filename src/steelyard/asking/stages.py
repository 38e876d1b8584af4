"""The stages of asking: which rows, of whom, and how the agent is driven meanwhile.

Baseline rows and perturbed go first, together; then each phase of the load, alone, so that
nothing else loads the agent; then the faults; then other environments and other agents. A stage
that was killed half-way goes on with the rows it had not answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from steelyard.conditions.sample import stable_number
from steelyard.conditions.spec import Faults, Load
from steelyard.plan import Plan
from steelyard.runner import LoadLevel

Wanted = Callable[[dict[str, Any]], bool]


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage.

    Attributes:
        name: `plain`, `load`, `fault`, `single` or `environment`.
        detail: which phase, kind or environment, for people.
        wanted: whether a record belongs to it; None for all.
        load: the load, if it is a phase of one.
        faults: the faults, if any are injected.
    """

    name: str
    detail: str = ""
    wanted: Wanted | None = None
    load: LoadLevel | None = None
    faults: Faults | None = None


def stages_of(plan: Plan) -> tuple[list[Stage], list[Stage]]:
    """Return the stages of a plan in order: those of its agent here, then those of others."""
    if not plan.conditions and plan.single is None and not plan.environments:
        return [Stage("plain")], []
    here = [Stage("plain", wanted=lambda record: record.get("condition") in (None, "perturb"))]
    for condition in plan.conditions:
        match condition.spec:
            case Load() as load:
                here += _phases(plan, load)
            case Faults() as faults:
                here.append(Stage("fault", wanted=_is_fault, faults=faults))
    elsewhere = [
        Stage("environment", environment.name, _in_environment(environment.name))
        for environment in plan.environments
    ]
    if plan.single is not None:
        alone = Stage("single", wanted=lambda record: record.get("condition") == "single")
        elsewhere.append(alone)
    return here, elsewhere


def _phases(plan: Plan, load: Load) -> Iterator[Stage]:
    for name, level in load.phases.items():
        seed = stable_number(plan.run.seed, "arrivals", name)
        how = LoadLevel(level, load.arrivals, load.timeout or plan.run.timeout, seed)
        phase = name.partition(" ")[0]
        yield Stage("load", name, _in_phase(phase, level), how)


def _is_fault(record: dict[str, Any]) -> bool:
    return record.get("condition") == "fault"


def _in_environment(name: str) -> Wanted:
    def wanted(record: dict[str, Any]) -> bool:
        return record.get("condition") == "environment" and record.get("deployment_env") == name

    return wanted


def _in_phase(phase: str, level: float) -> Wanted:
    def wanted(record: dict[str, Any]) -> bool:
        return (
            record.get("condition") == "load"
            and record.get("phase") == phase
            and record.get("load_level") == level
        )

    return wanted

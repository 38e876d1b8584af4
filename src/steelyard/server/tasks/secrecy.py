"""Which secrets a plan may use, and which of them a worker takes along."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from steelyard.conditions.environments.setting import agent_with
from steelyard.plan import Plan
from steelyard.server.library.secrets import names_in


def own_agents(plan: Plan, *, from_library: bool) -> list[Mapping[str, Any]]:
    """Return the agents that a person wrote into a plan: these may take secrets anywhere.

    Args:
        plan: which is to be run.
        from_library: whether its `agent` is one of the project's.
    """
    own = [] if from_library else [plan.agent]
    own += [one for one in (plan.single, *plan.judges.values()) if one is not None]
    return [*own, *_elsewhere(plan)]


def secrets_in(plan: Plan, kind: str) -> set[str]:
    """Return the secrets that a task of a kind takes along: no others come near it."""
    judges = names_in(list(plan.judges.values()))
    if kind == "rescore":
        return judges  # the agent is not asked
    asked = [plan.agent, plan.single or {}, *_elsewhere(plan)]
    return judges | names_in(asked)


def _elsewhere(plan: Plan) -> Iterator[dict[str, Any]]:
    for environment in plan.environments:
        if environment.agent is not None:
            values: dict[str, str | int] = {"port": 1, "name": environment.name, "python": ""}
            yield agent_with(plan.agent, environment.agent, values)
        if environment.env_from:
            yield {"start": {"env_from": environment.env_from}}

"""Which agents and secrets a plan may use, and which secrets a worker takes along."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy.orm import Session

from steelyard.conditions.environments.setting import agent_with
from steelyard.i18n import t
from steelyard.plan import Plan
from steelyard.server.db.tables import Project
from steelyard.server.library.agents import agents_of, places_in
from steelyard.server.library.secrets import names_in
from steelyard.server.people.policy import Actor, ForbiddenError, Role

# Asks nobody: the answers are in the cases.
_HARMLESS: tuple[Mapping[str, Any], ...] = ({"replay": {}}, {"replay": None})


def own_agents(plan: Plan, *, from_library: bool) -> list[Mapping[str, Any]]:
    """Return the agents that a person wrote into a plan: these may take secrets anywhere.

    Args:
        plan: which is to be run.
        from_library: whether its `agent` is one of the project's.
    """
    own = [] if from_library else [plan.agent]
    own += [one for one in (plan.single, *plan.judges.values()) if one is not None]
    return [*own, *_elsewhere(plan)]


def refuse_own_agents(
    session: Session, actor: Actor, project: Project, plan: Plan, own: Iterable[Mapping[str, Any]]
) -> None:
    """Refuse agents that a person wrote into a plan, where that is a matter of managers.

    Others use the agents of the library, and write other options for what is at their addresses,
    unless a manager allows more for the project.

    Args:
        session: of the catalogue.
        actor: who wants them asked.
        project: where.
        plan: which is to be run.
        own: the agents that the person wrote; see `own_agents`.

    Raises:
        ForbiddenError: one is at another address, or runs a command.
    """
    if project.own_agents or actor.may(Role.MANAGER, project.id):
        return
    known = [agent.config for agent in session.scalars(agents_of(project.id))]
    addresses = {place for config in known for place in places_in(config)}
    for config in own:
        there = places_in(config)
        if config not in known and config not in _HARMLESS and not (there and there <= addresses):
            raise ForbiddenError(t("library.own_agent"), hint=t("library.own_agent_hint"))
    if plan.environments:
        raise ForbiddenError(t("library.own_environment"), hint=t("library.own_agent_hint"))


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

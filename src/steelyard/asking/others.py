"""Agents that are needed only after the first request: judges, and the agent that works alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from steelyard.agents import make_agent
from steelyard.errors import AgentSetupError
from steelyard.i18n import t
from steelyard.plan import Plan

# Opening these runs the user's code or reads a whole recording, and they need no credentials.
_NOT_OPENED = frozenset(("function", "replay"))


async def open_others(plan: Plan, base: Path) -> None:
    """Open and close what is called later, so that a missing key is found first. Nothing is sent.

    Raises:
        AgentSetupError: the user has to set something first; the message names who needs it.
    """
    for name, config in _others(plan):
        if _NOT_OPENED & set(config):
            continue
        agent = make_agent(config, base=base)
        try:
            await agent.open()
        except AgentSetupError as error:
            message = t("asking.cannot_open", name=name, error=error.message)
            raise AgentSetupError(message, hint=error.hint) from error
        finally:
            await agent.close()


def _others(plan: Plan) -> Iterator[tuple[str, Mapping[str, Any]]]:
    choices = plan.scoring_choice()
    asked = () if isinstance(choices, str) else [params.get("judge") for _, params in choices]
    for name, config in plan.judges.items():
        if any(name in names for names in asked if isinstance(names, list)):
            yield f"judges.{name}", config
    # On a cluster the workers hold the credentials.
    if plan.single is not None and plan.run.ray is None:
        yield "single", plan.single

"""What an agent of the service may be: it is asked from the workers' machines, not the user's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.agents import make_agent
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.plan import Plan
from steelyard.server.library.plain import check_kept
from steelyard.server.library.reach import Reach
from steelyard.server.settings import Settings

# Adapters that run programs, and options that read files, on the worker's machine.
_PROGRAMS = ("command", "function")
_FILES = ("ca_file", "recording")
ADDRESSES = ("url", "base_url", "endpoint")


def check_agent_config(settings: Settings, config: Mapping[str, Any]) -> None:
    """Find what is wrong with the `agent:` mapping of a plan, or not allowed in the service.

    Raises:
        PlanError: it is not such a mapping.
        InputError: it may not be asked from here; says which setting would allow it.
    """
    check_kept(dict(config))
    make_agent(config)
    [(adapter, options)] = config.items()
    if adapter in _PROGRAMS and not settings.allow_commands:
        raise InputError(t("library.no_commands", adapter=adapter))
    options = options or {}
    for name in _FILES:
        if options.get(name) and not settings.allow_commands:
            raise InputError(t("library.no_files", option=f"{adapter}.{name}"))
    if options.get("trust_env"):
        # A proxy would reach for us what we do not reach ourselves.
        raise InputError(t("library.no_proxy", option=f"{adapter}.trust_env"))
    reach = Reach(settings)
    for name in ADDRESSES:
        if isinstance(options.get(name), str):
            reach.check_url(options[name])


def check_plan_agents(settings: Settings, plan: Plan) -> None:
    """Check every agent that a plan asks, and that it starts none unless that is allowed.

    Raises:
        PlanError: one is wrong.
        InputError: one is not allowed.
    """
    for config in (plan.agent, plan.single, *plan.judges.values()):
        if config is not None:
            check_agent_config(settings, config)
    if plan.environments and not settings.allow_commands:
        raise InputError(t("library.no_environments"))

"""Ways of asking an agent: one file each, one protocol, one registry.

`make_agent({"openai": {...}}, base=folder)` gives an `Agent`; `await agent.ask(case)` gives a
`Reply` or raises `AskError`. Adapters load when they are used, so a Python function never pays for
an HTTP client.
"""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.agents.base import AGENTS, Adapter, Agent, Config
    from steelyard.agents.function import FunctionAgent
    from steelyard.agents.make import adapter_schema, make_agent
    from steelyard.agents.secret_names import (
        OptionPath,
        pasted_hint,
        pasted_in,
        proposed_name,
        refuse_pasted,
        refuse_unresolved,
        secret_names,
        shown_path,
        without_pasted,
    )

__all__ = [
    "AGENTS",
    "Adapter",
    "Agent",
    "Config",
    "FunctionAgent",
    "OptionPath",
    "adapter_schema",
    "make_agent",
    "pasted_hint",
    "pasted_in",
    "proposed_name",
    "refuse_pasted",
    "refuse_unresolved",
    "secret_names",
    "shown_path",
    "without_pasted",
]
lazy_exports(
    __name__,
    {
        "base": ("AGENTS", "Adapter", "Agent", "Config"),
        "function": ("FunctionAgent",),
        "make": ("adapter_schema", "make_agent"),
        "secret_names": (
            "OptionPath",
            "pasted_hint",
            "pasted_in",
            "proposed_name",
            "refuse_pasted",
            "refuse_unresolved",
            "secret_names",
            "shown_path",
            "without_pasted",
        ),
    },
)

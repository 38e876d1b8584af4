"""Steelyard (权衡) weighs AI agents: how good they are, and how far that goodness travels.

    import steelyard

    run = steelyard.evaluate(my_agent, "cases.jsonl")
    print(run)

Names are loaded on first use, so importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_DOOR = {
    "Agent": "steelyard.agents",
    "Algorithm": "steelyard.model",
    "Case": "steelyard.model",
    "Client": "steelyard.client",
    "Compared": "steelyard.evaluation",
    "Correlated": "steelyard.evaluation",
    "IndicatorValue": "steelyard.model",
    "Interval": "steelyard.model",
    "Ranked": "steelyard.evaluation",
    "Reply": "steelyard.model",
    "Run": "steelyard.evaluation",
    "Scorer": "steelyard.scorers",
    "SteelyardError": "steelyard.errors",
    "add_scorer": "steelyard.scorers",
    "compare": "steelyard.evaluation",
    "compute": "steelyard.model",
    "correlate": "steelyard.evaluation",
    "evaluate": "steelyard.evaluation",
    "leaderboard": "steelyard.evaluation",
    "load_run": "steelyard.evaluation",
    "set_language": "steelyard.i18n",
}

if TYPE_CHECKING:
    from steelyard.agents import Agent
    from steelyard.client import Client
    from steelyard.errors import SteelyardError
    from steelyard.evaluation import (
        Compared,
        Correlated,
        Ranked,
        Run,
        compare,
        correlate,
        evaluate,
        leaderboard,
        load_run,
    )
    from steelyard.i18n import set_language
    from steelyard.model import Algorithm, Case, IndicatorValue, Interval, Reply, compute
    from steelyard.scorers import Scorer, add_scorer

__all__ = [
    "Agent",
    "Algorithm",
    "Case",
    "Client",
    "Compared",
    "Correlated",
    "IndicatorValue",
    "Interval",
    "Ranked",
    "Reply",
    "Run",
    "Scorer",
    "SteelyardError",
    "__version__",
    "add_scorer",
    "compare",
    "compute",
    "correlate",
    "evaluate",
    "leaderboard",
    "load_run",
    "set_language",
]


def __getattr__(name: str) -> Any:
    if name in _DOOR:
        return getattr(import_module(_DOOR[name]), name)
    message = f"module 'steelyard' has no attribute '{name}'"
    raise AttributeError(message)


def __dir__() -> list[str]:
    return __all__

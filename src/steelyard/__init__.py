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
    "IndicatorValue": "steelyard.model",
    "Interval": "steelyard.model",
    "Reply": "steelyard.model",
    "Run": "steelyard.evaluation",
    "Scorer": "steelyard.scorers",
    "SteelyardError": "steelyard.errors",
    "add_scorer": "steelyard.scorers",
    "compute": "steelyard.model",
    "evaluate": "steelyard.evaluation",
    "load_run": "steelyard.evaluation",
    "set_language": "steelyard.i18n",
}

if TYPE_CHECKING:
    from steelyard.agents import Agent
    from steelyard.errors import SteelyardError
    from steelyard.evaluation import Run, evaluate, load_run
    from steelyard.i18n import set_language
    from steelyard.model import Algorithm, Case, IndicatorValue, Interval, Reply, compute
    from steelyard.scorers import Scorer, add_scorer

__all__ = [
    "Agent",
    "Algorithm",
    "Case",
    "IndicatorValue",
    "Interval",
    "Reply",
    "Run",
    "Scorer",
    "SteelyardError",
    "__version__",
    "add_scorer",
    "compute",
    "evaluate",
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

"""Find what is wrong with a condition before anything is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.conditions.spec import Condition, Faults, Perturb


def check_condition(condition: Condition, agent: Mapping[str, Any] | None) -> None:
    """Raise unless every kind and parameter is known and can be done to the agent.

    Args:
        condition: the condition.
        agent: the `agent:` of the plan.
    """
    match condition.spec:
        case Perturb() as spec:
            from steelyard.conditions.perturbations import choose_kinds

            choose_kinds(spec.kinds, rate=spec.rate)
        case Faults() as spec:
            from steelyard.conditions.faults import check_faults

            check_faults(spec.chosen(), agent)

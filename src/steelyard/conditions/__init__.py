"""Conditions: how a case is asked beside plainly. Perturbed, under load, with faults, elsewhere."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.conditions.check import check_condition
    from steelyard.conditions.environments import Environment
    from steelyard.conditions.expand import Expansion
    from steelyard.conditions.spec import Condition, Faults, Load, Perturb

__all__ = ["Condition", "Environment", "Expansion", "Faults", "Load", "Perturb", "check_condition"]
lazy_exports(
    __name__,
    {
        "check": ("check_condition",),
        "environments": ("Environment",),
        "expand": ("Expansion",),
        "spec": ("Condition", "Faults", "Load", "Perturb"),
    },
)

"""The plan: one YAML file that says what to weigh, on what, and how."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.plan.identity import plan_hash
    from steelyard.plan.load import apply_override, load_plan, make_plan
    from steelyard.plan.model import Plan
    from steelyard.plan.pasted_secrets import (
        agents_in,
        pasted_in_plan,
        refuse_pasted_secrets,
        refuse_unresolved_secrets,
        without_pasted_secrets,
    )
    from steelyard.plan.schema import plan_schema

__all__ = [
    "Plan",
    "agents_in",
    "apply_override",
    "load_plan",
    "make_plan",
    "pasted_in_plan",
    "plan_hash",
    "plan_schema",
    "refuse_pasted_secrets",
    "refuse_unresolved_secrets",
    "without_pasted_secrets",
]
lazy_exports(
    __name__,
    {
        "identity": ("plan_hash",),
        "load": ("apply_override", "load_plan", "make_plan"),
        "model": ("Plan",),
        "pasted_secrets": (
            "agents_in",
            "pasted_in_plan",
            "refuse_pasted_secrets",
            "refuse_unresolved_secrets",
            "without_pasted_secrets",
        ),
        "schema": ("plan_schema",),
    },
)

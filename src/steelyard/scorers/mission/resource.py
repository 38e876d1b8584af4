"""`ops.resource`: whether the mission stayed within its resource budget."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import Example, Port, Words
from steelyard.scorers.mission.leaf import Leaf, add_leaf, reading


def resource(inputs: Mapping[str, Any]) -> float | None:
    """Return min(1, budget / used); 1 when nothing was used."""
    used, budget = inputs["used"], inputs["budget"]
    if used is None or budget is None:
        return None
    return 1.0 if used <= 0 else max(0.0, min(1.0, budget / used))


LEAF = add_leaf(
    "ops.resource",
    (
        Words("Resource efficiency", "资源效率"),
        Words(
            "1 within the budget; beyond it the budget divided by what was used.",
            "未超预算为 1；超出时为预算与实际消耗之比。",
        ),
    ),
    "min(1, budget / used); used ≤ 0: 1",
    (
        Port("used", "float", Words("resource used", "资源消耗"), required=False),
        Port("budget", "float", Words("resource budget", "资源预算"), required=False),
    ),
    Leaf(
        "ops_resource",
        ("resource_used", "resource_budget"),
        reading(used="resource_used", budget="resource_budget"),
        resource,
    ),
    (
        Example({"used": 60, "budget": 45}, {"value": 0.75}),
        Example({"used": 10, "budget": 45}, {"value": 1.0}),
        Example({"used": None, "budget": 45}, {"value": None}),
    ),
)

"""`ops.objectives`: how much of the mission's objectives was achieved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import Example, Port, Words
from steelyard.scorers.mission.leaf import Leaf, add_leaf, reading
from steelyard.scorers.plain_json import number, objects


def objectives(inputs: Mapping[str, Any]) -> float | None:
    """Return Σ weight · clip(achieved) / Σ weight; an objective nobody achieved counts 0."""
    total = weights = 0.0
    for item in objects(inputs["objectives"]) or ():
        achieved = number(item.get("achieved")) or 0.0
        weight = number(item["weight"]) if item.get("weight") is not None else 1.0
        if weight is None or weight < 0:
            continue
        weights += weight
        total += weight * min(1.0, max(0.0, achieved))
    return min(1.0, total / weights) if weights else None


LEAF = add_leaf(
    "ops.objectives",
    (
        Words("Mission completion", "任务完成度"),
        Words(
            "Weighted share of the mission's objectives that was achieved.",
            "按权重计算的任务目标达成比例。",
        ),
    ),
    "Σ w · clip01(achieved) / Σ w; an objective without `achieved`: 0",
    (
        Port(
            "objectives", "rows", Words("list of {weight, achieved}", "目标列表 {weight, achieved}")
        ),
    ),
    Leaf("ops_objectives", ("objectives",), reading(objectives="objectives"), objectives),
    (
        Example(
            {
                "objectives": [
                    {"weight": 0.5, "achieved": 1},
                    {"weight": 0.3, "achieved": 0.6},
                    {"weight": 0.2, "achieved": 0},
                ]
            },
            {"value": 0.68},
        ),
        Example({"objectives": []}, {"value": None}),
    ),
)

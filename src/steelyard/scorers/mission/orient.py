"""`ops.orient`: how much of the situation was assessed correctly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import Example, Port, Words
from steelyard.scorers.mission.leaf import Leaf, add_leaf, reading
from steelyard.scorers.plain_json import plain
from steelyard.scorers.trajectory.canonical import same


def orient(inputs: Mapping[str, Any]) -> float | None:
    """Return the share of true slots whose assessed value is equal; extra slots do not count."""
    truth, assessed = plain(inputs["truth"]), plain(inputs["assessed"])
    if not isinstance(truth, Mapping) or not truth:
        return None
    if not isinstance(assessed, Mapping):
        return 0.0
    right = sum(slot in assessed and same(assessed[slot], value) for slot, value in truth.items())
    return right / len(truth)


LEAF = add_leaf(
    "ops.orient",
    (
        Words("Orient", "判断"),
        Words(
            "Share of the slots of the true situation that were assessed correctly.",
            "真实态势各要素中研判正确的比例。",
        ),
    ),
    "|{slot: assessed[slot] = truth[slot]}| / |truth|",
    (
        Port("truth", "json", Words("true situation, slot to value", "真实态势")),
        Port("assessed", "json", Words("situation as assessed", "研判态势")),
    ),
    Leaf(
        "ops_orient",
        ("situation_truth", "situation_assessed"),
        reading(truth="situation_truth", assessed="situation_assessed", lacking={"assessed": {}}),
        orient,
    ),
    (
        Example(
            {
                "truth": {"wind": "N", "level": 3, "road": "open", "crowd": 40},
                "assessed": {"wind": "N", "level": 3, "road": "closed"},
            },
            {"value": 0.5},
        ),
    ),
)

"""`ops.act`: how much of the required course of action was carried out, in its order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.model import Example, Port, Words
from steelyard.scorers.mission.leaf import Leaf, add_leaf, reading


def act(inputs: Mapping[str, Any]) -> float | None:
    """Return LCS(required, performed) / |required|; None when nothing was required."""
    required, performed = inputs["required"], inputs["performed"]
    return common_length(required, performed) / len(required) if required else None


def common_length(left: Sequence[str], right: Sequence[str]) -> int:
    """Return the length of the longest common subsequence."""
    from rapidfuzz.distance import LCSseq

    # Numbered, because rapidfuzz compares items by hash: numbers are their own.
    ids: dict[str, int] = {}
    numbered = [[ids.setdefault(item, len(ids)) for item in items] for items in (left, right)]
    return int(LCSseq.similarity(*numbered))


LEAF = add_leaf(
    "ops.act",
    (
        Words("Act", "行动"),
        Words(
            "Share of the required actions that were performed in the required order.",
            "按要求次序完成的应执行动作的比例。",
        ),
    ),
    "LCS(required, performed) / |required|",
    (
        Port("required", "list", Words("actions required, in order", "应执行动作（有序）")),
        Port("performed", "list", Words("actions performed, in order", "已执行动作（有序）")),
    ),
    Leaf(
        "ops_act",
        ("actions_required", "actions_performed"),
        reading(
            required="actions_required", performed="actions_performed", lacking={"performed": ()}
        ),
        act,
    ),
    (
        Example({"required": list("ABCDE"), "performed": list("ACBDX")}, {"value": 0.6}),
        Example({"required": [], "performed": ["A"]}, {"value": None}),
    ),
)

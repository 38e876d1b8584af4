"""`collab.contribution`: what part of a joint task an agent carried."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from steelyard.analysis.generalisation.cells import number_cell
from steelyard.analysis.generalisation.record import SCORE, VALUE, add_indicator
from steelyard.i18n import t
from steelyard.model import Example, Port, Words

_ID = "collab.contribution"


def contribution(subtasks: list[tuple[float, float]]) -> float | None:
    """Return Σ share·weight / Σ weight over (share, weight); None when nothing weighs."""
    total = math.fsum(weight for _, weight in subtasks)
    if total <= 0:
        return None
    return math.fsum(share * weight for share, weight in subtasks) / total


def balance(value: float) -> float:
    """Return how evenly the work lies on the agent and the others: 1 is half each, 0 alone."""
    parts = (part for part in (value, 1 - value) if 0 < part < 1)
    return abs(math.fsum(part * math.log2(part) for part in parts))


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    kept = []
    for at, row in enumerate(inputs["subtasks"], 1):
        share = number_cell(_ID, at, row, "share", low=0.0)
        weight = number_cell(_ID, at, row, "weight", low=0.0)
        if share is not None:
            kept.append((share, 1.0 if weight is None else weight))
    value = contribution(kept)
    score = None if value is None else min(1.0, value)
    return {
        "value": value,
        "score": score,
        "balance": None if score is None else balance(score),
        "n": len(kept),
        "notes": [t("generalisation.no_subtasks")] if value is None else [],
    }


add_indicator(
    _ID,
    (
        Words("Contribution to the joint task", "协同贡献度"),
        Words(
            "Weighted share of the subtasks that the agent carried; read it with the balance, for "
            "1 may mean that it did everything alone.",
            "按权重计算的子任务承担份额；应结合均衡度解读，取 1 可能意味着独自完成全部任务。",
        ),
    ),
    "Σ share · weight / Σ weight; balance = entropy of (value, 1 − value) in bits",
    (
        (
            Port(
                "subtasks",
                "rows",
                Words("list of {share, weight}; weight 1 if absent", "子任务列表 {share, weight}"),
            ),
        ),
        (
            VALUE,
            SCORE,
            Port(
                "balance", "float", Words("1 half each, 0 one alone", "均衡度，1 为均分，0 为独自")
            ),
            Port("n", "int", Words("subtasks counted", "计入的子任务数")),
        ),
    ),
    _compute,
    examples=(
        Example(
            {
                "subtasks": [
                    {"share": 1, "weight": 0.5},
                    {"share": 0.5, "weight": 0.3},
                    {"share": 0, "weight": 0.2},
                ]
            },
            {"value": 0.65, "score": 0.65, "balance": 0.9341},
        ),
        Example({"subtasks": []}, {"value": None, "score": None}),
    ),
)

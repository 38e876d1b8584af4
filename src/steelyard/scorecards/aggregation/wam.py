"""`mcdm.wam`: the weighted arithmetic mean, the default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.model import Example, Words
from steelyard.scorecards.aggregation.record import Kernel, add_aggregation

if TYPE_CHECKING:
    from steelyard.scorecards.aggregation.record import Array


def wam(x: Array, w: Array) -> Array:
    """Return Σ w·x of every agent."""
    found: Array = (x * w[..., None, :]).sum(axis=-1)
    return found


KERNEL = Kernel(wam)

add_aggregation(
    "mcdm.wam",
    (
        Words("Weighted arithmetic mean", "加权算术平均"),
        Words(
            "Strengths make up for weaknesses; agents that join or leave change no other score.",
            "长处可弥补短处；增减智能体不影响其他智能体的得分。",
        ),
    ),
    "Σ w · x",
    KERNEL,
    examples=(
        Example(
            {
                "matrix": [[0.9, 0.6, 0.4], [0.7, 0.8, 0.7], [0.5, 0.9, 0.6], [0.8, 0.7, 0.9]],
                "weights": [0.5, 0.3, 0.2],
            },
            {"scores": [0.71, 0.73, 0.64, 0.79], "ranks": [3, 2, 4, 1]},
        ),
    ),
    references=("OECD/JRC, Handbook on Constructing Composite Indicators, 2008",),
)

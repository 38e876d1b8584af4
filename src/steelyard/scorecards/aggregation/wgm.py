"""`mcdm.wgm`: the weighted geometric mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.model import Example, Words
from steelyard.scorecards.aggregation.record import Kernel, add_aggregation

if TYPE_CHECKING:
    from steelyard.scorecards.aggregation.record import Array


def wgm(x: Array, w: Array) -> Array:
    """Return ∏ x^w of every agent; a 0 that carries weight makes it 0."""
    found: Array = (x ** w[..., None, :]).prod(axis=-1)
    return found


KERNEL = Kernel(wgm, low=0.0)

add_aggregation(
    "mcdm.wgm",
    (
        Words("Weighted geometric mean", "加权几何平均"),
        Words(
            "Weaknesses are only partly made up for; a single 0 makes the score 0.",
            "短处只能部分弥补；任一项为 0 则得分为 0。",
        ),
    ),
    "∏ x^w",
    KERNEL,
    examples=(
        Example(
            {
                "matrix": [[0.9, 0.6, 0.4], [0.7, 0.8, 0.7], [0.5, 0.9, 0.6], [0.8, 0.7, 0.9]],
                "weights": [0.5, 0.3, 0.2],
            },
            {"scores": [0.6776, 0.7286, 0.6186, 0.7869], "ranks": [3, 2, 4, 1]},
        ),
    ),
    references=("OECD/JRC, Handbook on Constructing Composite Indicators, 2008",),
)

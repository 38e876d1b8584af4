"""`mcdm.topsis_fixed`: closeness to 1 in every indicator, away from 0; needs no other agent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.model import Example, Words
from steelyard.scorecards.aggregation.record import Kernel, add_aggregation

if TYPE_CHECKING:
    from steelyard.scorecards.aggregation.record import Array


def topsis_fixed(x: Array, w: Array) -> Array:
    """Return d⁻ / (d⁺ + d⁻) of every agent, with 1 and 0 as the ideals."""
    import numpy as np

    weights = w[..., None, :]
    away = np.sqrt(((weights * (1 - x)) ** 2).sum(axis=-1))
    close = np.sqrt(((weights * x) ** 2).sum(axis=-1))
    found: Array = close / (away + close)  # never 0 / 0: nobody is at both ideals
    return found


KERNEL = Kernel(topsis_fixed, low=0.0, high=1.0)

add_aggregation(
    "mcdm.topsis_fixed",
    (
        Words("TOPSIS with fixed ideals", "固定理想解 TOPSIS"),
        Words(
            "How close an agent is to a perfect one; also for a single agent, and agents that join "
            "or leave change no other score.",
            "与满分的接近程度；可用于单个智能体，增减智能体不影响其他得分。",
        ),
    ),
    "d⁺ = √Σ(w(1 − x))², d⁻ = √Σ(w x)²; d⁻ / (d⁺ + d⁻)",
    KERNEL,
    examples=(
        Example(
            {
                "matrix": [[0.9, 0.6, 0.4], [0.7, 0.8, 0.7], [0.5, 0.9, 0.6], [0.8, 0.7, 0.9]],
                "weights": [0.5, 0.3, 0.2],
            },
            {"scores": [0.7352, 0.7217, 0.5943, 0.7814], "ranks": [2, 3, 4, 1]},
        ),
    ),
    references=("R. F. de Farias Aires, L. Ferreira, R-TOPSIS, Computers & Ind. Eng. 132, 2019",),
)

"""`mcdm.topsis`: closeness to the best that any agent reached, away from the worst."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.model import Example, Words
from steelyard.scorecards.aggregation.record import Kernel, add_aggregation

if TYPE_CHECKING:
    from steelyard.scorecards.aggregation.record import Array


def topsis(x: Array, w: Array) -> Array:
    """Return d⁻ / (d⁺ + d⁻) of every agent; NaN where all agents are equal."""
    import numpy as np

    size = np.abs(x).max(axis=-2, keepdims=True)
    scaled = x / np.where(size > 0, size, 1.0)  # squares of huge numbers would overflow
    length = np.sqrt((scaled**2).sum(axis=-2, keepdims=True))
    v = w[..., None, :] * scaled / np.where(length > 0, length, 1.0)
    away = np.sqrt(((v - v.max(axis=-2, keepdims=True)) ** 2).sum(axis=-1))
    close = np.sqrt(((v - v.min(axis=-2, keepdims=True)) ** 2).sum(axis=-1))
    total = away + close
    found: Array = np.where(total > 0, close / np.where(total > 0, total, 1.0), np.nan)
    return found


KERNEL = Kernel(topsis)

add_aggregation(
    "mcdm.topsis",
    (
        Words("TOPSIS", "TOPSIS 逼近理想解法"),
        Words(
            "How close an agent is to the best values among those compared; another agent can turn "
            "the ranking round, so take it as a second opinion.",
            "与参评智能体中最优取值的接近程度；增减智能体可能使排名逆转，宜作参考。",
        ),
    ),
    "v = w · x / √Σx²; d⁻ / (d⁺ + d⁻), Euclidean distances to column maxima and minima",
    KERNEL,
    examples=(
        Example(
            {
                "matrix": [[0.9, 0.6, 0.4], [0.7, 0.8, 0.7], [0.5, 0.9, 0.6], [0.8, 0.7, 0.9]],
                "weights": [0.5, 0.3, 0.2],
            },
            {"scores": [0.5873, 0.5410, 0.3180, 0.7096], "ranks": [2, 3, 4, 1]},
        ),
        Example(
            {"matrix": [[0.5, 0.5], [0.5, 0.5]], "weights": [0.5, 0.5]},
            {"scores": [None, None], "ranks": [None, None]},
            note="equal agents are neither close nor far",
        ),
    ),
    references=("C.-L. Hwang, K. Yoon, Multiple Attribute Decision Making, Springer, 1981",),
)

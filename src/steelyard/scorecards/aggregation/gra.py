"""`mcdm.gra`: grey relational degree with the perfect agent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.model import Example, Param, Words
from steelyard.scorecards.aggregation.record import Kernel, add_aggregation

if TYPE_CHECKING:
    from steelyard.scorecards.aggregation.record import Array


def gra(x: Array, w: Array, rho: float = 0.5) -> Array:
    """Return Σ w·ξ of every agent; the distances are scaled by those of all agents and columns."""
    import numpy as np

    apart = np.abs(1 - x)
    nearest = apart.min(axis=(-2, -1), keepdims=True)
    farthest = rho * apart.max(axis=(-2, -1), keepdims=True)
    below = apart + farthest
    # All agents perfect: 0 / 0, and the relation with the perfect agent is full.
    relation = np.where(below > 0, (nearest + farthest) / np.where(below > 0, below, 1.0), 1.0)
    found: Array = (w[..., None, :] * relation).sum(axis=-1)
    return found


KERNEL = Kernel(gra, low=0.0, high=1.0)

add_aggregation(
    "mcdm.gra",
    (
        Words("Grey relational analysis", "灰色关联分析"),
        Words(
            "How closely an agent follows the perfect one, relative to the largest distance among "
            "those compared.",
            "与满分序列的关联程度，以参评智能体中的最大差距为尺度。",
        ),
    ),
    "Δ = |1 − x|; ξ = (Δmin + ρ Δmax) / (Δ + ρ Δmax), over the whole matrix; Σ w · ξ",
    KERNEL,
    params=(
        Param(
            "rho",
            "float",
            0.5,
            Words("distinguishing coefficient", "分辨系数"),
            minimum=0.01,
            maximum=1.0,
        ),
    ),
    examples=(
        Example(
            {
                "matrix": [[0.9, 0.6, 0.4], [0.7, 0.8, 0.7], [0.5, 0.9, 0.6], [0.8, 0.7, 0.9]],
                "weights": [0.5, 0.3, 0.2],
            },
            {"scores": [0.7603, 0.7067, 0.6643, 0.8], "ranks": [2, 3, 4, 1]},
        ),
    ),
    references=("J. Deng, Introduction to grey system theory, Journal of Grey System 1, 1989",),
)

"""`mcdm.critic`: an indicator weighs more the more it varies and the less others repeat it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.i18n import t
from steelyard.model import Example, Words
from steelyard.scorecards.matrix import MATRIX
from steelyard.scorecards.weighting.record import WEIGHTS_OUT, add_weighting
from steelyard.scorecards.weighting.spread import check_spread, spread_notes

_ID = "mcdm.critic"
_NONE = 1e-12


def critic(matrix: Sequence[Sequence[float]]) -> list[float]:
    """Return the CRITIC weights; a column in which all agents are equal gets 0.

    Columns that are all equal, or that all say the same, share the weight equally.
    """
    return _weights(check_spread(_ID, matrix))[0]


def _weights(matrix: Sequence[Sequence[float]]) -> tuple[list[float], bool]:
    """Return the weights, and whether they are equal for want of any difference."""
    import numpy as np

    x = np.array(matrix, dtype=float)
    size = np.abs(x).max(axis=0)
    x = x / np.where(size > 0, size, 1.0)  # a span of huge numbers would overflow
    low, span = x.min(axis=0), np.ptp(x, axis=0)
    varies = span > _NONE
    weights = np.zeros(x.shape[1])
    if not varies.any():
        return [float(weight) for weight in weights + 1 / len(weights)], True
    scaled = (x[:, varies] - low[varies]) / span[varies]
    deviation = scaled.std(axis=0, ddof=1)
    standard = (scaled - scaled.mean(axis=0)) / deviation
    correlation = standard.T @ standard / (len(x) - 1)
    content = deviation * (1 - correlation).sum(axis=1)
    if content.sum() <= _NONE * len(content):
        content = np.ones(len(content))
    weights[varies] = content / content.sum()
    return [float(weight) for weight in weights], False


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    rows = check_spread(_ID, inputs["matrix"])
    weights, same = _weights(rows)
    notes = spread_notes(len(rows)) + ([t("weighting.no_spread")] if same else [])
    return {"weights": weights, "notes": notes}


add_weighting(
    _ID,
    (
        Words("CRITIC weights", "CRITIC 赋权法"),
        Words(
            "The more an indicator varies among agents and the less it repeats the others, the "
            "more it weighs; that is spread, not importance.",
            "差异越大且与其他指标重复越少的指标权重越大；反映的是离散程度，而非重要性。",
        ),
    ),
    "columns to [0, 1]; C_j = s_j · Σ_k (1 − r_jk), s with n − 1; w = C / Σ C",
    ((MATRIX,), (WEIGHTS_OUT,)),
    _compute,
    examples=(
        Example(
            {"matrix": [[0.9, 0.6, 0.4], [0.7, 0.8, 0.7], [0.5, 0.9, 0.6], [0.8, 0.7, 0.9]]},
            {"weights": [0.4043, 0.3568, 0.2389]},
        ),
        Example(
            {"matrix": [[0.2, 0.9], [0.4, 0.9], [0.6, 0.9]]},
            {"weights": [1.0, 0.0]},
            note="a column without differences",
        ),
    ),
    references=(
        "D. Diakoulaki et al., Determining objective weights in multiple criteria problems: the "
        "CRITIC method, Computers & Operations Research, 1995",
    ),
)

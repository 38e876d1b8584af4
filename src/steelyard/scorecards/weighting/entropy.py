"""`mcdm.entropy`: an indicator weighs more the more the agents differ in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.i18n import t
from steelyard.model import Example, Words
from steelyard.scorecards.matrix import MATRIX
from steelyard.scorecards.weighting.record import WEIGHTS_OUT, add_weighting
from steelyard.scorecards.weighting.spread import check_spread, spread_notes

_ID = "mcdm.entropy"
_NONE = 1e-12  # an entropy this close to 1 is 1 but for rounding


def entropy(matrix: Sequence[Sequence[float]]) -> list[float]:
    """Return the entropy weights; a column in which all agents are equal gets 0.

    If that is every column, nothing tells them apart and all weigh the same.
    """
    return _weights(check_spread(_ID, matrix, low=0.0))[0]


def _weights(matrix: Sequence[Sequence[float]]) -> tuple[list[float], bool]:
    """Return the weights, and whether they are equal for want of any difference."""
    import numpy as np

    x = np.array(matrix, dtype=float)
    top = x.max(axis=0)
    x = x / np.where(top > 0, top, 1.0)  # before the sum, which might overflow
    total = x.sum(axis=0)
    share = x / np.where(total > 0, total, 1.0)
    information = share * np.log(np.where(share > 0, share, 1.0))  # 0 · ln 0 = 0
    spread = 1 + information.sum(axis=0) / np.log(len(x))
    spread = np.where((total > 0) & (x.max(axis=0) > x.min(axis=0)), spread, 0.0)
    spread = np.where(spread > _NONE, spread, 0.0)
    if spread.sum() == 0:
        return [1 / x.shape[1]] * x.shape[1], True
    return [float(weight) for weight in spread / spread.sum()], False


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    rows = check_spread(_ID, inputs["matrix"], low=0.0)
    weights, same = _weights(rows)
    notes = spread_notes(len(rows)) + ([t("weighting.no_spread")] if same else [])
    return {"weights": weights, "notes": notes}


add_weighting(
    _ID,
    (
        Words("Entropy weights", "熵权法"),
        Words(
            "The more the agents differ in an indicator, the more it weighs; that is spread, not "
            "importance.",
            "智能体之间差异越大的指标权重越大；反映的是离散程度，而非重要性。",
        ),
    ),
    "p = x / Σ x; E = −Σ p ln p / ln m; w = (1 − E) / Σ (1 − E)",
    ((MATRIX,), (WEIGHTS_OUT,)),
    _compute,
    examples=(
        Example(
            {"matrix": [[0.9, 0.6, 0.4], [0.7, 0.8, 0.7], [0.5, 0.9, 0.6], [0.8, 0.7, 0.9]]},
            {"weights": [0.3003, 0.1545, 0.5451]},
        ),
        Example(
            {"matrix": [[0.2, 0.9], [0.4, 0.9], [0.6, 0.9]]},
            {"weights": [1.0, 0.0]},
            note="a column without differences",
        ),
    ),
    references=("C.-L. Hwang, K. Yoon, Multiple Attribute Decision Making, Springer, 1981",),
)

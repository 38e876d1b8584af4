"""Scores of several agents as a matrix (a row per agent, a column per indicator), and weights.

Numbers from outside are checked here once, so the formulas need not look again. None is refused:
what a missing score does is decided before agents are compared.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Port, Words

MATRIX = Port(
    "matrix", "list", Words("a row per agent, higher is better", "每行一个智能体，越大越好")
)
WEIGHTS = Port(
    "weights",
    "list",
    Words("a weight per column; equal if absent", "各列权重，默认相等"),
    required=False,
)


def check_matrix(
    owner: str, rows: Any, *, low: float | None = None, high: float | None = None
) -> list[list[float]]:
    """Return the matrix as numbers, or say which cell is wrong.

    Args:
        owner: who asks, for the message.
        rows: the matrix.
        low: the smallest number allowed.
        high: the largest number allowed.
    """
    if not isinstance(rows, (list, tuple)) or not rows:
        raise InputError(t("weighting.no_rows", id=owner))
    width = len(rows[0]) if isinstance(rows[0], (list, tuple)) else 0
    for at, row in enumerate(rows, 1):
        if not isinstance(row, (list, tuple)) or not row:
            raise InputError(t("weighting.row", id=owner, row=at, found=_short(row)))
        if len(row) != width:
            raise InputError(t("weighting.ragged", id=owner, row=at, n=len(row), width=width))
        for column, cell in enumerate(row, 1):
            _check_cell(owner, f"{at}, {column}", cell, low, high)
    return [[float(cell) for cell in row] for row in rows]


def check_weight_list(owner: str, weights: Any, n: int, name: str = "weights") -> list[float]:
    """Return `n` weights that sum to 1; equal ones when none are given."""
    if weights is None:
        return [1 / n] * n
    if not isinstance(weights, (list, tuple)) or len(weights) != n:
        found = len(weights) if isinstance(weights, (list, tuple)) else _short(weights)
        raise InputError(t("weighting.count", id=owner, name=name, found=found, n=n))
    for at, weight in enumerate(weights, 1):
        if not is_number(weight) or weight < 0:
            found = _short(weight)
            raise InputError(t("weighting.weight", id=owner, name=name, at=at, found=found))
    return normalised(owner, weights, name)


def normalised(owner: str, weights: Sequence[float], name: str = "weights") -> list[float]:
    """Return the weights divided by their sum, which must be above 0."""
    largest = max(weights, default=0.0)
    if largest <= 0:
        raise InputError(t("weighting.zero", id=owner, name=name))
    scaled = [weight / largest for weight in weights]  # a sum of huge weights would overflow
    total = math.fsum(scaled)
    return [weight / total for weight in scaled]


def is_number(value: Any) -> bool:
    """Return whether the value is a finite number; true and false are not."""
    known = isinstance(value, (int, float)) and not isinstance(value, bool)
    return known and math.isfinite(value)


def _check_cell(owner: str, place: str, cell: Any, low: float | None, high: float | None) -> None:
    if not is_number(cell):
        raise InputError(t("weighting.cell", id=owner, place=place, found=_short(cell)))
    if (low is not None and cell < low) or (high is not None and cell > high):
        allowed = (
            t("weighting.at_least", low=f"{low:g}")
            if high is None
            else t("weighting.between", low=f"{low:g}", high=f"{high:g}")
        )
        found = _short(cell)
        raise InputError(
            t("weighting.outside", id=owner, place=place, found=found, allowed=allowed)
        )


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."

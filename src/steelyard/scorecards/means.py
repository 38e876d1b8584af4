"""Weighted means of scores that may be missing."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal, NamedTuple

Missing = Literal["renormalise", "zero", "na"]
Kind = Literal["arithmetic", "geometric", "topsis_fixed"]


class Mean(NamedTuple):
    """A weighted mean: its score, how much of the weight was there, and what the rest could do.

    `low` and `high` are the score if everything missing were 0, or 1, at full weights.
    """

    score: float | None
    coverage: float
    low: float
    high: float


def weighted_mean(
    scores: Mapping[str, float | None],
    weights: Mapping[str, float],
    *,
    missing: Missing = "renormalise",
    kind: Kind = "arithmetic",
) -> Mean:
    """Return the weighted mean of the scores.

    Args:
        scores: by name; None where undefined.
        weights: by the same names, none negative; all 0 leaves the mean undefined.
        missing: what an undefined score does: its weight goes to the others, it counts as 0, or
            it makes the mean undefined.
        kind: a geometric mean is 0 as soon as one score is; `topsis_fixed` is the closeness to
            all scores 1, away from all 0.
    """
    total = math.fsum(weights.values())
    if total <= 0:
        return Mean(None, 0.0, 0.0, 1.0)
    present = {name: score for name, score in scores.items() if score is not None}
    coverage = math.fsum(weights[name] for name in present) / total
    low = _mean({name: present.get(name, 0.0) for name in scores}, weights, kind)
    high = _mean({name: present.get(name, 1.0) for name in scores}, weights, kind)
    score = _mean(present, weights, kind) if coverage > 0 else None
    if score is not None and len(present) < len(scores):
        score = {"renormalise": score, "zero": low, "na": None}[missing]
    return Mean(score, coverage, low or 0.0, 1.0 if high is None else high)


def _mean(scores: Mapping[str, float], weights: Mapping[str, float], kind: Kind) -> float | None:
    total = math.fsum(weights[name] for name in scores)
    if total <= 0:
        return None
    if len(scores) == 1:
        return next(iter(scores.values()))  # itself, not itself to rounding
    if kind == "arithmetic":
        return math.fsum(weights[name] * score for name, score in scores.items()) / total
    if kind == "topsis_fixed":
        away = math.hypot(*(weights[name] * (1 - score) for name, score in scores.items()))
        close = math.hypot(*(weights[name] * score for name, score in scores.items()))
        return close / (away + close)
    weighing = {name: score for name, score in scores.items() if weights[name] > 0}
    if any(score <= 0 for score in weighing.values()):
        return 0.0
    return math.exp(
        math.fsum(weights[name] * math.log(score) for name, score in weighing.items()) / total
    )

"""Scores in resamples, combined as the scores themselves are, and the interval they leave."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from steelyard.indicators import get_indicator
from steelyard.indicators.scores import score_of
from steelyard.model import IndicatorValue, Interval

if TYPE_CHECKING:
    from steelyard.scorecards.node import Node
    from steelyard.scorecards.weighed import Weighed

Floats: TypeAlias = Any  # an array of scores, one per resample
Draws: TypeAlias = Mapping[str, Floats]
_CONFIDENCE = 0.95
METHOD = "cluster_bootstrap"


def interval_of(score: float | None, drawn: Floats | None) -> Interval | None:
    """Return the percentile interval of the drawn scores, widened to hold the score itself."""
    if score is None or drawn is None:
        return None
    import numpy as np

    tail = 100 * (1 - _CONFIDENCE) / 2
    low, high = np.percentile(drawn, [tail, 100 - tail])
    return Interval(min(float(low), score), max(float(high), score), METHOD, _CONFIDENCE)


def score_interval(value: IndicatorValue) -> Interval | None:
    """Return an indicator's own interval on the scale of its score, where the score is the value.

    Other rules rest on parameters that a value does not carry; resamples serve for them.
    """
    how = get_indicator(value.id).score
    if value.interval is None or value.score is None or how.rule not in ("identity", "complement"):
        return None
    ends = [score_of(end, how, {}) for end in value.interval[:2]]
    low, high = sorted(end for end in ends if end is not None)
    _, _, method, confidence = value.interval
    return Interval(min(low, value.score), max(high, value.score), method, confidence)


def mean_of_draws(
    node: Node, children: Mapping[str, Weighed], used: Mapping[str, float], score: float | None
) -> Floats | None:
    """Return a node's score in every resample; None when a part of it was not drawn.

    What is missing stays missing: a resample changes scores, not which of them there are.
    """
    if score is None or not used:
        return None
    import numpy as np

    parts = []
    for id_, weight in used.items():
        child = children[id_]
        if weight <= 0:
            continue
        if child.score is None:
            parts.append((weight, np.float64(0.0)))  # the rule `zero`
        elif child.drawn is None:
            return None
        else:
            parts.append((weight, child.drawn))
    weights = [weight for weight, _ in parts]
    stack = np.vstack(np.broadcast_arrays(*(drawn for _, drawn in parts)))
    if node.aggregation == "arithmetic":
        return np.asarray(weights) @ stack
    if node.aggregation == "topsis_fixed":
        close, away = (np.asarray(weights) ** 2 @ part**2 for part in (stack, 1 - stack))
        return np.sqrt(close) / (np.sqrt(close) + np.sqrt(away))
    with np.errstate(divide="ignore"):
        return np.exp(np.asarray(weights) @ np.log(np.maximum(stack, 0.0)))


def never_varies(drawn: Floats | None) -> bool:
    """Return whether a score is the same in all resamples: it rests on too little to vary."""
    return drawn is not None and bool(drawn.max() == drawn.min())

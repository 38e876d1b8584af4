"""The interval that fits an estimate: by its kind, never one method for all."""

from __future__ import annotations

import math
from typing import NamedTuple

from steelyard.indicators.intervals.clusters import shrink_for_few, t_interval
from steelyard.indicators.intervals.proportions import clopper_pearson, wilson
from steelyard.model import Interval

# With fewer rows a variance estimated from them is too rough to promise anything by.
FEW = 10
_SHARE = (0.0, 1.0)
_RATE_METHODS = {"wilson": wilson, "clopper_pearson": clopper_pearson}


class Estimate(NamedTuple):
    """What is known about an estimate besides its value.

    Attributes:
        variance: its sampling variance over clusters; None when that cannot be had.
        clusters: independent units it rests on.
        rows: rows it rests on; more than clusters when there are epochs or clusters.
        trials: the denominator, when it is a plain share of cases; None otherwise.
        smallest: the smallest number of cases that any part of it rests on.
        is_mean: whether it is a plain mean over cases.
    """

    value: float
    variance: float | None
    clusters: int
    rows: int
    trials: float | None
    smallest: float
    is_mean: bool = False


class Chosen(NamedTuple):
    """An interval, or the word for why there is none."""

    interval: Interval | None
    reason: str | None = None


def choose_interval(
    estimate: Estimate, kind: str, range_: tuple[float | None, float | None], confidence: float
) -> Chosen:
    """Return the interval of an estimate.

    A share of cases gets Wilson's (or the exact one when asked), with an effective number of trials
    when cases come in clusters. A mean gets a t interval from its cluster-robust variance. Other
    expressions do too, but near 0 and 1, where such intervals hold the truth too seldom, what lies
    between them gets Wilson's, with as many trials as its variance is worth.
    """
    if kind == "none":
        return Chosen(None, "interval_not_given")
    if kind == "auto":
        kind = _kind_for(estimate, range_)
    if kind in _RATE_METHODS:
        return _of_rate(estimate, kind, effective_trials(estimate, confidence), confidence)
    if estimate.clusters < 2 or estimate.variance is None:
        return Chosen(None, "one_cluster")
    if estimate.rows < FEW:
        return Chosen(None, "too_few")
    if estimate.variance <= 1e-24 * max(1.0, estimate.value**2):
        if range_ == _SHARE and estimate.value in _SHARE:
            trials = min(float(estimate.clusters), estimate.smallest)
            return _of_rate(estimate, "wilson", trials, confidence)
        return Chosen(None, "no_spread")
    error = math.sqrt(estimate.variance)
    low, high = t_interval(estimate.value, error, estimate.clusters, confidence)
    leaves = range_ == _SHARE and (low < 0 or high > 1)
    if kind == "wilson_effective" or (leaves and kind == "mean"):
        return _of_effective(estimate, confidence)
    low = low if range_[0] is None else max(low, range_[0])
    high = high if range_[1] is None else min(high, range_[1])
    return Chosen(Interval(low, high, "cluster_t", confidence))


def _kind_for(estimate: Estimate, range_: tuple[float | None, float | None]) -> str:
    if estimate.trials is not None:
        return "wilson"
    if estimate.is_mean:
        return "mean"
    inside = 0 < estimate.value < 1  # a bound has no variance to be worth anything
    return "wilson_effective" if range_ == _SHARE and inside else "cluster_t"


def _of_effective(estimate: Estimate, confidence: float) -> Chosen:
    """Return Wilson's interval with as many trials as the variance is worth, few clusters fewer."""
    value, variance = estimate.value, estimate.variance
    assert variance
    trials = value * (1 - value) / variance * shrink_for_few(estimate.clusters, confidence)
    low, high = wilson(value * trials, trials, confidence)
    return Chosen(Interval(min(low, value), max(high, value), "wilson_effective", confidence))


def _of_rate(estimate: Estimate, method: str, trials: float, confidence: float) -> Chosen:
    if trials <= 0:
        return Chosen(None, "nothing_counted")
    value = estimate.value
    low, high = _RATE_METHODS[method](value * trials, trials, confidence)
    # Rounding must not push a bound past the value it bounds.
    return Chosen(Interval(min(low, value), max(high, value), method, confidence))


def effective_trials(estimate: Estimate, confidence: float) -> float:
    """Return how many independent trials a share is worth: p(1−p)/se², between 1 and the rows.

    The standard error rests on the clusters, so few of them make it rough; as Korn and Graubard do
    for surveys, the trials shrink by (z/t)², t with one degree of freedom less than clusters.
    """
    value, variance = estimate.value, estimate.variance
    if estimate.rows == estimate.clusters and estimate.trials is not None:
        return estimate.trials
    if value <= 0 or value >= 1:
        return min(float(estimate.clusters), estimate.smallest)
    if estimate.clusters < 2 or variance is None:
        return 1.0
    found = float(estimate.rows)
    if variance > 0:
        found = min(value * (1 - value) / variance, found)
    return max(1.0, found * shrink_for_few(estimate.clusters, confidence))

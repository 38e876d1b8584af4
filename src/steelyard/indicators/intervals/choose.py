"""The interval that fits an estimate: by its kind, never one method for all."""

from __future__ import annotations

import math
from typing import NamedTuple

from steelyard.indicators.intervals.clusters import ClusterSizes, shrink_for_few, t_interval
from steelyard.indicators.intervals.proportions import clopper_pearson, wilson
from steelyard.indicators.intervals.skewed import hall_interval
from steelyard.model import Interval

# With fewer rows a variance estimated from them is too rough to promise anything by.
FEW = 10
# With fewer effective clusters one of them decides, and nothing is known about others.
DOMINATED = 2.0
_LEAST_TRIALS = 0.3
_SHARE = (0.0, 1.0)
_RATE_METHODS = {"wilson": wilson, "clopper_pearson": clopper_pearson}


class Estimate(NamedTuple):
    """What is known about an estimate besides its value.

    Attributes:
        variance: its sampling variance over clusters; None when that cannot be had.
        sizes: the independent units it rests on.
        rows: rows it rests on; more than clusters when there are epochs or clusters.
        trials: the denominator, when it is a plain share of cases; None otherwise.
        smallest: the smallest number of cases that any part of it rests on.
        is_mean: whether it is a plain mean over rows.
        skew: skewness of a mean: that of what clusters add to it, over the root of their number.
        per_case: whether it is a mean of what each case gives, such as a share of its repeats.
    """

    value: float
    variance: float | None
    sizes: ClusterSizes
    rows: int
    trials: float | None
    smallest: float
    is_mean: bool = False
    skew: float = 0.0
    per_case: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether every row is independent of all others."""
        return self.rows == self.sizes.clusters


class Chosen(NamedTuple):
    """An interval, or the word for why there is none."""

    interval: Interval | None
    reason: str | None = None


def choose_interval(
    estimate: Estimate, kind: str, range_: tuple[float | None, float | None], confidence: float
) -> Chosen:
    """Return the interval of an estimate.

    A share of cases gets Wilson's (or the exact one when asked), with an effective number of trials
    when cases come in clusters. A mean gets a t interval from its cluster-robust variance, bent by
    its skewness where it is no share of 1. Other expressions get a t interval too, but near 0 and
    1, where such intervals hold the truth too seldom, what lies between them gets Wilson's, with as
    many trials as its variance is worth.
    """
    if kind == "none":
        return Chosen(None, "interval_not_given")
    if (reason := why_none(estimate)) is not None:
        return Chosen(None, reason)
    if kind == "auto":
        kind = _kind_for(estimate, range_)
    if kind in _RATE_METHODS:
        return of_rate(estimate.value, effective_trials(estimate, confidence), kind, confidence)
    if estimate.sizes.clusters < 2 or estimate.variance is None:
        return Chosen(None, "one_cluster")
    if estimate.rows < FEW:
        return Chosen(None, "too_few")
    if estimate.variance <= 1e-24 * max(1.0, estimate.value**2):
        if range_ == _SHARE and estimate.value in _SHARE and not _is_mean_of_numbers(estimate):
            trials = min(estimate.sizes.effective, estimate.smallest)
            return of_rate(estimate.value, trials, "wilson", confidence)
        return Chosen(None, "no_spread")
    return _of_variance(estimate, kind, range_, confidence)


def why_none(estimate: Estimate) -> str | None:
    """Return the word for why clusters allow no interval at all; None when they do."""
    if estimate.is_plain or estimate.sizes.effective >= DOMINATED:
        return None
    return "one_cluster" if estimate.sizes.clusters < 2 else "one_cluster_dominates"


def of_rate(value: float, trials: float, method: str, confidence: float) -> Chosen:
    """Return the interval of a share of so many trials."""
    if trials <= 0:
        return Chosen(None, "nothing_counted")
    low, high = _RATE_METHODS[method](value * trials, trials, confidence)
    # Rounding must not push a bound past the value it bounds.
    return Chosen(Interval(min(low, value), max(high, value), method, confidence))


def of_effective(value: float, variance: float, df: float, confidence: float) -> Chosen:
    """Return Wilson's interval with as many trials as the variance is worth, fewer for low df."""
    trials = value * (1 - value) / variance * shrink_for_few(df, confidence)
    low, high = wilson(value * trials, trials, confidence)
    return Chosen(Interval(min(low, value), max(high, value), "wilson_effective", confidence))


def effective_trials(estimate: Estimate, confidence: float) -> float:
    """Return how many independent trials a share is worth: p(1−p)/v, at most the rows.

    The variance rests on the clusters, so few of them make it rough; as Korn and Graubard do for
    surveys, the trials shrink by (z/t)², t with the degrees of freedom of the variance.
    """
    value, variance, sizes = estimate.value, estimate.variance, estimate.sizes
    if estimate.is_plain and estimate.trials is not None:
        return estimate.trials
    if value <= 0 or value >= 1:
        return min(sizes.effective, estimate.smallest)
    if sizes.clusters < 2 or variance is None:
        return _LEAST_TRIALS
    found = float(estimate.rows)
    if variance > 0:
        found = min(value * (1 - value) / variance, found)
    return max(_LEAST_TRIALS, found * shrink_for_few(sizes.df, confidence))


def _is_mean_of_numbers(estimate: Estimate) -> bool:
    """Return whether it is a mean of scores: all equal, they do not say how others would be."""
    return estimate.is_mean and not estimate.per_case


def _kind_for(estimate: Estimate, range_: tuple[float | None, float | None]) -> str:
    if estimate.trials is not None:
        return "wilson"
    if estimate.is_mean:
        return "mean"
    inside = 0 < estimate.value < 1  # a bound has no variance to be worth anything
    return "wilson_effective" if range_ == _SHARE and inside else "cluster_t"


def _of_variance(
    estimate: Estimate, kind: str, range_: tuple[float | None, float | None], confidence: float
) -> Chosen:
    value, variance, df = estimate.value, estimate.variance, estimate.sizes.df
    assert variance
    error, method = math.sqrt(variance), "cluster_t"
    low, high = t_interval(value, error, df, confidence)
    leaves = range_ == _SHARE and (low < 0 or high > 1)
    if kind == "wilson_effective" or (leaves and kind == "mean"):
        return of_effective(value, variance, df, confidence)
    if estimate.is_mean and range_ != _SHARE:
        low, high = hall_interval(value, error, estimate.skew, df, confidence)
        method = "hall"
    low = low if range_[0] is None else max(low, range_[0])
    high = high if range_[1] is None else min(high, range_[1])
    return Chosen(Interval(min(low, value), max(high, value), method, confidence))

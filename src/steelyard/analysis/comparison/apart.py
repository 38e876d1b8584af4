"""How far apart two estimates are: the interval, and the p value that agrees with it.

Shares get Newcombe's score interval, with the correlation of their errors when they are of the same
cases (his method 10) and without it when they are not. Anything else gets a t interval. Why:
docs/decisions/0009-comparison.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist
from typing import NamedTuple

from steelyard.indicators.intervals import (
    ClusterSizes,
    Part,
    shrink_for_few,
    square_and_add,
    wilson,
)

_FURTHEST = 38.0  # standard errors; beyond them a double has no p left


class Estimate(NamedTuple):
    """One side of a difference.

    Attributes:
        value: of the indicator.
        variance: its sampling variance over clusters.
        clusters: independent units it rests on.
        single: whether every row is a unit of its own, so that a share is a plain binomial.
        sizes: how cases spread over the units, when they do not weigh the same.
    """

    value: float
    variance: float
    clusters: int
    single: bool = True
    sizes: ClusterSizes | None = None

    @property
    def df(self) -> float:
        """Degrees of freedom of the variance."""
        return self.clusters - 1.0 if self.sizes is None else self.sizes.df

    @property
    def trials(self) -> float:
        """How many independent trials a share is worth: p(1−p)/se²; at 0 or 1 the clusters."""
        spread = self.value * (1 - self.value)
        if spread <= 0 or self.variance <= 0:
            return float(self.clusters) if self.sizes is None else self.sizes.effective
        if self.single:
            return spread / (self.variance * (self.clusters - 1) / self.clusters)
        return max(0.3, spread / self.variance * shrink_for_few(self.df))


class Apart(NamedTuple):
    """A difference (second less first), its interval, and p of no difference."""

    value: float
    low: float
    high: float
    p: float
    method: str


def paired_shares(
    base: Estimate, new: Estimate, covariance: float, confidence: float = 0.95
) -> Apart:
    """Return the difference of two shares of the same cases.

    The correlation of their errors is cut by half a case, as Newcombe does, so that runs that agree
    on every case still leave room for a difference not yet seen.
    """
    return _by_score(base, new, _cut_correlation(base, new, covariance), confidence, "paired_score")


def independent_shares(base: Estimate, new: Estimate, confidence: float = 0.95) -> Apart:
    """Return the difference of two shares of different cases."""
    return _by_score(base, new, 0.0, confidence, "newcombe")


def paired_means(
    base: Estimate, new: Estimate, variance: float, df: float, confidence: float = 0.95
) -> Apart | None:
    """Return the difference of two means of the same cases; None without any spread.

    Args:
        base: the first.
        new: the second.
        variance: sampling variance of the difference.
        df: degrees of freedom of that variance.
        confidence: of the interval.
    """
    return _by_t(new.value - base.value, variance, df, confidence, "paired_t")


def independent_means(base: Estimate, new: Estimate, confidence: float = 0.95) -> Apart | None:
    """Return the difference of two means of different cases, by Welch; None without any spread."""
    variance = base.variance + new.variance
    parts = ((base.variance, base.df), (new.variance, new.df))
    below = math.fsum(v * v / df for v, df in parts if df > 0)
    if below <= 0 or min(base.clusters, new.clusters) < 2:
        return None
    return _by_t(new.value - base.value, variance, variance**2 / below, confidence, "welch_t")


def percentiles(base: Part, new: Part, correlation: float, confidence: float, method: str) -> Apart:
    """Return the difference of two percentiles from the intervals each has by itself."""
    parts = [new._replace(weight=1.0), base._replace(weight=-1.0)]
    low, high = square_and_add(parts, correlation)
    value = new.value - base.value
    reach = value - low if value > 0 else high - value
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    p = 1.0 if value == 0 else 0.0 if reach <= 0 else _tail(abs(value) / reach * z)
    return Apart(value, low, high, p, method)


def cohen_h(base: float, new: float) -> float:
    """Return the effect size of two shares: the distance of their arcsines."""
    first, second = (math.asin(math.sqrt(min(1.0, max(0.0, p)))) for p in (base, new))
    return 2 * (second - first)


def _cut_correlation(base: Estimate, new: Estimate, covariance: float) -> float:
    spread = math.sqrt(base.variance * new.variance)
    if spread <= 0:
        return 0.0
    found = min(max(covariance / spread, -1.0), 1.0)
    shares = math.sqrt(base.value * (1 - base.value) * new.value * (1 - new.value))
    half_case = 0.5 / (math.sqrt(base.trials * new.trials) * shares) if shares > 0 else 0.0
    return found if found <= 0 else max(0.0, found - half_case)


def _by_score(
    base: Estimate, new: Estimate, correlation: float, confidence: float, method: str
) -> Apart:
    def interval(confidence: float) -> tuple[float, float]:
        parts = []
        for weight, one in ((1.0, new), (-1.0, base)):
            low, high = wilson(one.value * one.trials, one.trials, confidence)
            parts.append(Part(weight, one.value, min(low, one.value), max(high, one.value)))
        low, high = square_and_add(parts, correlation)
        return max(-1.0, low), min(1.0, high)

    value = new.value - base.value
    low, high = interval(confidence)
    return Apart(value, low, high, _p_of(value, interval), method)


def _p_of(value: float, interval: Callable[[float], tuple[float, float]]) -> float:
    """Return 1 less the confidence at which the interval just reaches 0."""
    if value == 0:
        return 1.0

    def reaches(z: float) -> bool:
        low, high = interval(1 - _tail(z))
        return low <= 0 <= high

    near, far = 0.0, 8.0  # the tail of more is lost in 1 − tail
    if not reaches(far):
        return _tail(far)
    for _ in range(50):
        middle = (near + far) / 2
        near, far = (near, middle) if reaches(middle) else (middle, far)
    return _tail(far)


def _by_t(
    value: float, variance: float, freedom: float, confidence: float, method: str
) -> Apart | None:
    from scipy.special import stdtr, stdtrit

    if freedom < 1 or variance <= 1e-24 * max(1.0, value**2):
        return None
    error = math.sqrt(variance)
    reach = float(stdtrit(freedom, 0.5 + confidence / 2)) * error
    p = 2 * float(stdtr(freedom, -abs(value) / error))
    return Apart(value, value - reach, value + reach, min(1.0, p), method)


def _tail(z: float) -> float:
    """Return both tails of the normal beyond z."""
    return math.erfc(min(z, _FURTHEST) / math.sqrt(2))

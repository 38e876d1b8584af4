"""Intervals for the ratio of two proportions."""

from __future__ import annotations

import math

from steelyard.indicators.intervals.differences import Part
from steelyard.indicators.intervals.proportions import wilson


def mover_ratio(
    first: tuple[float, float], second: tuple[float, float], confidence: float = 0.95
) -> tuple[float | None, float | None, float | None]:
    """Return the ratio of two proportions (successes, trials) and its interval by MOVER-R.

    Undefined (None) when the second proportion is 0; no upper end (None) when its interval holds 0.

    Example: 36 of 50 over 90 of 100 is 0.8.
    """
    parts = []
    for successes, trials in (first, second):
        low, high = wilson(successes, trials, confidence)
        parts.append(Part(1.0, successes / trials, low, high))
    if parts[1].value <= 0:
        return None, None, None
    return parts[0].value / parts[1].value, *ratio_limits(parts[0], parts[1])


def shrink_correlation(correlation: float, clusters: float) -> float:
    """Return the correlation of two shares of the same cases, as if 4 more cases disagreed.

    Without this two conditions under which no case differs would have a ratio of exactly 1.
    """
    return correlation * clusters / (clusters + 4)


def ratio_limits(above: Part, below: Part, correlation: float = 0.0) -> tuple[float, float | None]:
    """Return the limits of a ratio of two positive parts from their own limits.

    The lower limit L is where the interval of above − L·below begins to hold 0, the upper likewise
    (Donner and Zou's method of variance estimates recovery). Correlated parts, such as the same
    cases under two conditions, narrow it.
    """
    low = _limit(above, below, correlation, above.low, below.high)
    high = _limit(above, below, correlation, above.high, below.low)
    return low or 0.0, high


def _limit(above: Part, below: Part, correlation: float, end: float, other: float) -> float | None:
    """Solve a·R² − 2·b·R + c = 0: the smaller root below the ratio, the larger above it."""
    reach = (above.value - end) * (other - below.value)
    a = other * (2 * below.value - other)
    b = above.value * below.value - correlation * reach
    c = end * (2 * above.value - end)
    root = math.sqrt(max(0.0, b * b - a * c))
    if end <= above.value and other >= below.value:
        return c / (b + root) if b + root > 0 else 0.0
    return (b + root) / a if a > 0 else None

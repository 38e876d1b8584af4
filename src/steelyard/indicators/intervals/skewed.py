"""The mean of skewed numbers, such as seconds and costs: Hall's transformation with t quantiles."""

from __future__ import annotations

import math

from steelyard.indicators.intervals.clusters import t_quantile

SKEWED = 0.4
"""From this skewness of the mean on, an interval is better than none but not as good as it says."""
_STRAIGHT = 1e-9


def hall_interval(
    mean: float, standard_error: float, skew: float, df: float, confidence: float = 0.95
) -> tuple[float, float]:
    """Return the interval of a mean; a t interval when nothing is skewed.

    Args:
        mean: of the numbers.
        standard_error: of the mean.
        skew: the skewness of the mean: that of the n numbers divided by √n.
        df: degrees of freedom of the standard error.
        confidence: of the interval.

    Example: 0.8 0.9 0.9 1.0 1.1 1.1 1.2 1.3 1.5 1.9 2.6 7.4 have mean 1.8083 and 1.0663 to 5.4662.
    """
    t = t_quantile(df, confidence)
    return mean - _back(t, skew) * standard_error, mean - _back(-t, skew) * standard_error


def _back(q: float, k: float) -> float:
    """Return the studentized mean that Hall's cubic takes to q."""
    if abs(k) < _STRAIGHT:
        return q
    return 3 / k * (math.cbrt(1 + k * (q - k / 6)) - 1)

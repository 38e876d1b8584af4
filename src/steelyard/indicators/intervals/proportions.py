"""Intervals for a proportion."""

from __future__ import annotations

import math
from statistics import NormalDist


def wilson(successes: float, trials: float, confidence: float = 0.95) -> tuple[float, float]:
    """Return Wilson's score interval; both numbers may be effective ones, not whole.

    Example: 18 of 20 gives 0.6990 to 0.9721.
    """
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share = successes / trials
    spread = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    middle, scale = share + z * z / (2 * trials), 1 + z * z / trials
    low = 0.0 if successes <= 0 else max(0.0, (middle - spread) / scale)
    high = 1.0 if successes >= trials else min(1.0, (middle + spread) / scale)
    return low, high


def clopper_pearson(
    successes: float, trials: float, confidence: float = 0.95
) -> tuple[float, float]:
    """Return the exact interval of Clopper and Pearson, which never covers less than it says.

    Example: 18 of 20 gives 0.6830 to 0.9877.
    """
    from scipy.special import betaincinv

    tail = (1 - confidence) / 2
    low = 0.0 if successes <= 0 else betaincinv(successes, trials - successes + 1, tail)
    high = 1.0 if successes >= trials else betaincinv(successes + 1, trials - successes, 1 - tail)
    return float(low), float(high)


def zero_event_upper(trials: int, confidence: float = 0.95) -> float:
    """Return the one-sided upper bound of a rate of which no event was seen.

    Example: none in 30 still allows 0.0950.
    """
    return float(-math.expm1(math.log1p(-confidence) / trials))

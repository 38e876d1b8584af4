"""Which ordered values bound a quantile."""

from __future__ import annotations

import math

_ENOUGH = 5  # values expected beyond the quantile; with fewer its end rests on one or two of them


def quantile_ranks(n: int, share: float, confidence: float = 0.95) -> tuple[int, int] | None:
    """Return the ranks (from 1) of the values that bound a quantile, or None with too few values.

    The number of values below the true quantile is binomial, whatever the distribution.
    """
    from scipy.special import bdtrik

    if n * min(share, 1 - share) < _ENOUGH:
        return None
    tail = (1 - confidence) / 2
    low = math.ceil(bdtrik(tail, n, share))
    high = math.ceil(bdtrik(1 - tail, n, share)) + 1
    return (low, high) if low >= 1 and high <= n else None

"""Hodges and Lehmann's estimate: the middle of all pairwise means, with Wilcoxon's interval.

The n(n+1)/2 means are never made: how many lie at or below a number is counted from the sorted
values, and the one wanted is found by halving.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Any, NamedTuple


class Middle(NamedTuple):
    """The estimate and its interval."""

    value: float
    low: float
    high: float


def hodges_lehmann(values: Any, confidence: float = 0.95) -> Middle | None:
    """Return the estimate of the centre of `values` (an array); None for fewer than 6.

    With fewer, no interval of 95 % exists at all.
    """
    import numpy as np

    ordered = np.sort(np.asarray(values, float))
    n = len(ordered)
    pairs = n * (n + 1) // 2
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    # Wilcoxon's signed ranks, as a normal; the interval takes the k-th mean from either end.
    k = math.floor(pairs / 2 - z * math.sqrt(n * (n + 1) * (2 * n + 1) / 24))
    if n < 6 or k < 1:
        return None
    low, high = _ranked(ordered, k), _ranked(ordered, pairs - k + 1)
    middle = (_ranked(ordered, (pairs + 1) // 2) + _ranked(ordered, pairs // 2 + 1)) / 2
    return Middle(middle, low, high)


def _ranked(ordered: Any, rank: int) -> float:
    """Return the pairwise mean of that rank, from 1."""
    low, high = float(ordered[0]), float(ordered[-1])
    if _counted(ordered, low) >= rank:
        return low
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (low, middle) if _counted(ordered, middle) >= rank else (middle, high)
    return high


def _counted(ordered: Any, limit: float) -> int:
    """Return how many means (i ≤ j) lie at or below the limit."""
    import numpy as np

    n = len(ordered)
    # For each i the j with x_j ≤ 2·limit − x_i come first; those before i were counted already.
    reach = np.searchsorted(ordered, 2 * limit - ordered, side="right")
    return int(np.maximum(reach - np.arange(n), 0).sum())

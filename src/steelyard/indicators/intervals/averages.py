"""Averages of F1 kind near their ends, where no variance can be seen: over classes, over counts."""

from __future__ import annotations

import math
from collections.abc import Collection

from steelyard.indicators.intervals.proportions import wilson


def perfect_average(rows: Collection[float], confidence: float = 0.95) -> float:
    """Return the lower limit of an average over classes, all of whose rows were right.

    Each class may have been lucky by itself: 1 − √Σ((1 − l)/K)², l Wilson's limit of a class.

    Example: classes of 60, 35 and 5 rows give 0.8501.
    """
    gaps = [(1 - wilson(n, n, confidence)[0]) / len(rows) for n in rows]
    return 1 - math.sqrt(math.fsum(gap**2 for gap in gaps))


def highest_f1(recall: float) -> float:
    """Return the F1 that goes with a recall when every attempt is right."""
    return 2 * recall / (1 + recall)

"""One-sided tests of "this group does worse": exact for single cases, Student's t for clusters.

None of them needs an interval, or a spread: a total loss is the surest of all. Every function
returns the p value of a loss at least this large when there is none.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from steelyard.indicators.intervals import cluster_variance

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]

FEWEST = 4  # effective clusters; below, a t test of clusters does not keep its level


def fisher_mid_p(group: tuple[int, int], reference: tuple[int, int]) -> float:
    """Return the mid-p of Fisher's exact test that `group` succeeds less often.

    Args:
        group: successes and cases.
        reference: successes and cases of other, independent cases.

    Example: 2 of 10 against 8 of 10 gives 0.0060.
    """
    import numpy as np
    from scipy.special import gammaln

    (k, n), (others, m) = group, reference
    successes = k + others
    low, high = max(0, successes - m), min(n, successes)
    if low == high:
        return 1.0

    def log_choose(of: float, taken: Numbers) -> Numbers:
        found: Numbers = gammaln(of + 1) - gammaln(taken + 1) - gammaln(of - taken + 1)
        return found

    x = np.arange(low, k + 1, dtype=np.float64)
    whole = log_choose(n + m, np.array([float(successes)]))
    chances = np.exp(log_choose(n, x) + log_choose(m, successes - x) - whole)
    return min(1.0, float(chances.sum() - chances[-1] / 2))


def mcnemar_mid_p(lost: int, gained: int) -> float:
    """Return the mid-p of McNemar's test that more cases are lost than gained.

    Without a case that changed there is nothing to doubt: 1.

    Args:
        lost: cases that succeed only in the reference.
        gained: cases that succeed only in the group.

    Example: 10 lost and 2 gained gives 0.0112.
    """
    from scipy.special import bdtr

    n = lost + gained
    if n == 0:
        return 1.0
    below = float(bdtr(gained - 1, n, 0.5)) if gained else 0.0
    return (below + float(bdtr(gained, n, 0.5))) / 2


class ClusterMean(NamedTuple):
    """A mean over clusters.

    Attributes:
        value: the mean.
        n: cases.
        variance: of the mean, by the jackknife over clusters.
        df: degrees of freedom of that variance.
        effective: as many clusters of equal size would be worth as much.
    """

    value: float
    n: float
    variance: float
    df: float
    effective: float


def cluster_mean(weights: Numbers, sums: Numbers) -> ClusterMean:
    """Return the mean of cases that come in clusters.

    Args:
        weights: cases of every cluster.
        sums: of their values.
    """
    n = float(weights.sum())
    found = cluster_variance(weights.tolist(), (sums / weights).tolist())
    value = float(sums.sum()) / n
    return ClusterMean(value, n, found.variance or 0.0, found.df, found.effective)


def single_mean(total: float, squares: float, n: int) -> ClusterMean:
    """Return the mean of cases each of which is a cluster of its own.

    Args:
        total: of their values.
        squares: of their values, added up.
        n: cases.
    """
    mean = total / n
    spread = max(0.0, squares / n - mean**2)
    return ClusterMean(mean, n, spread / (n - 1) if n > 1 else 0.0, n - 1.0, float(n))


def independent_clusters_p(group: ClusterMean, reference: ClusterMean) -> float:
    """Return the p value that `group` succeeds less often than other, independent clusters.

    Each variance is at least that of as many independent cases, so that clusters which happen to
    agree do not mean certainty.
    """
    pooled = (group.value * group.n + reference.value * reference.n) / (group.n + reference.n)
    parts = [
        (max(one.variance, pooled * (1 - pooled) / one.n), one.df) for one in (group, reference)
    ]
    total = sum(variance for variance, _ in parts)
    if total <= 0:
        return 1.0
    df = total**2 / sum(variance**2 / df for variance, df in parts)
    return _upper_tail((reference.value - group.value) / math.sqrt(total), df)


def paired_clusters_p(difference: ClusterMean, discordant: float) -> float:
    """Return the p value that a mean of per-case differences (group − reference) is below 0.

    Args:
        difference: its clusters.
        discordant: cases that differ at all.
    """
    error = math.sqrt(paired_variance(difference, discordant))
    return _upper_tail(-difference.value / error, difference.df)


def paired_variance(difference: ClusterMean, discordant: float) -> float:
    """Return the variance of a mean difference; no case that differs never means certainty."""
    return max(difference.variance, (discordant + 1) / (difference.n + 2) / difference.n)


def _upper_tail(t: float, df: float) -> float:
    from scipy.special import stdtr

    return float(stdtr(df, -t))

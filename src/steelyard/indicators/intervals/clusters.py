"""Standard errors of a mean, and t intervals, when observations come in clusters of any size."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from statistics import NormalDist
from typing import NamedTuple


class ClusterVariance(NamedTuple):
    """What clusters say about the mean over their cases.

    Attributes:
        variance: the jackknife variance of the mean; None for fewer than two clusters.
        df: Satterthwaite's degrees of freedom of that variance; G − 1 for G equal clusters.
        effective: Kish's number of clusters: so many equal ones would weigh as much.
    """

    variance: float | None
    df: float
    effective: float


class ClusterSizes(NamedTuple):
    """How cases spread over clusters.

    Attributes:
        clusters: how many there are.
        df: Satterthwaite's degrees of freedom of a variance between them.
        effective: Kish's number of clusters, n²/Σm².
        largest: the share of all cases that the largest holds.
    """

    clusters: int
    df: float
    effective: float
    largest: float


def cluster_variance(weights: Sequence[float], means: Sequence[float]) -> ClusterVariance:
    """Return the variance of a mean over all cases, its degrees of freedom, effective clusters.

    Args:
        weights: cases of each cluster, above 0; epochs of a case count together as one.
        means: the mean of each cluster.

    Example: 4 clusters of 10 with means 0.9, 0.6, 0.8, 1 give √v = 0.0854 and df = 3.
    """
    sizes = cluster_sizes(weights)
    if sizes.clusters < 2:
        return ClusterVariance(None, sizes.df, sizes.effective)
    pairs = list(zip(weights, means, strict=True))
    n = math.fsum(weights)
    mean = math.fsum(m * y for m, y in pairs) / n
    squares = math.fsum((m * (y - mean) / (n - m)) ** 2 for m, y in pairs)
    return ClusterVariance(
        (sizes.clusters - 1) / sizes.clusters * squares, sizes.df, sizes.effective
    )


def cluster_sizes(weights: Sequence[float]) -> ClusterSizes:
    """Return how the cases spread over clusters, from the cases of each, all above 0."""
    if not weights:
        return equal_clusters(0)
    n = math.fsum(weights)
    if min(weights) == max(weights):
        return equal_clusters(len(weights))
    shares = [m / n for m in weights]
    pulls = [w / (1 - w) for w in shares]  # the weight of a cluster's mean in the variance, √a_g
    return sizes_from(
        len(weights),
        max(shares),
        (
            math.fsum(w**2 for w in shares),
            math.fsum(q**2 for q in pulls),
            math.fsum(q**2 / w for q, w in zip(pulls, shares, strict=True)),
            math.fsum(q**4 / w for q, w in zip(pulls, shares, strict=True)),
            math.fsum(q**4 / w**2 for q, w in zip(pulls, shares, strict=True)),
        ),
    )


def sizes_from(count: int, largest: float, sums: Sequence[float]) -> ClusterSizes:
    """Return how cases spread over unequal clusters, from sums over them.

    With w the share of cases in a cluster and q = w/(1−w), the sums are those of w², q², q²/w,
    q⁴/w and q⁴/w². Satterthwaite: (expectation of the variance)² over half its own variance, for
    cases as different inside a cluster as between them.
    """
    squares, a, a_by_w, aa_by_w, aa_by_ww = sums
    first = a_by_w - a
    second = aa_by_ww - 2 * aa_by_w + a * a
    return ClusterSizes(count, first * first / second, 1 / squares, largest)


def equal_clusters(count: int) -> ClusterSizes:
    """Return what is known of so many clusters of one size."""
    return ClusterSizes(count, max(0.0, count - 1.0), float(count), 1 / count if count else 0.0)


def se_mean(values: Sequence[float]) -> float | None:
    """Return s / √n; None for fewer than two values."""
    n = len(values)
    if n < 2:
        return None
    mean = math.fsum(values) / n
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (n - 1) / n)


def se_cluster(values: Sequence[float], clusters: Sequence[Hashable]) -> float | None:
    """Return the cluster-robust standard error of the mean; None for fewer than two clusters.

    √(G/(G−1) · Σ_g (Σ_{i∈g} (x_i − x̄))²) / n over G clusters: for clusters of about one size, for
    which it is that of `cluster_variance`.
    """
    n = len(values)
    mean = math.fsum(values) / n if n else 0.0
    pulls: dict[Hashable, float] = {}
    for value, cluster in zip(values, clusters, strict=True):
        pulls[cluster] = pulls.get(cluster, 0.0) + (value - mean)
    count = len(pulls)
    if count < 2:
        return None
    return math.sqrt(count / (count - 1) * math.fsum(pull**2 for pull in pulls.values())) / n


def t_interval(
    value: float, standard_error: float, df: float, confidence: float = 0.95
) -> tuple[float, float]:
    """Return value ± t·se with so many degrees of freedom."""
    reach = t_quantile(df, confidence) * standard_error
    return value - reach, value + reach


def shrink_for_few(df: float, confidence: float = 0.95) -> float:
    """Return (z/t)².

    A number of trials times this widens a normal interval to the t interval of so few degrees of
    freedom.
    """
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    return (z / t_quantile(df, confidence)) ** 2


def t_quantile(df: float, confidence: float = 0.95) -> float:
    """Return how many standard errors a t interval reaches to each side."""
    from scipy.special import stdtrit

    return float(stdtrit(df, 0.5 + confidence / 2))

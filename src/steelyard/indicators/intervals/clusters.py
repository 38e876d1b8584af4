"""Standard errors of a mean, and t intervals, when observations come in clusters."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from statistics import NormalDist


def se_mean(values: Sequence[float]) -> float | None:
    """Return s / √n; None for fewer than two values."""
    n = len(values)
    if n < 2:
        return None
    mean = math.fsum(values) / n
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (n - 1) / n)


def se_cluster(values: Sequence[float], clusters: Sequence[Hashable]) -> float | None:
    """Return the cluster-robust standard error of the mean; None for fewer than two clusters.

    √(G/(G−1) · Σ_g (Σ_{i∈g} (x_i − x̄))²) / n over G clusters.
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
    value: float, standard_error: float, clusters: int, confidence: float = 0.95
) -> tuple[float, float]:
    """Return value ± t·se with one degree of freedom less than there are clusters."""
    from scipy.special import stdtrit

    reach = float(stdtrit(clusters - 1, 0.5 + confidence / 2)) * standard_error
    return value - reach, value + reach


def shrink_for_few(clusters: int, confidence: float = 0.95) -> float:
    """Return (z/t)², t with one degree of freedom less than there are clusters.

    A number of trials times this widens a normal interval to the t interval of so few clusters.
    """
    from scipy.special import stdtrit

    tail = 0.5 + confidence / 2
    return (NormalDist().inv_cdf(tail) / float(stdtrit(clusters - 1, tail))) ** 2

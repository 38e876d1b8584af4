"""What the queries found for one indicator in one group."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from steelyard.indicators.dual import Dual
from steelyard.indicators.intervals import ClusterSizes, equal_clusters
from steelyard.indicators.moments import Counts, Moments
from steelyard.indicators.tree import Atom


class Measured(NamedTuple):
    """A value before it is judged.

    Attributes:
        value: with its slopes.
        counts: what it rests on.
        variance: between clusters; None when that cannot be had.
        bounds: the interval of a plain quantile.
        atoms: what its sums, quantiles and extremes came to.
        flags: which of the record's remarks hold.
        score: of a record whose score has an expression of its own.
        moments: of the sums.
        members: groups of a nested indicator.
        spread: how the cases of a nested indicator spread over clusters.
        support: rows of each class that a nested indicator averages over, where it says so.
    """

    value: Dual
    counts: Counts
    variance: float | None = None
    bounds: tuple[float, float] | None = None
    atoms: Mapping[Atom, Dual] = {}
    flags: tuple[bool, ...] = ()
    score: Dual | None = None
    moments: Moments | None = None
    members: int = 0
    spread: ClusterSizes | None = None
    support: Mapping[str, float] = {}

    @property
    def sizes(self) -> ClusterSizes:
        """How its cases spread over clusters."""
        if self.moments is not None:
            return self.moments.sizes[None]
        return self.spread or equal_clusters(self.counts.clusters)


def variance(value: Dual, moments: Moments | None) -> float | None:
    """Return the delta method's variance: clusters · slopes' · covariance · slopes."""
    if moments is None or moments.counts.clusters < 2:
        return None
    return max(0.0, covariance(value, value, moments))


def covariance(first: Dual, second: Dual, moments: Moments | None) -> float:
    """Return the delta method's covariance of two expressions of the same sums."""
    if moments is None:
        return 0.0
    total = 0.0
    for (a, b), together in moments.covariance.items():
        if together:
            across = first.slope.get(a, 0.0) * second.slope.get(b, 0.0)
            if a != b:
                across += first.slope.get(b, 0.0) * second.slope.get(a, 0.0)
            total += across * together
    return moments.counts.clusters * total

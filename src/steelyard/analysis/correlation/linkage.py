"""Average linkage of a few things, by chains of nearest neighbours (Murtagh 1983).

Written out because it is used on a dozen measures, for which loading scipy's takes longer than all
the rest of a correlation. Ties are decided as scipy decides them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple


class Merge(NamedTuple):
    """Two things whose clusters are joined, and how far apart those are."""

    first: int
    second: int
    distance: float


def average_linkage(distances: Sequence[Sequence[float]]) -> list[Merge]:
    """Return the merges that make one cluster of all, from the upper triangle of a matrix."""
    n = len(distances)
    apart = [[distances[min(a, b)][max(a, b)] for b in range(n)] for a in range(n)]
    sizes = [1] * n
    merges: list[Merge] = []
    chain: list[int] = []
    while len(merges) < n - 1:
        if not chain:
            chain.append(next(at for at in range(n) if sizes[at]))
        last = chain[-1]
        nearest, distance = _nearest(chain, apart[last], sizes)
        if len(chain) < 2 or nearest != chain[-2]:
            chain.append(nearest)
            continue
        del chain[-2:]
        first, second = sorted((last, nearest))
        merges.append(Merge(first, second, distance))
        _join(first, second, apart, sizes)
    return sorted(merges, key=lambda merge: merge.distance)


def _nearest(chain: list[int], row: list[float], sizes: list[int]) -> tuple[int, float]:
    """Return what is nearest to the end of the chain; what stands before it, if nothing nearer."""
    nearest = chain[-2] if len(chain) > 1 else -1
    distance = row[nearest] if len(chain) > 1 else math.inf
    for at, size in enumerate(sizes):
        if size and at != chain[-1] and row[at] < distance:
            nearest, distance = at, row[at]
    return nearest, distance


def _join(first: int, second: int, apart: list[list[float]], sizes: list[int]) -> None:
    """Put the first cluster into the second."""
    a, b = sizes[first], sizes[second]
    sizes[first], sizes[second] = 0, a + b
    for at, size in enumerate(sizes):
        if size and at != second:
            mean = (a * apart[at][first] + b * apart[at][second]) / (a + b)
            apart[at][second] = apart[second][at] = mean

"""Which measure correlates most closely with the target, tested together with all the others.

The largest of many correlations is large by chance alone. So the target is permuted and the largest
correlation of every permutation is kept: the p value is that of the largest, whichever it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.analysis.correlation.content import LargestCorrelation
from steelyard.analysis.correlation.spearman import centred_ranks

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    from steelyard.analysis.correlation.observations import Observations

    Numbers = npt.NDArray[np.float64]
    Places = npt.NDArray[np.int64]

PERMUTATIONS = 199
_MISSING = 0.2  # share of the cases; a measure that lacks more is left out


def largest_correlation(found: Observations, target: str, seed: int) -> LargestCorrelation | None:
    """Return the circumstance whose rank correlation with the target is largest; None without one.

    Args:
        found: the cases.
        target: the measure that is explained.
        seed: of the permutations.
    """
    import numpy as np

    at = found.place(target)
    if at is None:
        return None
    rows = ~np.isnan(found.values[:, at])
    places = _measures(found, rows)
    y = found.values[rows, at]
    if not places or len(y) < 3 or float(y.min()) == float(y.max()):
        return None
    known = ~np.isnan(found.values[np.ix_(rows, np.array(places))])
    ranks = np.zeros(known.shape)
    for column, place in enumerate(places):
        mask = known[:, column]
        ranks[mask, column] = centred_ranks(found.values[rows, place][mask])
    mask_numbers = known.astype(np.float64)
    lengths = np.sqrt((ranks**2).sum(axis=0))
    target_ranks = centred_ranks(y)
    rho = _correlations(ranks, lengths, mask_numbers, target_ranks)
    best = int(np.abs(rho).argmax())
    clusters = None if found.clusters is None else found.clusters[rows]
    chance = np.random.default_rng(seed)
    swaps = _exchangeable(len(y), clusters)
    as_large = 0
    for _ in range(PERMUTATIONS):
        drawn = _correlations(ranks, lengths, mask_numbers, target_ranks[_permuted(swaps, chance)])
        as_large += float(np.abs(drawn).max()) >= abs(float(rho[best])) - 1e-12
    measure = found.measures[places[best]]
    return LargestCorrelation(
        id=measure.id,
        name=measure.name,
        rho=float(rho[best]),
        n=int(known[:, best].sum()),
        p=(as_large + 1) / (PERMUTATIONS + 1),
        of=len(places),
    )


def _measures(found: Observations, rows: npt.NDArray[np.bool_]) -> list[int]:
    import numpy as np

    return [
        at
        for at, measure in enumerate(found.measures)
        if measure.role == "circumstance"
        and rows.any()
        and float(np.isnan(found.values[rows, at]).mean()) < _MISSING
    ]


def _correlations(ranks: Numbers, lengths: Numbers, known: Numbers, y: Numbers) -> Numbers:
    """Return the correlation of every column with y, over the cases that have the column."""
    import numpy as np

    counts = known.sum(axis=0)
    spread = (y**2) @ known - (y @ known) ** 2 / counts
    scale = lengths * np.sqrt(np.maximum(spread, 0.0))
    found: Numbers = np.where(scale > 1e-12, (y @ ranks) / np.where(scale > 1e-12, scale, 1.0), 0.0)
    return found


def _exchangeable(n: int, clusters: Places | None) -> list[Places]:
    """Return the rows by size of their cluster, a line per cluster: lines may change places."""
    import numpy as np

    if clusters is None:
        return [np.arange(n).reshape(-1, 1)]
    order = np.argsort(clusters, kind="stable")
    _, starts, sizes = np.unique(clusters[order], return_index=True, return_counts=True)
    return [
        np.array([order[start : start + size] for start in starts[sizes == size]])
        for size in np.unique(sizes)
    ]


def _permuted(swaps: Sequence[Places], chance: np.random.Generator) -> Places:
    import numpy as np

    found = np.empty(sum(lines.size for lines in swaps), dtype=np.int64)
    for lines in swaps:
        found[lines.ravel()] = lines[chance.permutation(len(lines))].ravel()
    return found

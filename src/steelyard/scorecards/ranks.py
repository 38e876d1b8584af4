"""Ranks of agents, and how far two rankings agree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # numpy is loaded when agents are first compared
    import numpy as np
    import numpy.typing as npt

_DECIMALS = 12  # scores that differ by rounding only are tied


def ranks(scores: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    """Return ranks along the last axis: 1 is the highest score, ties share the better rank."""
    import numpy as np

    kept = np.round(scores, _DECIMALS)
    found: npt.NDArray[np.int64] = 1 + (kept[..., None, :] > kept[..., :, None]).sum(axis=-1)
    return found


def rank_list(scores: Sequence[float | None]) -> list[int | None]:
    """Return the rank of every score; None where there is no score."""
    import numpy as np

    known = [at for at, score in enumerate(scores) if score is not None]
    found: list[int | None] = [None] * len(scores)
    if known:
        ranked = ranks(np.array([scores[at] for at in known], dtype=float))
        for at, rank in zip(known, ranked, strict=True):
            found[at] = int(rank)
    return found


def rank_agreement(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return Kendall's τ-b of two rankings of the same agents; None if either has only ties.

    Every pair is looked at, which is quick for agents and slow for cases.
    """
    concordant = ties_first = ties_second = pairs = 0
    for i in range(len(first)):
        for j in range(i):
            one = _sign(first[i] - first[j])
            two = _sign(second[i] - second[j])
            concordant += one * two
            ties_first += one == 0
            ties_second += two == 0
            pairs += 1
    scale = (pairs - ties_first) * (pairs - ties_second)
    return float(concordant / scale**0.5) if scale else None


def _sign(difference: float) -> int:
    return (difference > 0) - (difference < 0)

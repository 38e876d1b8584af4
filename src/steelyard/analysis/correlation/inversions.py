"""How many pairs of a sequence stand in the wrong order, without looking at every pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def inversions(ranks: npt.NDArray[np.int64]) -> int:
    """Return the number of pairs whose earlier rank is the larger; ranks are 0 or above.

    Bit by bit from the highest: among ranks that agree in all higher bits, a 1 before a 0 is an
    inversion, and no later bit can count that pair again.
    """
    import numpy as np

    if len(ranks) < 2:
        return 0
    found = 0
    for bit in reversed(range(int(ranks.max()).bit_length())):
        ones = (ranks >> bit) & 1
        before = ones.cumsum() - ones
        group = ranks >> (bit + 1)  # equal ones stand together, in their first order
        start = np.flatnonzero(np.r_[True, group[1:] != group[:-1]])
        outside = np.repeat(before[start], np.diff(np.r_[start, len(ranks)]))
        found += int((before - outside)[ones == 0].sum())
        ranks = ranks[np.argsort(ranks >> bit, kind="stable")]
    return found

"""Pairs that are one thing by construction: named, not tested."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from steelyard.analysis.correlation.spoken import both
from steelyard.model import Words

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]

_NEAR = 1e-12


def structural(
    ids: tuple[str, str],
    x: Numbers,
    y: Numbers,
    verdict: str | None = None,
    families: Sequence[frozenset[str]] = (),
) -> Words | None:
    """Return why two measures are one thing; None when they are two.

    Args:
        ids: of the measures.
        x: values of the first.
        y: values of the second, of the same units.
        verdict: the column that decides `passed`.
        families: sets of measures that are computed from one another.
    """
    import numpy as np

    if verdict is not None and set(ids) == {"passed", verdict}:
        return both("verdict_of", column=verdict)
    computed = any(family.issuperset(ids) for family in families)
    if len(x) < 3:
        return both("computed") if computed else None
    # Numbers of a run are rounded in more than one place before they meet here.
    if bool(np.all(np.abs(x - y) <= _NEAR * np.maximum(1.0, np.abs(x)))):
        return both("identical")
    if bool(np.all(np.abs(x + y - 1) <= _NEAR)):
        return both("complement")
    return both("computed") if computed else None

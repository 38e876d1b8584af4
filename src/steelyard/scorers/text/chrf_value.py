"""chrF from counts: one formula for sentences and corpora."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from steelyard.scorers.text.tokens import Integers

Floats = npt.NDArray[np.float64]


def chrf_value(matched: Integers, ours: Integers, theirs: Integers, beta: float) -> Floats:
    """Return chrF of each column.

    Args:
        matched: shared n-grams, a row per order.
        ours: n-grams of the output, likewise.
        theirs: n-grams of the reference, likewise.
        beta: how much more recall weighs than precision.
    """
    there = (ours > 0) & (theirs > 0)
    orders = np.maximum(there.sum(axis=0), 1)
    precision = np.where(there, matched / np.maximum(ours, 1), 0.0).sum(axis=0) / orders
    recall = np.where(there, matched / np.maximum(theirs, 1), 0.0).sum(axis=0) / orders
    weight = beta * beta
    below = weight * precision + recall
    value: Floats = (1 + weight) * precision * recall / np.where(below > 0, below, 1.0)
    return np.minimum(value, 1.0)

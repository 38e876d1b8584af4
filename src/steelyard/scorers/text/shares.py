"""Precision, recall and F of what two texts have in common."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from steelyard.scorers.text.compared import Compared
from steelyard.scorers.text.tokens import Integers

Floats = npt.NDArray[np.float64]


class Shares(NamedTuple):
    """Of each comparison: F, the share of the output in common, the share of the reference."""

    f: Floats
    precision: Floats
    recall: Floats


def shares(common: Integers, of_output: Integers, of_reference: Integers, beta: float) -> Shares:
    """Return (1+β²)PR / (R+β²P) with P = common/output and R = common/reference; 0 where P+R is."""
    precision = common / np.maximum(of_output, 1)
    recall = common / np.maximum(of_reference, 1)
    weight = beta * beta
    below = recall + weight * precision
    f = (1 + weight) * precision * recall / np.where(below > 0, below, 1.0)
    return Shares(f, precision, recall)


def best_shares(
    found: Compared, common: Integers, totals: Integers, *, beta: float, select: str
) -> Shares:
    """Return the shares against the best reference of each output.

    Args:
        found: the comparisons.
        common: per reference, what it has in common with its output.
        totals: what each text has in all: the outputs, then the references.
        beta: how much more recall weighs than precision.
        select: `f1` takes the reference with the highest F, `recall` that with the highest recall.
    """
    outputs = len(found.sides.outputs)
    every = shares(common, totals[:outputs][found.owners], totals[outputs:], beta)
    best = found.best(every.recall if select == "recall" else every.f)
    return Shares(*(column[best] for column in every))

"""Intervals for the difference of two proportions, and for weighted sums of independent parts."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from steelyard.indicators.intervals.proportions import wilson


class Part(NamedTuple):
    """One independent part of a sum: its weight, value and interval."""

    weight: float
    value: float
    low: float
    high: float


def newcombe(
    first: tuple[float, float], second: tuple[float, float], confidence: float = 0.95
) -> tuple[float, float, float]:
    """Return the difference of two proportions (successes, trials) and its interval.

    Example: 18 of 25 less 45 of 50 is −0.18, from −0.384 to −0.002.
    """
    parts = []
    for weight, (successes, trials) in ((1.0, first), (-1.0, second)):
        low, high = wilson(successes, trials, confidence)
        parts.append(Part(weight, successes / trials, low, high))
    difference = parts[0].value - parts[1].value
    low, high = square_and_add(parts)
    return difference, low, high


def square_and_add(parts: Iterable[Part], correlation: float = 0.0) -> tuple[float, float]:
    """Return the interval of Σ weight·value from the intervals of its parts.

    `correlation` of the errors of two parts; more than two must be independent.
    """
    total = 0.0
    below: list[float] = []
    above: list[float] = []
    for weight, value, low, high in parts:
        down, up = (value - low, high - value) if weight >= 0 else (high - value, value - low)
        total += weight * value
        below.append(weight * down)
        above.append(weight * up)
    return total - _length(below, correlation), total + _length(above, correlation)


def _length(reaches: list[float], correlation: float) -> float:
    squares = math.fsum(reach**2 for reach in reaches)
    if correlation:
        first, second = reaches
        squares += 2 * correlation * first * second
    return math.sqrt(max(0.0, squares))

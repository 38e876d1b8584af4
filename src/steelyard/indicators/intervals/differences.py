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


def square_and_add(parts: Iterable[Part]) -> tuple[float, float]:
    """Return the interval of Σ weight·value from the intervals of independent parts."""
    total = below = above = 0.0
    for weight, value, low, high in parts:
        down, up = (value - low, high - value) if weight >= 0 else (high - value, value - low)
        total += weight * value
        below += (weight * down) ** 2
        above += (weight * up) ** 2
    return total - math.sqrt(below), total + math.sqrt(above)

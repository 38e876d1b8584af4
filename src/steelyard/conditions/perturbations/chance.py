"""Chance that depends on seed, case, perturbation and strength alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from steelyard.conditions.sample import stable_number

T = TypeVar("T")


class Chance:
    """Draws that come out the same on every machine, in every process and Python version.

    Only `Random.random` is used: its sequence is the one that Python promises to keep.
    """

    def __init__(self, *parts: object) -> None:
        self._random = Random(stable_number(*parts)).random

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to `limit` − 1."""
        return int(self._random() * limit)

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items."""
        return items[self.below(len(items))]

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """Return `count` different items in drawn order, fewer when there are fewer."""
        pool = list(items)
        for at in range(min(count, len(pool))):
            other = at + self.below(len(pool) - at)
            pool[at], pool[other] = pool[other], pool[at]
        return pool[:count]


def canary(seed: int, case_id: str) -> str:
    """Return a word that no agent says by accident; the same for a seed and a case."""
    number = stable_number("canary", seed, case_id)
    return f"STY-{number >> 48:04x}-{number >> 32 & 0xFFFF:04x}-{number >> 16 & 0xFFFF:04x}"

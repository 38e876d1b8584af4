"""Chance that depends on the seed and the case alone, not on how the files are cut."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappush, heappushpop

from steelyard.cases.hashset import hash64
from steelyard.cases.rows import Row

SPAN = 2**64


def draw(salt: str, row: Row) -> int:
    """Return the case's lot: a number in [0, 2⁶⁴)."""
    return hash64(f"{salt}/{row[2]['case_id']}".encode())


class Lowest:
    """Keeps the `size` rows with the lowest lots: a sample without replacement."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._heap: list[tuple[int, int, Row]] = []

    def offer(self, lot: int, position: int, row: Row) -> None:
        """Keep `row` if its lot is among the lowest so far."""
        # Negated: heapq keeps its smallest on top, and the highest lot is the one to lose.
        entry = (-lot, position, row)
        if len(self._heap) < self._size:
            heappush(self._heap, entry)
        else:
            heappushpop(self._heap, entry)

    def kept(self) -> Iterable[tuple[int, Row]]:
        """Return positions and rows kept, in no particular order."""
        return ((position, row) for _, position, row in self._heap)

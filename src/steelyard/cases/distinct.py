"""How many different texts there are among any number of them, in bounded memory.

Hashes are set down in a temporary file and counted at the end, one range of values at a time.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from tempfile import TemporaryFile
from typing import IO

import numpy as np

from steelyard.cases.hashset import hash64

BLOCK = 1 << 17
AT_ONCE = 2_000_000


class DistinctCount:
    """Counts different texts; call `count` when all are in."""

    def __init__(self) -> None:
        self._block = array("Q")
        self._file: IO[bytes] | None = None
        self._spilled = 0

    def add(self, text: bytes) -> None:
        """Take one text."""
        self._block.append(hash64(text))
        if len(self._block) == BLOCK:
            self._spill()

    def count(self) -> int:
        """Return how many different texts came in."""
        if self._file is None:
            return len(set(self._block))
        self._spill()
        ranges = -(-self._spilled // AT_ONCE)
        edges = [number * 2**64 // ranges for number in range(ranges)] + [2**64 - 1]
        total = 0
        for number in range(ranges):
            low, high = np.uint64(edges[number]), np.uint64(edges[number + 1])
            last = number == ranges - 1
            found = [
                block[(block >= low) & ((block <= high) if last else (block < high))]
                for block in self._blocks()
            ]
            total += len(np.unique(np.concatenate(found)))
        self._file.close()
        return total

    def _spill(self) -> None:
        if self._file is None:
            self._file = TemporaryFile()  # noqa: SIM115 - closed by `count`
        self._block.tofile(self._file)
        self._spilled += len(self._block)
        self._block = array("Q")

    def _blocks(self) -> Iterator[np.ndarray]:
        assert self._file is not None
        self._file.seek(0)
        while content := self._file.read(8 * BLOCK):
            yield np.frombuffer(content, dtype=np.uint64)

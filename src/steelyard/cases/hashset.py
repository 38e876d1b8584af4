"""A set of 64-bit hashes in 11 to 22 bytes each, where a Python set needs about 70.

The only thing in this stage that grows with the number of rows. Two different texts share a hash
with a probability of about n²/2⁶⁵: 3 in a million for ten million rows.
"""

from __future__ import annotations

from array import array
from hashlib import blake2b

import numpy as np

FULL = 0.75
BLOCK = 1 << 16


class HashSet:
    """Remembers which texts were seen. Open addressing, linear probing, 0 marks a free slot."""

    def __init__(self) -> None:
        self._table = array("Q", bytes(8 * 1024))
        self._room = int(1024 * FULL)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, text: bytes) -> bool:
        """Remember `text`; return whether it is new."""
        key = int.from_bytes(blake2b(text, digest_size=8).digest(), "little") or 1
        table = self._table
        mask = len(table) - 1
        slot = key & mask
        while found := table[slot]:
            if found == key:
                return False
            slot = (slot + 1) & mask
        table[slot] = key
        self._count += 1
        if self._count > self._room:
            self._grow()
        return True

    def _grow(self) -> None:
        old = np.frombuffer(self._table, dtype=np.uint64)
        size = len(old) * 2
        table = array("Q", bytes(8)) * size
        new = np.frombuffer(table, dtype=np.uint64)
        for start in range(0, len(old), BLOCK):  # in blocks: the copies made on the way stay small
            block = old[start : start + BLOCK]
            _place(block[block != 0], new)
        self._table, self._room = table, int(size * FULL)


def hash64(text: bytes) -> int:
    """Return a 64-bit hash that is the same on every machine and in every process."""
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little")


def _place(keys: np.ndarray, table: np.ndarray) -> None:
    # A key moves on only past a taken slot, which is all that linear probing asks of the order.
    mask = np.uint64(len(table) - 1)
    slots = keys & mask
    while keys.size:
        free = table[slots] == 0
        table[slots[free]] = keys[free]
        left = table[slots] != keys
        keys, slots = keys[left], (slots[left] + np.uint64(1)) & mask

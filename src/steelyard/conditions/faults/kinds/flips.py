"""Bytes flipped here and there, at places that do not depend on how a body is cut into pieces."""

from __future__ import annotations

import math
import random


class Flips:
    """Changes on average `rate` of all bytes that go through, and at least one.

    The distance to the next place is drawn at once, from the geometric distribution, so that a
    byte that stays costs nothing.

    Args:
        rate: share of the bytes, above 0.
        chance: where the draws come from.
        length: of the whole, if it is known; one byte within it is sure to be changed.
    """

    def __init__(self, rate: float, chance: random.Random, length: int | None = None) -> None:
        self._chance = chance
        self._log = math.log1p(-rate) if rate < 1 else -math.inf
        self._next = self._gap()
        if length:
            self._next = min(self._next, chance.randrange(length))
        self._sure = length is None
        self._at = 0
        self.count = 0

    def through(self, piece: bytes) -> bytes:
        """Return the next piece, changed."""
        end = self._at + len(piece)
        if self._sure and piece:
            self._sure = False
            self._next = min(self._next, self._chance.randrange(len(piece)))
        if self._next >= end:
            self._at = end
            return piece
        changed = bytearray(piece)
        while self._next < end:
            changed[self._next - self._at] ^= self._chance.randrange(1, 256)
            self.count += 1
            self._next += 1 + self._gap()
        self._at = end
        return bytes(changed)

    def _gap(self) -> int:
        if math.isinf(self._log):
            return 0
        return int(math.log(1.0 - self._chance.random()) / self._log)

"""Bytes of fields, eight at a time: unaligned 64-bit loads at any place of a text.

A text is laid between two pads, so that eight bytes before a field's end and after its start are
always there; bytes that do not belong to the field are masked to zero.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]

PAD = b"\xff" * 16  # neither blank nor line end nor digit
_MASKS = np.array([(1 << (8 * n)) - 1 for n in range(9)], np.uint64)  # keeps the first n bytes
_MIX = np.uint64(0x9E3779B97F4A7C15)  # odd, without pattern: 2^64 divided by the golden ratio
_SHIFT = np.uint64(29)


class Text:
    """Lines of a file as bytes, with loads of words at any offset.

    Attributes:
        bytes: the text between its pads.
        codes: the same as numbers; offsets count from the start of the first pad.
    """

    def __init__(self, *contents: bytes) -> None:
        self.bytes = b"".join((PAD, *contents, PAD))
        self.codes = np.frombuffer(self.bytes, np.uint8)
        first = np.frombuffer(self.bytes, np.uint64, count=1)
        places = len(self.bytes) - 7
        self._words = np.lib.stride_tricks.as_strided(first, (places,), (1,), writeable=False)

    @property
    def content(self) -> NDArray[np.uint8]:
        """The codes without the pads."""
        return self.codes[len(PAD) : -len(PAD)]

    def load(self, starts: Ints) -> Words:
        """Return the eight bytes from each start, the first one lowest."""
        return self._words[starts]

    def prefix(self, starts: Ints, lengths: Ints) -> Words:
        """Return the first eight bytes of each field."""
        return self.load(starts) & _MASKS[np.minimum(lengths, 8)]

    def words(self, starts: Ints, lengths: Ints) -> Iterator[Words]:
        """Yield the fields eight bytes at a time, until the longest is through."""
        if not len(starts):
            return
        yield self.prefix(starts, lengths)
        last = len(self._words) - 1
        for at in range(8, int(lengths.max()), 8):
            rest = np.clip(lengths - at, 0, 8)
            yield self.load(np.minimum(starts + at, last)) & _MASKS[rest]

    def hashes(self, starts: Ints, lengths: Ints) -> Words:
        """Return one number per field: equal fields have equal ones, others nearly never."""
        words = self.words(starts, lengths)
        mixed = next(words, np.empty(0, np.uint64))
        for number, word in enumerate(words, start=1):
            # Only where the field goes on: it must not matter how long the longest is.
            goes_on = lengths > 8 * number
            mixed = np.where(goes_on, (mixed ^ (mixed >> _SHIFT)) * _MIX + word, mixed)
        return mixed

    def field(self, start: int, length: int) -> bytes:
        """Return one field."""
        return self.bytes[start : start + length]


def spread(keys: Words, salts: Words) -> Words:
    """Return keys mixed with salts so that their high bits can address a table."""
    mixed = (keys ^ salts) * _MIX
    return (mixed ^ (mixed >> _SHIFT)) * _MIX


def salts_of(numbers: Ints) -> Words:
    """Return a salt for each query number."""
    return (numbers.astype(np.uint64) + np.uint64(1)) * np.uint64(0xD6E8FEB86659FD93)


def same_fields(left: tuple[Text, Ints, Ints], right: tuple[Text, Ints, Ints]) -> NDArray[np.bool_]:
    """Return, pair by pair, whether two fields (text, starts, lengths) hold the same bytes."""
    same: NDArray[np.bool_] = left[2] == right[2]
    for ours, theirs in zip(left[0].words(*left[1:]), right[0].words(*right[1:]), strict=False):
        same &= ours == theirs
    return same

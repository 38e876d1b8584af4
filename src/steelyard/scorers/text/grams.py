"""How many n-grams outputs share with their references, for a whole batch at once.

An n-gram of a row is one integer: the row, then its tokens, packed into 63 bits; before that would
overflow, the integers are replaced by their ranks, so nothing is hashed and nothing can collide.
Sorting the integers brings equal n-grams of a row together, and counting is reading the runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from steelyard.scorers.text.fast import KERNELS, FastPart
from steelyard.scorers.text.tokens import Integers, Tokens

_BITS = 63
_PART_TOKENS = 1 << 16


class Overlap(NamedTuple):
    """N-grams of one order that outputs have in common with their references.

    Attributes:
        each: per reference, those its output shares, counted as often as both have them.
        any: per output, those found in any reference, counted as often as the reference that has
            the most of them.
    """

    each: Integers
    any: Integers


class Grams:
    """The n-grams of a batch, order by order.

    Args:
        tokens: the outputs, then the references in the order of their outputs.
        owners: for each reference, the position of its output; every output has at least one.
    """

    def __init__(self, tokens: Tokens, owners: Integers) -> None:
        self.tokens = tokens
        kernels = KERNELS.after(len(tokens.starts) - 1)
        self._parts: list[_Part] | list[FastPart] = (
            [_Part(*part) for part in _parts(tokens, owners)]
            if kernels is None
            else [FastPart(kernels, tokens, owners)]
        )
        self._found: list[Overlap] = []

    def totals(self, order: int) -> Integers:
        """Return the number of n-grams of each text."""
        return np.maximum(self.tokens.lengths - order + 1, 0)

    def overlap(self, order: int) -> Overlap:
        """Return what outputs and references share of that order."""
        while len(self._found) < order:
            found = [part.next_order() for part in self._parts]
            self._found.append(
                Overlap(*(np.concatenate(column) for column in zip(*found, strict=True)))
            )
        return self._found[order - 1]


def _parts(tokens: Tokens, owners: Integers) -> Iterator[tuple[Tokens, Integers]]:
    """Cut a batch at rows into parts small enough to stay in the cache while they are counted."""
    outputs = len(tokens.starts) - 1 - len(owners)
    first = np.searchsorted(owners, np.arange(outputs + 1))
    ends = tokens.starts[outputs:]
    size = np.cumsum(tokens.lengths[:outputs]) + ends[first[1:]] - ends[0]
    cuts = np.searchsorted(size, np.arange(_PART_TOKENS, int(size[-1]), _PART_TOKENS)) + 1
    bounds = np.unique(np.concatenate(([0], cuts, [outputs]))).tolist()
    for low, high in pairwise(bounds):
        left = tokens.starts[low : high + 1]
        right = ends[first[low] : first[high] + 1]
        ids = np.concatenate((tokens.ids[left[0] : left[-1]], tokens.ids[right[0] : right[-1]]))
        starts = np.concatenate((left[:-1] - left[0], right - right[0] + left[-1] - left[0]))
        yield Tokens(ids, starts, tokens.kinds), owners[first[low] : first[high]] - low


class _Part:
    """Some rows of a batch."""

    def __init__(self, tokens: Tokens, owners: Integers) -> None:
        self._ids = tokens.ids
        self._outputs = len(tokens.starts) - 1 - len(owners)
        self._owners = owners
        self._first = np.searchsorted(owners, np.arange(self._outputs))
        self._order = 0
        lengths = tokens.lengths
        text = np.repeat(np.arange(len(lengths)), lengths)
        side = np.concatenate((np.zeros(self._outputs, np.int64), self._places() + 1))
        row = np.concatenate((np.arange(self._outputs), owners))
        self._side = side[text]
        self._side_bits = int(side.max(initial=0)).bit_length()
        self._left = tokens.starts[1:][text] - np.arange(len(text))
        self._token_bits = max(1, (tokens.kinds - 1).bit_length())
        # A code is a base and the tokens after it; at first the base is the row itself.
        self._codes = row[text]
        self._code_bits = max(1, (self._outputs - 1).bit_length())
        self._row_of_base = np.arange(self._outputs)
        self._tokens_after_base = 0

    def next_order(self) -> tuple[Integers, Integers]:
        """Count the n-grams that are one token longer than the last."""
        self._extend()
        return self._count()

    def _places(self) -> Integers:
        """Return for each reference which one of its output it is, from 0."""
        return np.arange(len(self._owners)) - self._first[self._owners]

    def _extend(self) -> None:
        """Append to every code the token that comes next; drop codes that have none."""
        if self._code_bits + self._token_bits + self._side_bits > _BITS:
            self._rank()
        following = self._ids[self._order :]
        # Codes that run over the end of their text are wrong, and masked wherever codes are used.
        self._codes = (self._codes[: len(following)] << self._token_bits) | following
        self._order += 1
        self._code_bits += self._token_bits
        self._tokens_after_base += 1

    def _rank(self) -> None:
        whole = np.flatnonzero(self._left[: len(self._codes)] >= self._order)
        kinds, ranks = np.unique(self._codes[whole], return_inverse=True)
        self._row_of_base = self._rows(kinds)
        self._codes = np.zeros_like(self._codes)
        self._codes[whole] = ranks
        self._code_bits = max(1, len(kinds).bit_length())
        self._tokens_after_base = 0

    def _rows(self, codes: Integers) -> Integers:
        rows: Integers = self._row_of_base[codes >> (self._token_bits * self._tokens_after_base)]
        return rows

    def _count(self) -> Overlap:
        size = len(self._codes)
        whole = np.flatnonzero(self._left[:size] >= self._order)
        keys = ((self._codes << self._side_bits) | self._side[:size])[whole]
        keys.sort()
        # Most n-grams come once in a row: put them aside before looking closer.
        codes = keys >> self._side_bits
        again = codes[1:] == codes[:-1]
        keys = keys[np.flatnonzero(_either(again))]
        runs = np.flatnonzero(_changes(keys))
        counts = np.diff(runs, append=len(keys))
        keys = keys[runs]
        codes = keys >> self._side_bits
        sides = keys & ((1 << self._side_bits) - 1)
        # Runs of one n-gram follow each other, the output's first: side 0.
        groups = np.cumsum(_changes(codes)) - 1
        of_output = np.zeros(groups[-1] + 1 if len(groups) else 0, np.int64)
        outputs = np.flatnonzero(sides == 0)
        of_output[groups[outputs]] = counts[outputs]
        shared = np.flatnonzero((sides > 0) & (of_output[groups] > 0))
        common = np.minimum(counts[shared], of_output[groups[shared]])
        rows = self._rows(codes[shared])
        references = self._first[rows] + sides[shared] - 1
        each = _sums(references, common, len(self._owners))
        if self._side_bits <= 1:  # one reference each
            return Overlap(each, each)
        first = np.flatnonzero(np.diff(groups[shared], prepend=-1))
        most = np.maximum.reduceat(common, first) if len(first) else common
        return Overlap(each, _sums(rows[first], most, self._outputs))


def _sums(places: Integers, values: Integers, size: int) -> Integers:
    return np.bincount(places, values, size).astype(np.int64)


def _changes(values: Integers) -> npt.NDArray[np.bool_]:
    """Return where a value differs from the one before; the first always does."""
    changes = np.ones(len(values), np.bool_)
    np.not_equal(values[1:], values[:-1], out=changes[1:])
    return changes


def _either(again: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return which values equal the one before or the one after."""
    either = np.zeros(len(again) + 1, np.bool_)
    either[1:] = again
    either[:-1] |= again
    return either

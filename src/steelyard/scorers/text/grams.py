"""How many n-grams outputs share with their references, for a whole batch at once.

An n-gram is told from others of its row by one integer: the number of the n-gram without its last
token, then that token; nothing is hashed and nothing can collide. Sorting them brings equal n-grams
of a row together, in the order of their places, and counting is reading the runs.
Only what an output shares with a reference can be shared with one token more: all else is dropped,
so each order has less to sort than the one before.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from steelyard.scorers.text.fast import KERNELS, FastPart
from steelyard.scorers.text.tokens import Integers, Tokens

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
        self._owners = owners
        self._outputs = len(tokens.starts) - 1 - len(owners)
        row = np.concatenate((np.arange(self._outputs), owners))
        self._text = np.repeat(np.arange(len(row)), tokens.lengths)
        self._left = tokens.starts[1:][self._text] - np.arange(len(self._text))
        self._token_bits = max(1, (tokens.kinds - 1).bit_length())
        self._order = 0
        # Where an n-gram starts, and its number; of order 0 there is one in each row.
        self._places = np.arange(len(self._ids))
        self._numbers = row[self._text]

    def next_order(self) -> Overlap:
        """Count the n-grams that are one token longer than the last."""
        codes, places = self._longer()
        # Most n-grams come once in a row: put them aside before looking closer.
        again = np.flatnonzero(_either(codes[1:] == codes[:-1])) if len(codes) else codes
        codes, places = codes[again], places[again]
        texts = self._text[places]
        fresh = _changes(codes)
        groups = np.cumsum(fresh) - 1
        # An n-gram's places are in order: its runs are of the output, then of each reference.
        runs = np.flatnonzero(fresh | _changes(texts))
        counts = np.diff(runs, append=len(texts))
        of, text = groups[runs], texts[runs]
        of_output = np.zeros(int(groups[-1]) + 1 if len(groups) else 0, np.int64)
        outputs = np.flatnonzero(text < self._outputs)
        of_output[of[outputs]] = counts[outputs]
        shared = np.flatnonzero((text >= self._outputs) & (of_output[of] > 0))
        of, references = of[shared], text[shared] - self._outputs
        self._keep(places, groups, of)
        return self._overlap(of, references, np.minimum(counts[shared], of_output[of]))

    def _longer(self) -> tuple[Integers, Integers]:
        """Return the n-grams with one token more, sorted, and where each starts."""
        whole = np.flatnonzero(self._left[self._places] > self._order)
        places, numbers = self._places[whole], self._numbers[whole]
        following = self._ids[places + self._order]
        order = np.lexsort((_short(following), _short(numbers)))
        codes = (numbers << self._token_bits) | following
        return codes[order], places[order]

    def _keep(self, places: Integers, groups: Integers, shared: Integers) -> None:
        """Go on with the n-grams that an output shares with a reference."""
        goes_on = np.zeros(int(groups[-1]) + 1 if len(groups) else 0, np.bool_)
        goes_on[shared] = True
        kept = np.flatnonzero(goes_on[groups])
        self._places, self._numbers = places[kept], groups[kept]
        self._order += 1

    def _overlap(self, grams: Integers, references: Integers, common: Integers) -> Overlap:
        each = _sums(references, common, len(self._owners))
        if len(self._owners) == self._outputs:  # one reference each
            return Overlap(each, each)
        first = np.flatnonzero(np.diff(grams, prepend=-1))
        most = np.maximum.reduceat(common, first) if len(first) else common
        return Overlap(each, _sums(self._owners[references[first]], most, self._outputs))


def _short(values: Integers) -> npt.NDArray[np.integer]:
    """Return the values in 16 bits if they fit: those are sorted by radix, in linear time."""
    return values.astype(np.uint16) if values.max(initial=0) < 1 << 16 else values


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

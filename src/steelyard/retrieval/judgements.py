"""Judgements (qrels) in memory, and the exact look-up of which lines of a run they judge."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.retrieval.measures import Pool
from steelyard.retrieval.words import Ints, Text, Words, salts_of, same_fields, spread

_SPARSE = 16  # places of the filter per judgement: about 6 % of the other lines pass it
_SMALLEST, _LARGEST = 16, 24  # bits of the filter's size


class Column(NamedTuple):
    """Document ids: the text they are in, where they start, how long they are."""

    text: Text
    starts: Ints
    lengths: Ints

    def take(self, rows: Ints | NDArray[np.bool_]) -> Column:
        """Return some of them."""
        return Column(self.text, self.starts[rows], self.lengths[rows])


class Judged(NamedTuple):
    """Lines of a run that are judged, and their grades."""

    lines: Ints
    grades: NDArray[np.float64]


class Judgements:
    """Graded documents of every query.

    Attributes:
        queries: query ids; their places are the query numbers.
        numbers: query id to number.
        pool: grades by query, for the measures.
        highest: the highest grade.
    """

    def __init__(
        self,
        queries: list[bytes],
        query: Ints,
        documents: Column,
        grades: NDArray[np.float64],
    ) -> None:
        self.queries = queries
        self.numbers = {name: number for number, name in enumerate(queries)}
        order = np.lexsort((-grades, query))
        self.pool = Pool(query[order], grades[order])
        self.highest = float(grades.max(initial=0.0))
        keys = self.keys(documents, query)
        order = np.argsort(keys, kind="stable")
        self._keys = keys[order]
        self._query = query[order]
        self._documents = documents.take(order)
        self._grades = grades[order]
        runs = np.flatnonzero(np.diff(self._keys, prepend=~self._keys[:1]))
        self._longest = int(np.diff(runs, append=len(keys)).max(initial=0))
        bits = int(np.ceil(np.log2(max(1, len(keys)) * _SPARSE)))
        self._shift = np.uint64(64 - min(max(bits, _SMALLEST), _LARGEST))
        size = 1 << int(64 - self._shift)
        self._low = np.uint64(size - 1)
        self._high_filter, self._low_filter = np.zeros(size, np.bool_), np.zeros(size, np.bool_)
        self._high_filter[(self._keys >> self._shift).view(np.int64)] = True
        self._low_filter[(self._keys & self._low).view(np.int64)] = True

    @staticmethod
    def keys(documents: Column, query: Ints) -> Words:
        """Return one number per (query, document): equal for equal ones."""
        return spread(documents.text.hashes(*documents[1:]), salts_of(query))

    def find(self, keys: Words, query: Ints, documents: Column) -> Judged:
        """Return which lines are judged: a filter lets few pass, and those are compared in full."""
        lines = np.flatnonzero(self._high_filter[(keys >> self._shift).view(np.int64)])
        lines = lines[self._low_filter[(keys[lines] & self._low).view(np.int64)]]
        place = np.searchsorted(self._keys, keys[lines])
        found_lines, found_grades = [], []
        # Different pairs with equal keys stand side by side: try each of them.
        for step in range(self._longest):
            at = np.minimum(place + step, len(self._keys) - 1)
            likely = np.flatnonzero(self._keys[at] == keys[lines])
            ours, theirs = lines[likely], at[likely]
            same = self._query[theirs] == query[ours]
            same &= same_fields(documents.take(ours), self._documents.take(theirs))
            found_lines.append(ours[same])
            found_grades.append(self._grades[theirs[same]])
        if not found_lines:
            return Judged(np.empty(0, np.int64), np.empty(0))
        return Judged(np.concatenate(found_lines), np.concatenate(found_grades))

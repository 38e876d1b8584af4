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
        keys: Words | None = None,
    ) -> None:
        self.queries = queries
        self.numbers = {name: number for number, name in enumerate(queries)}
        order = np.lexsort((-grades, query))
        self.pool = Pool(query[order], grades[order])
        self.highest = float(grades.max(initial=0.0))
        self._query, self._documents, self._grades = query, documents, grades
        keys = self.keys(documents, query) if keys is None else keys
        self._order = np.argsort(keys, kind="stable").astype(np.int32)
        self._keys = keys[self._order]
        bits = int(np.ceil(np.log2(max(1, len(keys)) * _SPARSE)))
        self._shift = np.uint64(64 - min(max(bits, _SMALLEST), _LARGEST))
        size = 1 << int(64 - self._shift)
        self._low = np.uint64(size - 1)
        self._high_filter, self._low_filter = np.zeros(size, np.bool_), np.zeros(size, np.bool_)
        self._high_filter[(self._keys >> self._shift).view(np.int64)] = True
        self._low_filter[(self._keys & self._low).view(np.int64)] = True

    @staticmethod
    def keys(documents: Column, query: Ints, counts: Ints | int = 1) -> Words:
        """Return one number per (query, document): equal for equal ones.

        `query` has a number for every `counts` documents in a row.
        """
        salts = np.repeat(salts_of(query), counts)
        return spread(documents.text.hashes(*documents[1:]), salts)

    def find(self, keys: Words, query: Ints, documents: Column) -> Judged:
        """Return which lines are judged: a filter lets few pass, and those are compared in full."""
        lines = np.flatnonzero(self._high_filter[(keys >> self._shift).view(np.int64)])
        lines = lines[self._low_filter[(keys[lines] & self._low).view(np.int64)]]
        place = np.searchsorted(self._keys, keys[lines])
        found: list[Judged] = []
        # Different pairs with equal keys stand side by side: try each of them.
        while len(lines):
            there = place < len(self._keys)
            lines, place = lines[there], place[there]
            likely = self._keys[place] == keys[lines]
            lines, place = lines[likely], place[likely]
            theirs = self._order[place]
            same = self._query[theirs] == query[lines]
            same &= same_fields(documents.take(lines), self._documents.take(theirs))
            found.append(Judged(lines[same], self._grades[theirs[same]]))
            lines, place = lines[~same], place[~same] + 1
        if not found:
            return Judged(np.empty(0, np.int64), np.empty(0))
        every, grades = (np.concatenate(parts) for parts in zip(*found, strict=True))
        return Judged(every, grades)

"""The rank of every line of a query: from its place in the file where that is already right.

Runs are nearly always written best first, so one pass checks that, and only queries that break the
order are sorted.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.retrieval.judgements import Column
from steelyard.retrieval.words import Ints, Words

Ties = Literal["position", "trec"]
Floats = NDArray[np.float64]


class Lines(NamedTuple):
    """The lines of some whole queries.

    Attributes:
        starts: the first line of each query.
        documents: document ids.
        scores: scores; the highest comes first.
    """

    starts: Ints
    documents: Column
    scores: Floats

    @property
    def counts(self) -> Ints:
        """How many lines each query has."""
        return np.diff(self.starts, append=len(self.scores))


def places(lines: Lines, ties: Ties) -> Ints | None:
    """Return the place of every line in its query, from 0; None when all are in order already.

    Ties go by the order of the lines (`position`) or from the highest document id down (`trec`).
    """
    broken = _broken(lines, ties)
    if not broken.any():
        return None
    counts = lines.counts
    place = np.arange(len(lines.scores)) - np.repeat(lines.starts, counts)
    chosen = np.flatnonzero(np.repeat(broken, counts))
    group = np.repeat(np.arange(int(broken.sum())), counts[broken])
    order = _sorted(lines, chosen, group, ties)
    place[chosen[order]] = place[chosen]
    return place


def _broken(lines: Lines, ties: Ties) -> NDArray[np.bool_]:
    """Return which queries are not in order."""
    step = lines.scores[1:] - lines.scores[:-1]
    inside = np.ones(len(step), np.bool_)
    inside[lines.starts[1:] - 1] = False
    wrong = inside & (step > 0)
    if ties == "trec":
        tied = np.flatnonzero(inside & (step == 0))
        if len(tied):
            wrong[tied[_ascending(lines.documents, tied, tied + 1)]] = True
    found = np.searchsorted(lines.starts, np.flatnonzero(wrong), side="right") - 1
    broken = np.zeros(len(lines.starts), np.bool_)
    broken[found] = True
    return broken


def _ascending(documents: Column, first: Ints, second: Ints) -> NDArray[np.bool_]:
    """Return where the first id is below the second, byte by byte."""
    left, right = documents.take(first), documents.take(second)
    below = np.zeros(len(first), np.bool_)
    undecided = np.ones(len(first), np.bool_)
    for ours, theirs in zip(_by_letter(left), _by_letter(right), strict=False):
        below |= undecided & (ours < theirs)
        undecided &= ours == theirs
        if not undecided.any():
            return below
    return below | (undecided & (left.lengths < right.lengths))


def _by_letter(documents: Column) -> list[Words]:
    """Return the ids as words that compare as their bytes do, the first word first."""
    return [word.byteswap() for word in documents.text.words(*documents[1:])]


def _sorted(lines: Lines, chosen: Ints, group: Ints, ties: Ties) -> Ints:
    """Return the order of the chosen lines: by group, then from the highest score down."""
    scores = lines.scores[chosen]
    if _constant(scores, group):
        order = np.arange(len(chosen))
    else:
        order = np.argsort(-scores, kind="stable")
        order = order[np.argsort(_small(group[order]), kind="stable")]
    if ties == "position":
        return order
    scores, group = scores[order], group[order]
    fresh = np.ones(len(order), np.bool_)
    fresh[1:] = (scores[1:] != scores[:-1]) | (group[1:] != group[:-1])
    tie = np.cumsum(fresh, dtype=np.int64)
    members = np.flatnonzero(~fresh | ~np.append(fresh[1:], True))
    documents = lines.documents.take(chosen[order[members]])
    order[members] = order[members[_by_document(documents, tie[members])]]
    return order


def _by_document(documents: Column, tie: Ints) -> Ints:
    """Return the order by tie, then from the highest document id down."""
    keys = [~word for word in _by_letter(documents)]
    order = np.arange(len(tie))
    for number, word in enumerate(reversed(keys)):
        if (word != word[0]).any():
            order = order[np.argsort(word[order], kind="stable" if number else None)]
    return order[np.argsort(_small(tie[order]), kind="stable")]


def _constant(scores: Floats, group: Ints) -> bool:
    return not ((scores[1:] != scores[:-1]) & (group[1:] == group[:-1])).any()


def _small(group: Ints) -> NDArray[np.integer]:
    """Return the numbers in 16 bits if they fit: those are sorted by radix, in linear time."""
    low = int(group.min(initial=0))
    fits = int(group.max(initial=0)) - low < 1 << 16
    return (group - low).astype(np.uint16) if fits else group

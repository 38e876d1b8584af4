"""The rank of every line of a query: from its place in the file where that is already right.

Runs are nearly always written best first, so one pass checks that, and only queries that break the
order are sorted. Where every query has one score for all its documents, only their ids matter.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.retrieval.judgements import Column
from steelyard.retrieval.words import Ints, Words

Ties = Literal["position", "trec"]
Floats = NDArray[np.float64]

_LONG = 64  # lines a query from which queries are better sorted one by one than all at once


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
    step = lines.scores[1:] - lines.scores[:-1]
    step[lines.starts[1:] - 1] = 0.0  # from one query to the next there is no order
    if ties == "trec" and not step.any():
        return _tied_places(lines)
    broken = _broken(lines, step, ties)
    if not broken.any():
        return None
    counts = lines.counts
    place = np.arange(len(lines.scores)) - np.repeat(lines.starts, counts)
    chosen = np.flatnonzero(np.repeat(broken, counts))
    group = np.repeat(np.arange(int(broken.sum())), counts[broken])
    order = _sorted(lines, chosen, group, ties)
    place[chosen[order]] = place[chosen]
    return place


def _tied_places(lines: Lines) -> Ints:
    """Return the places where the scores of each query are all equal: by document id downwards."""
    counts = lines.counts
    first = np.repeat(lines.starts, counts)
    size, queries = len(first), len(counts)
    names = [~word for word in _by_letter(lines.documents)]
    if len(names) == 1 and queries * _LONG < size:
        bounds = zip(lines.starts.tolist(), (lines.starts + counts).tolist(), strict=True)
        order = np.concatenate([np.argsort(names[0][low:high]) for low, high in bounds]) + first
    else:
        order = _by_name(names, np.repeat(np.arange(queries), counts))
    place = np.empty(size, np.int64)
    place[order] = np.arange(size) - first
    return place


def _broken(lines: Lines, step: Floats, ties: Ties) -> NDArray[np.bool_]:
    """Return which queries are not in order; `step` is the change of score to the next line."""
    wrong = step > 0
    if ties == "trec":
        inside = np.ones(len(step), np.bool_)
        inside[lines.starts[1:] - 1] = False
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
        # Ties that ids decide need no stable order, and others are faster.
        order = np.argsort(-scores, kind="stable" if ties == "position" else None)
        order = order[np.argsort(_small(group[order]), kind="stable")]
    if ties == "position":
        return order
    scores, group = scores[order], group[order]
    fresh = np.ones(len(order), np.bool_)
    fresh[1:] = (scores[1:] != scores[:-1]) | (group[1:] != group[:-1])
    tie = np.cumsum(fresh, dtype=np.int64)
    members = np.flatnonzero(~fresh | ~np.append(fresh[1:], True))
    documents = lines.documents.take(chosen[order[members]])
    names = [~word for word in _by_letter(documents)]
    order[members] = order[members[_by_name(names, tie[members])]]
    return order


def _by_name(names: list[Words], tie: Ints) -> Ints:
    """Return the order by tie, then by the words of the names, the first word first."""
    order = np.arange(len(tie))
    for number, word in enumerate(reversed(names)):
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

"""Places agree with sorting the lines of each query one by one."""

from __future__ import annotations

import random

import numpy as np
import pytest

from steelyard.retrieval.judgements import Column
from steelyard.retrieval.order import Lines, places
from steelyard.retrieval.words import PAD, Text
from tests.looped import looped

pytestmark = pytest.mark.slow


def lines_of(queries):
    """Return the lines of queries given as lists of (document, score)."""
    names = [name.encode() for query in queries for name, _ in query]
    lengths = np.array([len(name) for name in names])
    starts = np.cumsum(lengths + 1) - lengths - 1 + len(PAD)
    counts = np.array([len(query) for query in queries])
    scores = np.array([score for query in queries for _, score in query], float)
    column = Column(Text(b"\n".join(names) + b"\n"), starts, lengths)
    return Lines(np.cumsum(counts) - counts, column, scores)


def plainly(queries, ties):
    """Return the place of every line: highest score first, then as they stand or by id."""
    found = []
    for query in queries:
        by_id = {name: at for at, name in enumerate(sorted((n for n, _ in query), reverse=True))}
        order = sorted(
            range(len(query)),
            key=lambda at: (-query[at][1], by_id[query[at][0]] if ties == "trec" else at),
        )
        place = {line: number for number, line in enumerate(order)}
        found += [place[at] for at in range(len(query))]
    return found


@looped("ties", ["trec", "position"])
@looped("length", [3, 8, 9, 20])
@looped("scores", ["one", "one each", "few", "many", "sorted"])
@looped("size", [1, 5, 200])
def test_every_kind_of_order(ties, length, scores, size):
    rng = random.Random(f"{ties} {length} {scores} {size}")
    queries = []
    for number in range(30):
        names = [f"{n:0{rng.choice([3, length])}d}"[-length:] for n in range(400)]
        chosen = rng.sample(sorted(set(names)), rng.randint(1, size))
        make = {
            "one": lambda: 1.0,
            "one each": lambda number=number: float(number),
            "few": lambda: float(rng.randrange(3)),
            "many": rng.random,
            "sorted": rng.random,
        }[scores]
        query = [(name, make()) for name in chosen]
        queries.append(sorted(query, key=lambda cell: -cell[1]) if scores == "sorted" else query)
    found = places(lines_of(queries), ties)
    expected = plainly(queries, ties)
    if found is None:
        found = [at for query in queries for at in range(len(query))]
    assert list(found) == expected

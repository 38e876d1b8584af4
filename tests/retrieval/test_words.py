"""Loads, hashes, look-ups, ties and repeats over awkward ids, beside plain Python."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from steelyard.retrieval import judgements as judging
from steelyard.retrieval.duplicates import repeated
from steelyard.retrieval.judgements import Column, Judgements
from steelyard.retrieval.order import Lines, places
from steelyard.retrieval.words import PAD, Text, same_fields
from tests.tries import tries

IDS = st.lists(st.text(alphabet="ab\x00é-", max_size=20).map(str.encode), min_size=1, max_size=30)


def column(ids):
    lengths = np.array([len(id_) for id_ in ids])
    starts = np.cumsum(lengths + 1) - lengths - 1 + len(PAD)
    return Column(Text(b"\n".join(ids) + b"\n"), starts, lengths)


@tries(40, 200)
@given(ids=IDS, others=IDS)
def test_fields_are_equal_when_their_bytes_are(ids, others):
    pairs = [(a, b) for a in ids for b in others]
    left, right = column([a for a, _ in pairs]), column([b for _, b in pairs])
    expected = [a == b for a, b in pairs]
    assert same_fields(left, right).tolist() == expected
    one, two = left.text.hashes(*left[1:]), right.text.hashes(*right[1:])
    assert all(not same or one[at] == two[at] for at, same in enumerate(expected))


@tries(40, 200)
@given(ids=IDS, constant=st.booleans())
def test_repeats_are_found_even_when_keys_collide(ids, constant):
    documents = column(ids)
    keys = Judgements.keys(documents, np.zeros(len(ids), np.int64))
    if constant:
        keys = np.full(len(ids), 7, np.uint64)
    expected = [[at for at, id_ in enumerate(ids) if id_ == one] for one in dict.fromkeys(ids)]
    found = sorted(sorted(group) for group in repeated(keys, documents))
    assert found == sorted(group for group in expected if len(group) > 1)


@tries(30, 150)
@given(judged=IDS, retrieved=IDS, collide=st.booleans())
def test_the_look_up_is_exact(judged, retrieved, collide):
    judged = list(dict.fromkeys(judged))
    grades = np.arange(len(judged), dtype=float)
    kept = judging.spread
    if collide:  # every pair has the same key
        judging.spread = lambda keys, salts: np.full(len(keys), 5, np.uint64)
    try:
        known = Judgements([b"q"], np.zeros(len(judged), np.int64), column(judged), grades)
        documents, query = column(retrieved), np.zeros(len(retrieved), np.int64)
        found = known.find(known.keys(documents, query), query, documents)
    finally:
        judging.spread = kept
    expected = {at: float(judged.index(d)) for at, d in enumerate(retrieved) if d in judged}
    assert dict(zip(found.lines.tolist(), found.grades.tolist(), strict=True)) == expected


@tries(60, 300)
@given(
    data=st.lists(
        st.lists(
            st.tuples(st.text(alphabet="ab-", min_size=1, max_size=18), st.integers(0, 3)),
            min_size=1,
            max_size=12,
            unique_by=lambda cell: cell[0],
        ),
        min_size=1,
        max_size=5,
    ),
)
def test_places_are_those_of_a_plain_sort(data):
    flat = [cell for query in data for cell in query]
    counts = [len(query) for query in data]
    starts = np.cumsum(counts) - counts
    scores = np.array([score for _, score in flat], float)
    lines = Lines(starts, column([id_.encode() for id_, _ in flat]), scores)
    for ties in ("trec", "position"):
        found = places(lines, ties)
        if found is None:
            found = np.concatenate([np.arange(count) for count in counts])
        expected = []
        for query in data:
            order = sorted(range(len(query)), key=lambda at: -query[at][1])
            if ties == "trec":
                order = sorted(range(len(query)), key=lambda at: query[at][::-1], reverse=True)
            expected += [order.index(at) for at in range(len(query))]
        assert found.tolist() == expected

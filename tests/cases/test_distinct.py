"""Counting different texts through the temporary file gives what a set gives."""

from __future__ import annotations

import random

import pytest

from steelyard.cases import distinct
from steelyard.cases.distinct import DistinctCount


@pytest.mark.parametrize(("rows", "kinds"), [(0, 1), (1, 1), (50, 7), (5_000, 900), (5_000, 10**9)])
@pytest.mark.parametrize("at_once", [2_000_000, 700])
def test_the_count_is_that_of_a_set(monkeypatch, rows, kinds, at_once):
    monkeypatch.setattr(distinct, "BLOCK", 256)
    monkeypatch.setattr(distinct, "AT_ONCE", at_once)
    rng = random.Random(rows)
    texts = [str(rng.randrange(kinds)).encode() for _ in range(rows)]
    counting = DistinctCount()
    for text in texts:
        counting.add(text)
    assert counting.count() == len(set(texts))

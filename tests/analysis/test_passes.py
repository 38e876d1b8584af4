"""pass@k and pass^k, by drawing every possible set of tries."""

from __future__ import annotations

from itertools import combinations
from math import comb
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import InputError
from steelyard.model import compute

TRIES = st.integers(0, 9).flatmap(
    lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, 10))
)


def both(n, c, k):
    inputs = {"n": n, "c": c, "k": k}
    return tuple(compute(f"stat.{id_}", inputs)["value"] for id_ in ("pass_at_k", "pass_hat_k"))


def test_the_worked_examples():
    assert both(10, 3, 1) == pytest.approx((0.3, 0.3))
    assert both(10, 3, 5)[0] == pytest.approx(0.9167, abs=5e-5)
    assert both(10, 8, 3)[1] == pytest.approx(0.4667, abs=5e-5)


@given(TRIES)
def test_every_set_of_k_tries_drawn(tries):
    n, c, k = tries
    if k > n:
        assert both(n, c, k) == (None, None)
        return
    drawn = list(combinations([True] * c + [False] * (n - c), k))
    assert both(n, c, k) == pytest.approx((fmean(map(any, drawn)), fmean(map(all, drawn))))


@given(
    st.integers(1, 3000).flatmap(
        lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n))
    )
)
def test_large_numbers(tries):
    n, c, k = tries
    expected = (1 - comb(n - c, k) / comb(n, k), comb(c, k) / comb(n, k))
    assert both(n, c, k) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("tries", [(3, 4, 1), (3, -1, 1), (3, 1, 0), (-1, 0, 1)])
def test_impossible_tries_are_refused(tries):
    with pytest.raises(InputError, match=r"stat\.pass_at_k"):
        both(*tries)

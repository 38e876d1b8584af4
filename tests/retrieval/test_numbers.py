"""Decimal fields read from words are the floats that Python reads."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import stdtrit

from steelyard.retrieval.numbers import read_numbers, settle
from steelyard.retrieval.student import t_reach
from steelyard.retrieval.words import PAD, Text
from tests.tries import tries

ODD = ["0", ".5", "5.", "-.5", "+3", "1e5", "abc", "-", "", "..", "1.2.3", "nan", "inf", "1_0",
       "-0", "9999999999999999", "999999999999999.9", "1:2", "3/4", "12a", "00012.5000", "--3",
       ".", "-.", "0.1234567890123456", "1.23456789012345678e-05", "123456789012345678901",
       "0.000000000000000000000001", "1" * 40, "١"]  # fmt: skip


def fields(items):
    text = Text(("\n".join(items) + "\n").encode())
    ends = np.flatnonzero(text.content == 10) + len(PAD)
    starts = np.append(len(PAD), ends[:-1] + 1)
    return text, starts, ends - starts


def plainly(item):
    try:
        value = float(item)
    except ValueError:
        return None
    return value if math.isfinite(value) and "_" not in item and item.isascii() else None


def check(items):
    values, cut, wrong = read_numbers(*fields(items))
    assert not cut.any()
    expected = [plainly(item) for item in items]
    assert [at for at, value in enumerate(expected) if value is None] == wrong.tolist()
    for item, value, found in zip(items, expected, values.tolist(), strict=True):
        assert value is None or (found == value and type(found) is float), item


NUMBERS = st.one_of(
    st.sampled_from(ODD),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.decimals(-1000, 1000, places=6).map(str),
    st.integers(-(10**18), 10**18).map(str),
    st.text(alphabet="0123456789.-e", max_size=20),
)


@tries(60, 300)
@given(items=st.lists(NUMBERS, min_size=1, max_size=40))
def test_every_text_is_read_as_python_reads_it(items):
    check(items)


def test_thousands_of_decimals():
    rng = random.Random(5)
    check([f"{rng.uniform(-50, 50):.{rng.randrange(15)}f}" for _ in range(20_000)] + ODD)


def test_long_decimals_may_be_cut_and_are_then_settled():
    rng = random.Random(6)
    items = [repr(rng.random() * 10 ** rng.randrange(4)) for _ in range(5_000)] + ["0.5", "-3"]
    text, starts, lengths = fields(items)
    values, cut, wrong = read_numbers(text, starts, lengths, cut=True)
    exact = np.array([float(item) for item in items])
    assert not len(wrong)
    assert cut.sum() > 4_000
    assert (values[~cut] == exact[~cut]).all()
    assert np.abs(values - exact).max() < 1e-10
    assert (np.abs(values - exact) <= np.abs(exact) * 1e-13 + 1e-12).all()
    settle(text, starts, lengths, values, np.flatnonzero(cut))
    assert (values == exact).all()


def test_the_reach_of_t_is_that_of_scipy():
    for degrees in (*range(1, 260), 1_000, 6_979, 10**6):
        assert t_reach(degrees) == pytest.approx(stdtrit(degrees, 0.975), rel=1e-10)

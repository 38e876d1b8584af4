"""The ratio of two proportions: its defining equation, and exact coverage."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.stats import binom
from statsmodels.stats.proportion import proportion_confint

from steelyard.errors import InputError
from steelyard.model import compute

COUNTS = st.integers(1, 80).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def ratio(k1, n1, k2, n2, **params):
    return compute("stat.mover_ratio", {"k1": k1, "n1": n1, "k2": k2, "n2": n2}, params)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((18, 25, 45, 50), (0.8, 0.5795, 0.9977)),
        ((20, 20, 20, 20), (1.0, 0.8389, 1.1921)),
    ],
)
def test_the_worked_examples(counts, expected):
    found = ratio(*counts)
    assert (found["value"], found["lo"], found["hi"]) == pytest.approx(expected, abs=6e-5)


@given(COUNTS, COUNTS, st.sampled_from([0.8, 0.95, 0.99]))
def test_the_limits_are_where_the_difference_has_an_end_at_zero(first, second, confidence):
    """θ is a limit of p/q when 0 is a limit of the interval of p − θq built from both."""
    found = ratio(*first, *second, confidence=confidence)
    p, q = first[0] / first[1], second[0] / second[1]
    if q == 0:
        assert (found["value"], found["lo"], found["hi"]) == (None, None, None)
        assert found["notes"]
        return
    l1, u1 = proportion_confint(*first, 1 - confidence, "wilson")
    l2, u2 = proportion_confint(*second, 1 - confidence, "wilson")
    value = p / q
    assert found["value"] == pytest.approx(value)
    assert found["lo"] <= value + 1e-12
    assert found["hi"] >= value - 1e-12

    def low_end(theta):
        return p - theta * q - math.hypot(p - l1, theta * (u2 - q))

    def high_end(theta):
        return p - theta * q + math.hypot(u1 - p, theta * (q - l2))

    if p > 0:
        assert found["lo"] == pytest.approx(brentq(low_end, 0, value + 1e-9, xtol=1e-14), abs=1e-7)
    else:
        assert found["lo"] == 0
    top = value + 1
    while high_end(top) > 0:
        top *= 2
    assert found["hi"] == pytest.approx(brentq(high_end, value - 1e-9, top), rel=1e-6)


@pytest.mark.parametrize(
    ("p", "q", "n"),
    [(0.8, 0.9, 20), (0.5, 0.9, 20), (0.95, 0.95, 30), (0.3, 0.6, 40), (0.9, 0.5, 25)],
)
def test_it_covers_as_often_as_it_says(p, q, n):
    """Summed over every possible pair of counts, not simulated."""
    covered = defined = 0.0
    for k1 in range(n + 1):
        for k2 in range(1, n + 1):
            chance = binom.pmf(k1, n, p) * binom.pmf(k2, n, q)
            found = ratio(k1, n, k2, n)
            defined += chance
            covered += chance * (found["lo"] <= p / q <= found["hi"])
    assert 0.93 < covered / defined <= 1


@pytest.mark.parametrize("counts", [(3, 2, 1, 2), (1, 2, 1, 0), (-1, 2, 1, 2)])
def test_impossible_counts_are_refused(counts):
    with pytest.raises(InputError, match=r"stat\.mover_ratio"):
        ratio(*counts)

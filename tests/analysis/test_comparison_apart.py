"""Intervals and p values of differences, against published examples and other implementations."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from steelyard.analysis.comparison.apart import (
    Estimate,
    cohen_h,
    independent_means,
    independent_shares,
    paired_means,
    paired_shares,
)
from steelyard.analysis.comparison.hodges_lehmann import hodges_lehmann

counts = st.tuples(*[st.integers(0, 40)] * 4).filter(lambda c: sum(c) >= 5)


def share(k, n):
    p = k / n
    return Estimate(p, p * (1 - p) / (n - 1), n)


def paired(a, b, c, d, confidence=0.95):
    """The share of the first less that of the second; b and c are passed by one alone."""
    n = a + b + c + d
    first, second = share(a + b, n), share(a + c, n)
    covariance = (a / n - first.value * second.value) / (n - 1)
    return paired_shares(second, first, covariance, confidence)


def newcombe_10(a, b, c, d):
    """Newcombe's method 10 written out in counts, as in Stat. Med. 17:2635, 1998."""
    n, z = a + b + c + d, stats.norm.ppf(0.975)

    def wilson(x):
        middle, reach = 2 * x + z * z, z * math.sqrt(z * z + 4 * x * (1 - x / n))
        return (middle - reach) / (2 * (n + z * z)), (middle + reach) / (2 * (n + z * z))

    (l1, u1), (l2, u2) = wilson(a + b), wilson(a + c)
    p1, p2 = (a + b) / n, (a + c) / n
    below = (a + b) * (c + d) * (a + c) * (b + d)
    above = a * d - b * c
    above = above - n / 2 if above > n / 2 else min(above, 0)
    phi = above / math.sqrt(below) if below else 0.0

    def reach(x, y):
        return math.sqrt(max(0.0, x * x - 2 * phi * x * y + y * y))

    return p1 - p2 - reach(p1 - l1, u2 - p2), p1 - p2 + reach(u1 - p1, p2 - l2)


@pytest.mark.parametrize(
    ("cells", "low", "high"),
    [
        # Fagerland, Lydersen, Laake, Stat. Med. 33:2850, 2014: airway responsiveness.
        ((1, 1, 7, 12), -0.507, -0.026),
        # Newcombe, Stat. Med. 17:2635, 1998; Altman et al., Statistics with Confidence, p. 52.
        ((14, 12, 2, 22), 0.056, 0.330),
    ],
)
def test_published_paired_examples(cells, low, high):
    found = paired(*cells)
    assert found.low == pytest.approx(low, abs=6e-4)
    assert found.high == pytest.approx(high, abs=6e-4)


@settings(deadline=None)
@given(counts)
def test_plain_cases_give_newcombes_method_10(cells):
    found, (low, high) = paired(*cells), newcombe_10(*cells)
    assert found.low == pytest.approx(max(-1, low), abs=1e-9)
    assert found.high == pytest.approx(min(1, high), abs=1e-9)


@settings(deadline=None)
@given(counts)
def test_p_says_when_the_interval_just_reaches_nothing(cells):
    found = paired(*cells)
    assert (found.p < 0.05) == (not found.low <= 0 <= found.high) or math.isclose(
        found.p, 0.05, abs_tol=1e-6
    )
    if 1e-9 < found.p < 1:
        again = paired(*cells, confidence=1 - found.p)
        assert min(abs(again.low), abs(again.high)) < 1e-6


@settings(deadline=None)
@given(counts)
def test_turning_the_runs_round_turns_the_difference_round(cells):
    a, b, c, d = cells
    there, back = paired(a, b, c, d), paired(a, c, b, d)
    assert (there.value, there.low, there.high) == pytest.approx(
        (-back.value, -back.high, -back.low)
    )
    assert there.p == pytest.approx(back.p)


def test_runs_that_agree_on_every_case_leave_room():
    found = paired(54, 0, 0, 0)
    assert found.value == 0
    assert found.low < 0 < found.high
    assert found.p == 1


def test_independent_shares_agree_with_statsmodels():
    from statsmodels.stats.proportion import confint_proportions_2indep

    for k1, n1, k2, n2 in ((45, 50, 18, 25), (3, 40, 9, 30), (0, 20, 4, 25), (200, 500, 190, 450)):
        low, high = confint_proportions_2indep(k1, n1, k2, n2, compare="diff", method="newcomb")
        found = independent_shares(share(k2, n2), share(k1, n1))
        assert (found.low, found.high) == pytest.approx((low, high), abs=1e-9)


def mean(values):
    return Estimate(
        float(np.mean(values)), float(np.var(values, ddof=1)) / len(values), len(values)
    )


@settings(max_examples=40, deadline=None)
@given(st.integers(5, 60), st.integers(0, 2**32 - 1))
def test_means_agree_with_scipy(n, seed):
    rng = np.random.default_rng(seed)
    base, new = rng.normal(0, 1, n), rng.normal(0.3, 2, n)
    less = new - base
    found = paired_means(mean(base), mean(new), float(np.var(less, ddof=1)) / n, n - 1)
    tested = stats.ttest_rel(new, base)
    ends = tested.confidence_interval()
    assert (found.p, found.low, found.high) == pytest.approx((tested.pvalue, ends.low, ends.high))
    other = rng.normal(0.5, 1, n + 3)
    apart = independent_means(mean(base), mean(other))
    tested = stats.ttest_ind(other, base, equal_var=False)
    ends = tested.confidence_interval()
    assert (apart.p, apart.low, apart.high) == pytest.approx((tested.pvalue, ends.low, ends.high))


def test_no_spread_has_no_interval():
    assert paired_means(mean([1, 1]), mean([2, 2]), 0.0, 20) is None
    assert independent_means(mean([1, 1, 1]), mean([2, 2, 2])) is None


def test_cohen_h():
    # Cohen, Statistical Power Analysis, 1988, table 6.2.2: arcsines 2.0944 (.75), 1.5708 (.50).
    assert cohen_h(0.5, 0.75) == pytest.approx(2.0944 - 1.5708, abs=1e-4)
    assert cohen_h(0.75, 0.5) == -cohen_h(0.5, 0.75)
    assert cohen_h(0.0, 1.0) == pytest.approx(math.pi)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(-100, 100), min_size=6, max_size=40))
def test_hodges_lehmann_by_brute_force(values):
    n = len(values)
    means = sorted((values[i] + values[j]) / 2 for i in range(n) for j in range(i, n))
    found = hodges_lehmann(values)
    if found is None:
        return
    assert found.value == pytest.approx(np.median(means), abs=1e-9)
    k = math.floor(len(means) / 2 - 1.959964 * math.sqrt(n * (n + 1) * (2 * n + 1) / 24))
    assert found.low == pytest.approx(means[k - 1], abs=1e-9)
    assert found.high == pytest.approx(means[-k], abs=1e-9)


def test_hodges_lehmann_interval_is_wilcoxons():
    rng = np.random.default_rng(3)
    values = rng.normal(0.4, 1, 80)
    found = hodges_lehmann(values)
    for end, more in ((found.low, -1), (found.high, 1)):
        inside = stats.wilcoxon(values - (end - more * 0.02), method="asymptotic").pvalue
        outside = stats.wilcoxon(values - (end + more * 0.02), method="asymptotic").pvalue
        assert outside < 0.05 < inside


def test_too_few_values_have_no_centre():
    assert hodges_lehmann([1.0, 2.0, 3.0, 4.0, 5.0]) is None

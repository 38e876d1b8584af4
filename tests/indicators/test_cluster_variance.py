"""Clusters of unequal size: variance, degrees of freedom and effective number."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.indicators.intervals import (
    cluster_sizes,
    cluster_variance,
    se_cluster,
    shrink_for_few,
    wilson,
)

# Golden values: a prototype in plain numpy, simulated 20,000 times per setting.
SIZES = [1, 1, 2, 2, 3, 3, 5, 8, 13, 20, 30, 40]
PASSES = [1, 0, 2, 1, 3, 2, 4, 7, 10, 17, 22, 36]


def test_golden_unequal_clusters():
    found = cluster_variance(SIZES, [k / m for k, m in zip(PASSES, SIZES, strict=True)])
    p = sum(PASSES) / sum(SIZES)
    assert math.sqrt(found.variance) == pytest.approx(0.0450, abs=5e-5)
    assert found.df == pytest.approx(3.7137, abs=5e-5)
    assert found.effective == pytest.approx(5.1425, abs=5e-5)
    trials = p * (1 - p) / found.variance * shrink_for_few(found.df)
    assert trials == pytest.approx(34.126, abs=5e-4)
    assert wilson(p * trials, trials) == pytest.approx((0.6616, 0.9143), abs=5e-5)


def test_golden_equal_clusters():
    found = cluster_variance([10] * 4, [0.9, 0.6, 0.8, 1.0])
    assert math.sqrt(found.variance) == pytest.approx(0.0854, abs=5e-5)
    assert (found.df, found.effective) == (3, 4)
    trials = 0.825 * 0.175 / found.variance * shrink_for_few(found.df)
    assert wilson(0.825 * trials, trials) == pytest.approx((0.4681, 0.9619), abs=5e-5)


@pytest.mark.parametrize(
    ("sizes", "effective", "df"),
    [
        ([1] * 60 + [40] * 3, 6.7, 4.9),
        ([5] * 10 + [25], 6.4, 4.5),
        ([1] * 100 + [20], 28.8, 22.7),
        ([40, 40, 5, 5, 5], 2.8, 1.6),
        ([2] * 5 + [60], 1.35, 1.0),
        ([1] * 20 + [80], 1.56, 1.1),
    ],
)
def test_golden_sizes(sizes, effective, df):
    found = cluster_sizes(sizes)
    assert found.effective == pytest.approx(effective, abs=0.05)
    assert found.df == pytest.approx(df, abs=0.05)
    assert found.largest == max(sizes) / sum(sizes)


@given(st.lists(st.tuples(st.integers(1, 40), st.floats(0, 1)), min_size=2, max_size=30))
def test_the_jackknife_by_leaving_clusters_out(clusters):
    sizes, means = (np.array(column, float) for column in zip(*clusters, strict=True))
    count = len(sizes)
    whole = sizes @ means / sizes.sum()
    left = [
        np.delete(sizes, g) @ np.delete(means, g) / np.delete(sizes, g).sum() for g in range(count)
    ]
    expected = (count - 1) / count * sum((one - whole) ** 2 for one in left)
    found = cluster_variance(sizes.tolist(), means.tolist())
    assert found.variance == pytest.approx(expected, abs=1e-12)


@given(st.lists(st.integers(1, 40), min_size=2, max_size=25))
def test_satterthwaite_from_the_moments_of_the_quadratic_form(sizes):
    """For independent normal cases, E = tr(QV), Var = 2 tr((QV)²), df = 2E²/Var."""
    m = np.array(sizes, float)
    n, count = m.sum(), len(m)
    spread = np.diag(1 / m) - 1 / n  # covariance of y_g − p
    form = np.diag((count - 1) / count * (m / (n - m)) ** 2)
    both = form @ spread
    expected = np.trace(both) ** 2 / np.trace(both @ both)
    assert cluster_sizes(sizes).df == pytest.approx(expected, rel=1e-9)


@given(
    st.integers(1, 9),
    st.lists(st.floats(-5, 5), min_size=2, max_size=20),
)
def test_equal_clusters_are_as_ever(size, means):
    found = cluster_variance([size] * len(means), means)
    values = [mean for mean in means for _ in range(size)]
    names = [at for at in range(len(means)) for _ in range(size)]
    assert math.sqrt(found.variance) == pytest.approx(se_cluster(values, names), abs=1e-9)
    assert (found.df, found.effective) == (len(means) - 1, len(means))


def test_one_cluster_or_none_has_no_variance():
    assert cluster_variance([7], [0.3]) == (None, 0.0, 1.0)
    assert cluster_variance([], []) == (None, 0.0, 0.0)

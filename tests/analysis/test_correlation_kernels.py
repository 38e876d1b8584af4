"""Point-biserial, VIF, LMG, clusters and Pareto against scipy, statsmodels, sklearn, relaimpo."""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn.cluster import AgglomerativeClustering
from statsmodels.api import OLS, Logit, add_constant
from statsmodels.stats.outliers_influence import variance_inflation_factor

from steelyard.analysis.correlation.columns import standardised
from steelyard.analysis.correlation.logit import linear, logit
from steelyard.errors import InputError
from steelyard.model import compute

# Fertility and five indicators of 47 Swiss provinces about 1888 (Mosteller and Tukey, 1977).
FERTILITY = [80.2, 83.1, 92.5, 85.8, 76.9, 76.1, 83.8, 92.4, 82.4, 82.9, 87.1, 64.1, 66.9, 68.9,
             61.7, 68.3, 71.7, 55.7, 54.3, 65.1, 65.5, 65, 56.6, 57.4, 72.5, 74.2, 72, 60.5, 58.3,
             65.4, 75.5, 69.3, 77.3, 70.5, 79.4, 65, 92.2, 79.3, 70.4, 65.7, 72.7, 64.4, 77.6, 67.6,
             35, 44.7, 42.8]  # fmt: skip
SWISS = {
    "agriculture": [17, 45.1, 39.7, 36.5, 43.5, 35.3, 70.2, 67.8, 53.3, 45.2, 64.5, 62, 67.5, 60.7,
                    69.3, 72.6, 34, 19.4, 15.2, 73, 59.8, 55.1, 50.9, 54.1, 71.2, 58.1, 63.5, 60.8,
                    26.8, 49.5, 85.9, 84.9, 89.7, 78.2, 64.9, 75.9, 84.6, 63.1, 38.4, 7.7, 16.7,
                    17.6, 37.6, 18.7, 1.2, 46.6, 27.7],
    "examination": [15, 6, 5, 12, 17, 9, 16, 14, 12, 16, 14, 21, 14, 19, 22, 18, 17, 26, 31, 19, 22,
                    14, 22, 20, 12, 14, 6, 16, 25, 15, 3, 7, 5, 12, 7, 9, 3, 13, 26, 29, 22, 35, 15,
                    25, 37, 16, 22],
    "education": [12, 9, 5, 7, 15, 7, 7, 8, 7, 13, 6, 12, 7, 12, 5, 2, 8, 28, 20, 9, 10, 3, 12, 6,
                  1, 8, 3, 10, 19, 8, 2, 6, 2, 6, 3, 9, 3, 13, 12, 11, 13, 32, 7, 7, 53, 29, 29],
    "catholic": [9.96, 84.84, 93.4, 33.77, 5.16, 90.57, 92.85, 97.16, 97.67, 91.38, 98.61, 8.52,
                 2.27, 4.43, 2.82, 24.2, 3.3, 12.11, 2.15, 2.84, 5.23, 4.52, 15.14, 4.2, 2.4, 5.23,
                 2.56, 7.72, 18.46, 6.1, 99.71, 99.68, 100, 98.96, 98.22, 99.06, 99.46, 96.83, 5.62,
                 13.79, 11.22, 16.92, 4.97, 8.65, 42.34, 50.43, 58.33],
    "infant_mortality": [22.2, 22.2, 20.2, 20.3, 20.6, 26.6, 23.6, 24.9, 21, 24.4, 24.5, 16.5, 19.1,
                         22.7, 18.7, 21.2, 20, 20.2, 10.8, 20, 18, 22.4, 16.7, 15.3, 21, 23.8, 18,
                         16.3, 20.9, 22.5, 15.1, 19.8, 18.3, 19.4, 20.2, 17.8, 16.3, 18.1, 20.3,
                         20.5, 18.9, 23, 20, 19.5, 18, 18.2, 19.3],
}  # fmt: skip


def test_lmg_shares_are_those_of_relaimpo():
    """Grömping, Relative importance for linear regression in R, J. Stat. Softw. 17(1), 2006."""
    found = compute("corr.lmg", {"columns": list(SWISS.values()), "target": FERTILITY})
    shares = [0.05709122, 0.17117303, 0.26013468, 0.10557015, 0.11276592]
    assert found["shares"] == pytest.approx(shares, abs=1e-7)
    assert found["r2"] == pytest.approx(0.706735, abs=1e-6)
    assert found["method"] == "lmg"


def test_lmg_is_the_mean_over_every_order():
    names = list(SWISS)[:4]
    matrix = np.array([SWISS[name] for name in names]).T

    def r2(places):
        return OLS(FERTILITY, add_constant(matrix[:, list(places)])).fit().rsquared

    shares = np.zeros(4)
    for order in permutations(range(4)):
        before = 0.0
        for at, place in enumerate(order, 1):
            after = r2(order[:at])
            shares[place] += (after - before) / math.factorial(4)
            before = after
    found = compute("corr.lmg", {"columns": matrix.T.tolist(), "target": FERTILITY})
    assert found["shares"] == pytest.approx(shares.tolist(), abs=1e-8)


def test_a_measure_given_twice_shares_with_its_twin():
    x = SWISS["education"]
    found = compute("corr.lmg", {"columns": [x, x], "target": FERTILITY})
    assert found["shares"][0] == pytest.approx(found["shares"][1], abs=1e-6)
    r = stats.pearsonr(x, FERTILITY).statistic
    assert sum(found["shares"]) == pytest.approx(r**2, abs=1e-6)


def test_beyond_ten_measures_shuffling_takes_over():
    chance = np.random.default_rng(3)
    columns = chance.normal(size=(11, 400))
    target = (2 * columns[0] + columns[1] + chance.normal(size=400)).tolist()
    found = compute("corr.lmg", {"columns": columns.tolist(), "target": target})
    assert found["method"] == "permutation"
    # Shuffling x destroys its part of the fit twice: expected loss is 2 β² var(x) / var(y).
    assert found["shares"][0] == pytest.approx(2 * 4 / 6, abs=0.15)
    assert found["shares"][1] == pytest.approx(2 * 1 / 6, abs=0.1)
    assert max(map(abs, found["shares"][2:])) < 0.03
    assert found == compute("corr.lmg", {"columns": columns.tolist(), "target": target})


def test_vif_is_that_of_statsmodels():
    columns = list(SWISS.values())
    design = add_constant(np.array(columns).T)
    expected = [variance_inflation_factor(design, at) for at in range(1, 6)]
    found = compute("corr.vif", {"columns": columns})
    assert found["values"] == pytest.approx(expected, rel=1e-9)
    with_sum = [*columns, [a + b for a, b in zip(columns[0], columns[1], strict=True)]]
    found = compute("corr.vif", {"columns": with_sum})
    assert [found["values"][at] for at in (0, 1, 5)] == [None, None, None]
    assert found["values"][2] == pytest.approx(expected[2], rel=1e-6)


@given(
    st.lists(
        st.tuples(st.booleans(), st.floats(-5, 5, allow_subnormal=False)), min_size=3, max_size=40
    )
)
def test_point_biserial_is_that_of_scipy(pairs):
    flags, values = [a for a, _ in pairs], [round(b, 3) for _, b in pairs]
    found = compute("corr.point_biserial", {"flags": flags, "values": values})
    if len(set(flags)) < 2 or len(set(values)) < 2:
        assert (found["value"], found["status"]) == (None, "na")
        return
    expected = stats.pointbiserialr(flags, values).statistic
    assert found["value"] == pytest.approx(expected, abs=1e-9)


@given(st.integers(2, 8), st.integers(0, 10_000), st.sampled_from([0.5, 0.8, 0.9]))
def test_clusters_are_those_of_scikit_learn(size, seed, threshold):
    data = np.random.default_rng(seed).normal(size=(size, 12))
    data[-1] = data[0] * -1 + 0.1 * data[-1]
    rho = np.corrcoef(data)
    found = compute("corr.cluster", {"rho": rho.clip(-1, 1).tolist()}, {"threshold": threshold})
    oracle = AgglomerativeClustering(
        n_clusters=None,
        distance_threshold=1 - threshold,
        metric="precomputed",
        linkage="average",
    ).fit(1 - np.abs(rho).clip(0, 1))
    together = np.equal.outer(found["labels"], found["labels"])
    assert (together == np.equal.outer(oracle.labels_, oracle.labels_)).all()


POINT = st.lists(st.integers(0, 5), min_size=2, max_size=2)


@given(st.lists(POINT, min_size=1, max_size=12))
def test_the_front_is_what_nobody_beats(points):
    found = compute("corr.pareto", {"points": points, "directions": ["up", "down"]})
    for at, (quality, latency) in enumerate(points):
        beaten = [
            other
            for other, (q, s) in enumerate(points, 1)
            if q >= quality and s <= latency and (q, s) != (quality, latency)
        ]
        assert found["dominated_by"][at] == beaten
        assert found["front"][at] == (not beaten)


def test_logit_is_that_of_statsmodels_with_and_without_clusters():
    chance = np.random.default_rng(5)
    x = chance.normal(size=(300, 2))
    y = (chance.random(300) < 1 / (1 + np.exp(-(0.4 + x @ [1.0, -0.7])))).astype(float)
    design, clusters = add_constant(x), np.repeat(np.arange(100), 3)
    plain = Logit(y, design).fit(disp=0)
    found = logit(design, y, None)
    assert found.weights == pytest.approx(plain.params, abs=1e-7)
    assert np.sqrt(np.diag(found.covariance)) == pytest.approx(plain.bse, abs=1e-7)
    robust = Logit(y, design).fit(disp=0, cov_type="cluster", cov_kwds={"groups": clusters})
    found = logit(design, y, clusters)
    # statsmodels also multiplies by (n − 1) / (n − k).
    scale = math.sqrt(299 / 297)
    assert np.sqrt(np.diag(found.covariance)) * scale == pytest.approx(robust.bse, rel=1e-6)


def test_what_the_predictors_tell_apart_wholly_has_no_logit():
    x = np.arange(20.0)
    design = add_constant(((x - x.mean()) / x.std())[:, None])
    assert logit(design, (x > 9).astype(float), None) is None


def test_least_squares_is_that_of_statsmodels():
    x = np.array([SWISS["education"], SWISS["catholic"]], dtype=float).T
    design, y = add_constant(x), np.array(FERTILITY)
    oracle = OLS(y, design).fit()
    found = linear(design, y, None)
    assert found.weights == pytest.approx(oracle.params, abs=1e-8)
    assert np.sqrt(np.diag(found.covariance)) == pytest.approx(oracle.bse, abs=1e-8)


@pytest.mark.parametrize(
    ("id_", "inputs"),
    [
        ("corr.vif", {"columns": [[1, 2], [1]]}),
        ("corr.vif", {"columns": [[1, "a", 2], [1, 2, 3]]}),
        ("corr.lmg", {"columns": [[1, 2, 3]], "target": [1, 2]}),
        ("corr.cluster", {"rho": [[1, 0.5]]}),
        ("corr.cluster", {"rho": [[1, 2], [2, 1]]}),
        ("corr.pareto", {"points": [[1, 2]], "directions": ["up"]}),
        ("corr.pareto", {"points": [[1]], "directions": ["left"]}),
        ("corr.point_biserial", {"flags": [1, 0], "values": [1, 2]}),
    ],
)
def test_wrong_inputs_are_named(id_, inputs):
    with pytest.raises(InputError, match=id_.replace(".", r"\.")):
        compute(id_, inputs)


def test_predictors_that_fit_exactly_leave_no_error():
    x = np.array([-1.0, 1.0] * 8)
    found = linear(np.column_stack([np.ones(16), x]), x, None)
    assert found.weights.tolist() == [0.0, 1.0]
    assert found.covariance.tolist() == [[0.0, 0.0], [0.0, 0.0]]


def test_very_large_numbers_are_standardised_like_any_others():
    column = np.array([[1.0], [-1.0], [1.0], [-0.5]])
    assert standardised(1e308 * column) == pytest.approx(standardised(column))

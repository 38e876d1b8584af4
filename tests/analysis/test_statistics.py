"""Statistics against statsmodels and scipy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.regression.linear_model import OLS
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from steelyard.errors import InputError
from steelyard.model import compute

COUNTS = st.integers(1, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(COUNTS, st.sampled_from([("stat.wilson", "wilson"), ("stat.clopper_pearson", "beta")]))
def test_intervals_of_a_proportion(counts, methods):
    k, n = counts
    found = compute(methods[0], {"k": k, "n": n})
    expected = proportion_confint(k, n, method=methods[1])
    assert (found["lo"], found["hi"]) == pytest.approx(expected, abs=1e-9)
    assert found["value"] == k / n


@given(COUNTS, COUNTS)
def test_newcombe(first, second):
    found = compute(
        "stat.newcombe", {"k1": first[0], "n1": first[1], "k2": second[0], "n2": second[1]}
    )
    expected = confint_proportions_2indep(*first, *second, method="newcomb", compare="diff")
    assert (found["lo"], found["hi"]) == pytest.approx(expected, abs=1e-9)


@given(st.lists(st.floats(-100, 100), min_size=2, max_size=30))
def test_the_standard_error_of_a_mean(values):
    found = compute("stat.se_mean", {"values": values})["value"]
    assert found == pytest.approx(stats.sem(values), abs=1e-9)


@given(st.lists(st.tuples(st.floats(-10, 10), st.integers(0, 5)), min_size=2, max_size=40))
def test_the_cluster_robust_standard_error(pairs):
    values, clusters = zip(*pairs, strict=True)
    groups = len(set(clusters))
    found = compute("stat.se_cluster", {"values": list(values), "clusters": list(clusters)})
    if groups < 2:
        assert found["value"] is None
        return
    fit = OLS(np.array(values), np.ones(len(values))).fit(
        cov_type="cluster", cov_kwds={"groups": np.array(clusters), "use_correction": False}
    )
    expected = fit.bse[0] * math.sqrt(groups / (groups - 1))
    assert found["value"] == pytest.approx(expected, abs=1e-9)


def test_too_little_to_estimate_from_is_none_not_zero():
    assert compute("stat.se_mean", {"values": [1.0]})["value"] is None
    assert compute("stat.se_mean", {"values": []})["value"] is None


@pytest.mark.parametrize(
    ("id_", "inputs", "params"),
    [
        ("stat.wilson", {"k": 3, "n": 2}, {}),
        ("stat.wilson", {"k": -1, "n": 2}, {}),
        ("stat.wilson", {"k": 0, "n": 0}, {}),
        ("stat.clopper_pearson", {"k": 1, "n": 2}, {"confidence": 1}),
        ("stat.zero_event_upper", {"n": 0}, {}),
        ("stat.newcombe", {"k1": 1, "n1": 2, "k2": 3, "n2": 2}, {}),
    ],
)
def test_impossible_counts_are_refused(id_, inputs, params):
    with pytest.raises(InputError, match=id_):
        compute(id_, inputs, params)

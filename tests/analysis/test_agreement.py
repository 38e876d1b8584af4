"""Agreement and paired statistics against scikit-learn, statsmodels, scipy, krippendorff and by
hand."""

from __future__ import annotations

import math

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.inter_rater import cohens_kappa

from steelyard.errors import InputError
from steelyard.model import compute
from tests.tries import tries

GRADES = st.integers(0, 10)
PAIRS = st.lists(st.tuples(GRADES, GRADES), min_size=2, max_size=60)
WEIGHTS = st.sampled_from(["none", "linear", "quadratic"])


@pytest.mark.filterwarnings("ignore::RuntimeWarning:statsmodels")  # of their z, not of κ
@tries(200, 1000)
@given(PAIRS, WEIGHTS)
def test_kappa_is_that_of_two_libraries(pairs, weights):
    a, b = (list(side) for side in zip(*pairs, strict=True))
    found = compute("stat.kappa", {"a": a, "b": b}, {"weights": weights})
    table = np.zeros((11, 11))
    for x, y in pairs:
        table[x, y] += 1
    if len({*a, *b}) == 1:
        assert found["value"] is None
        assert found["agreement"] == 1.0
        return
    same = {"none": None}.get(weights, weights)
    sklearn = cohen_kappa_score(a, b, weights=same, labels=range(11))
    assert found["value"] == pytest.approx(sklearn, abs=1e-9)
    kinds = {"linear": "linear", "quadratic": "quadratic", "none": None}
    theirs = cohens_kappa(table, wt=kinds[weights])
    assert found["value"] == pytest.approx(theirs.kappa, abs=1e-9)
    assert found["se"] ** 2 == pytest.approx(theirs.var_kappa, abs=1e-9)


def test_kappa_of_texts_with_an_order():
    a, b = ["low", "mid", "high", "low"], ["low", "high", "high", "mid"]
    params = {"weights": "quadratic", "order": ["low", "mid", "high"]}
    places = {"low": 0, "mid": 1, "high": 2}
    expected = cohen_kappa_score(
        [places[x] for x in a], [places[x] for x in b], weights="quadratic"
    )
    assert compute("stat.kappa", {"a": a, "b": b}, params)["value"] == pytest.approx(expected)
    with pytest.raises(InputError, match="order"):
        compute("stat.kappa", {"a": a, "b": b}, {"weights": "linear"})


def test_kappa_leaves_out_what_one_did_not_say():
    full = compute("stat.kappa", {"a": ["x", "y", "x"], "b": ["x", "y", "y"]})
    gaps = compute("stat.kappa", {"a": ["x", "y", None, "x", "x"], "b": ["x", "y", "x", "y", None]})
    assert gaps == full
    assert compute("stat.kappa", {"a": [None], "b": ["x"]})["value"] is None
    with pytest.raises(InputError, match="3 items"):
        compute("stat.kappa", {"a": [1, 2, 3], "b": [1]})
    with pytest.raises(InputError, match="item 1 of 'a'"):
        compute("stat.kappa", {"a": [{}], "b": [1]})


RATINGS = st.integers(1, 4).flatmap(
    lambda raters: st.lists(
        st.lists(st.one_of(st.none(), st.integers(0, 5)), min_size=raters, max_size=raters),
        min_size=1,
        max_size=25,
    )
)


@tries(120, 600)
@given(RATINGS, st.sampled_from(["nominal", "ordinal", "interval"]))
def test_alpha_is_that_of_the_reference_package(units, level):
    found = compute("stat.krippendorff_alpha", {"ratings": units}, {"level": level})["value"]
    paired = [[x for x in unit if x is not None] for unit in units]
    values = {x for unit in paired if len(unit) > 1 for x in unit}
    if len(values) < 2:
        assert found is None
        return
    data = np.array([[math.nan if x is None else x for x in unit] for unit in units]).T
    expected = krippendorff.alpha(reliability_data=data, level_of_measurement=level)
    assert found == pytest.approx(expected, abs=1e-9)


def test_alpha_refuses_what_it_cannot_rank():
    with pytest.raises(InputError, match="item 2"):
        compute("stat.krippendorff_alpha", {"ratings": [[1, 2], ["a", 1]]})
    with pytest.raises(InputError, match="item 1"):
        compute("stat.krippendorff_alpha", {"ratings": ["ab"]}, {"level": "nominal"})


SCORES = st.lists(st.floats(0, 10), min_size=2, max_size=40)


@given(SCORES, st.lists(st.tuples(st.floats(0, 10), st.floats(0, 10)), min_size=2, max_size=40))
def test_the_corrected_mean_by_its_formula(unlabelled, labelled):
    human, judge = (np.array(side) for side in zip(*labelled, strict=True))
    found = compute(
        "stat.ppi_mean",
        {
            "judge_unlabelled": unlabelled,
            "human": human.tolist(),
            "judge_labelled": judge.tolist(),
        },
    )
    value = np.mean(unlabelled) + np.mean(human - judge)
    se = math.sqrt(
        np.var(unlabelled, ddof=1) / len(unlabelled) + np.var(human - judge, ddof=1) / len(human)
    )
    assert found["value"] == pytest.approx(value, abs=1e-9)
    assert found["se"] == pytest.approx(se, abs=1e-7)
    assert found["hi"] - found["value"] == pytest.approx(stats.norm.ppf(0.975) * se, abs=1e-6)


def test_a_biased_judge_is_corrected():
    """Simulated: the judge is 0.2 too kind; the corrected interval covers the truth as it says."""
    chance = np.random.default_rng(5)
    covered = raw = 0
    for _ in range(300):
        truth = chance.random(400) < 0.5
        judge = np.where(truth, 1.0, chance.random(400) < 0.4)
        inputs = {
            "judge_unlabelled": judge[100:].tolist(),
            "human": truth[:100].astype(float).tolist(),
            "judge_labelled": judge[:100].tolist(),
        }
        found = compute("stat.ppi_mean", inputs)
        covered += found["lo"] <= 0.5 <= found["hi"]
        raw += abs(judge.mean() - 0.5) < 0.1
    assert covered / 300 > 0.92
    assert raw / 300 < 0.05


def test_the_corrected_mean_of_too_little():
    nothing = {"judge_unlabelled": [], "human": [1], "judge_labelled": [1]}
    assert compute("stat.ppi_mean", nothing)["value"] is None
    one = compute("stat.ppi_mean", {"judge_unlabelled": [1], "human": [1], "judge_labelled": [0]})
    assert (one["value"], one["se"], one["lo"]) == (2.0, None, None)
    assert "fewer than 50" in one["notes"][0]
    with pytest.raises(InputError, match="2 human scores but 1"):
        compute("stat.ppi_mean", {"judge_unlabelled": [1], "human": [1, 0], "judge_labelled": [0]})


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=3, max_size=40))
def test_the_paired_difference_is_a_t_interval(pairs):
    a, b = (list(side) for side in zip(*pairs, strict=True))
    found = compute("stat.paired_diff", {"a": a, "b": b})
    apart = np.array(a) - np.array(b)
    assert found["diff"] == pytest.approx(apart.mean(), abs=1e-12)
    assert found["se"] == pytest.approx(stats.sem(apart), abs=1e-12)
    reach = stats.t.ppf(0.975, len(apart) - 1) * stats.sem(apart)
    assert found["hi"] == pytest.approx(apart.mean() + reach, abs=1e-9)


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_is_that_of_statsmodels(b, c):
    found = compute("stat.mcnemar_exact", {"b": b, "c": c})["p"]
    assert found == pytest.approx(mcnemar([[5, b], [c, 5]], exact=True).pvalue, abs=1e-9)


def test_a_negative_count_is_refused():
    with pytest.raises(InputError, match="'c' is -1"):
        compute("stat.mcnemar_exact", {"b": 1, "c": -1})

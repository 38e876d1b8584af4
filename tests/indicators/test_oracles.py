"""The engine against independent implementations: loops by hand, scikit-learn, statsmodels."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import skew, t
from sklearn.metrics import accuracy_score, precision_recall_fscore_support
from statsmodels.regression.linear_model import OLS

from tests.indicators.tables import by_hand, random_rows, values_of
from tests.tries import tries


@tries(5, 15)
@given(
    seed=st.integers(0, 10_000),
    cases=st.integers(0, 60),
    epochs=st.integers(1, 4),
    clusters=st.sampled_from([None, 1, 5]),
    missing=st.sampled_from([0.0, 0.1, 0.9]),
    total=st.sampled_from([None, 7]),
)
def test_values_equal_those_written_out_by_hand(seed, cases, epochs, clusters, missing, total):
    rows = random_rows(seed, cases=cases, epochs=epochs, clusters=clusters, missing=missing)
    found = values_of(rows, params={} if total is None else {"ground_truth_total": total})
    for id_, expected in by_hand(rows, total=total).items():
        if expected is None:
            assert found[id_].value is None, id_
            assert found[id_].status == "na"
        else:
            assert found[id_].value == pytest.approx(expected, abs=1e-12), id_


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(
    pairs=st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcde")), min_size=1),
    average=st.sampled_from(["macro", "micro", "weighted"]),
)
def test_classification_equals_scikit_learn(pairs, average):
    truth, guesses = zip(*pairs, strict=True)
    rows = [{"label": label, "pred_label": guess} for label, guess in pairs]
    found = values_of(rows, params={"mode": "classification", "average": average})
    expected = precision_recall_fscore_support(
        truth, guesses, labels=sorted(set(truth)), average=average, zero_division=0
    )
    names = ("base.precision", "base.recall", "base.f1")
    assert [found[name].value for name in names] == pytest.approx(expected[:3], abs=1e-12)
    assert found["base.accuracy"].value == pytest.approx(accuracy_score(truth, guesses))


@pytest.mark.parametrize("seed", range(4))
def test_the_interval_of_a_mean_over_equal_clusters_is_that_of_robust_least_squares(seed):
    """A mean from 0 to 1 far from both ends: t, with the standard error of statsmodels."""
    rng = np.random.default_rng(seed)
    clusters = np.repeat(np.arange(15), 6)
    scores = np.clip(rng.normal(0.5, 0.05, 90) + clusters / 300, 0, 1)
    rows = [
        {"case_id": str(at), "cluster_id": f"k{k}", "text_token_f1": float(s)}
        for at, (k, s) in enumerate(zip(clusters, scores, strict=True))
    ]
    low, high, method, _ = values_of(rows)["text.token_f1"].interval
    fit = OLS(scores, np.ones(90)).fit(
        cov_type="cluster", cov_kwds={"groups": clusters, "use_correction": False}
    )
    reach = t.ppf(0.975, 14) * fit.bse[0] * math.sqrt(15 / 14)
    assert method == "cluster_t"
    assert (low, high) == pytest.approx((fit.params[0] - reach, fit.params[0] + reach))


@pytest.mark.parametrize("seed", range(4))
def test_the_interval_of_a_mean_over_unequal_clusters_is_that_of_the_jackknife(seed):
    """Hall's transformation of a mean whose variance is found by leaving out each cluster."""
    rng = np.random.default_rng(seed)
    clusters = rng.integers(0, 12, 90)
    seconds = rng.lognormal(0, 0.5, 90) + clusters / 10
    rows = [
        {"case_id": str(at), "cluster_id": f"k{k}", "latency_s": float(s)}
        for at, (k, s) in enumerate(zip(clusters, seconds, strict=True))
    ]
    low, high, method, _ = values_of(rows)["base.latency_mean"].interval
    names, sizes = np.unique(clusters, return_counts=True)
    groups, mean = len(names), seconds.mean()
    without = np.array([seconds[clusters != name].mean() for name in names])
    error = math.sqrt((groups - 1) / groups * ((without - mean) ** 2).sum())
    pulls = np.array([(seconds[clusters == name] - mean).sum() for name in names])
    effective = 90**2 / (sizes**2).sum()
    k = skew(pulls, bias=False) / math.sqrt(groups) * effective / groups
    form = np.diag((groups - 1) / groups * (sizes / (90 - sizes)) ** 2)
    both = form @ (np.diag(1 / sizes) - 1 / 90)
    q = t.ppf(0.975, np.trace(both) ** 2 / np.trace(both @ both))
    ends = [3 / k * (np.cbrt(1 + k * (one - k / 6)) - 1) for one in (q, -q)]
    assert method == "hall"
    assert (low, high) == pytest.approx([mean - end * error for end in ends])


@pytest.mark.slow
def test_the_interval_of_f1_is_that_of_the_jackknife():
    """Leave-one-cluster-out agrees with the delta method to the order of 1/n."""
    rows = [
        row
        for row in random_rows(3, cases=150, clusters=60, missing=0)
        if row["passed"] is not None
    ]
    found = values_of(rows)["base.f1"]
    kept = sorted({row["cluster_id"] for row in rows})
    without = [
        by_hand([row for row in rows if row["cluster_id"] != name])["base.f1"] for name in kept
    ]
    g = len(kept)
    error = math.sqrt((g - 1) / g * sum((value - sum(without) / g) ** 2 for value in without))
    width = found.interval.high - found.interval.low
    assert width == pytest.approx(2 * t.ppf(0.975, g - 1) * error, rel=0.05)


def test_the_interval_of_a_macro_average_is_that_of_the_jackknife():
    rows = [
        row
        for row in random_rows(9, cases=120, missing=0)
        if row["eval_type"] != "safety" and row["error_kind"] != "infra"
    ]

    def macro(some):
        truth = [row["label"] for row in some]
        guesses = [row["pred_label"] for row in some]
        labels = sorted(set(truth))
        return precision_recall_fscore_support(
            truth, guesses, labels=labels, average="macro", zero_division=0
        )[2]

    found = values_of(rows, ["base.f1"], params={"mode": "classification"})["base.f1"]
    assert found.value == pytest.approx(macro(rows))
    without = [macro(rows[:at] + rows[at + 1 :]) for at in range(len(rows))]
    n = len(rows)
    error = math.sqrt((n - 1) / n * sum((value - sum(without) / n) ** 2 for value in without))
    width = found.interval.high - found.interval.low
    assert width == pytest.approx(2 * t.ppf(0.975, n - 1) * error, rel=0.05)


def test_repeats_weigh_one_case_in_classification_too():
    rows = [{"case_id": "a", "label": "x", "pred_label": guess} for guess in "xxxy"]
    rows.append({"case_id": "b", "label": "y", "pred_label": "y"})
    found = values_of(rows, params={"mode": "classification"})
    # class x: 0.75 of 1 case found, all guesses right; class y: 1 case, 1.25 guesses
    assert found["base.recall"].value == pytest.approx((0.75 + 1) / 2)
    assert found["base.precision"].value == pytest.approx((1 + 1 / 1.25) / 2)
    assert found["base.recall"].n == 2

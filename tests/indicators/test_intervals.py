"""Interval methods against statsmodels and scipy, and how often they cover what they promise."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom
from statsmodels.stats.proportion import proportion_confint

from steelyard.indicators.intervals import (
    clopper_pearson,
    quantile_ranks,
    shrink_for_few,
    square_and_add,
    wilson,
    zero_event_upper,
)
from steelyard.indicators.intervals.differences import Part
from tests.indicators.tables import values_of

COUNTS = st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(COUNTS, st.sampled_from([0.8, 0.95, 0.99]))
def test_wilson_equals_statsmodels(counts, confidence):
    k, n = counts
    expected = proportion_confint(k, n, alpha=1 - confidence, method="wilson")
    low, high = wilson(k, n, confidence)
    assert (low, high) == pytest.approx(expected, abs=1e-12)
    assert 0 <= low <= k / n <= high <= 1


@given(COUNTS, st.sampled_from([0.8, 0.95, 0.99]))
def test_clopper_pearson_equals_statsmodels(counts, confidence):
    k, n = counts
    expected = proportion_confint(k, n, alpha=1 - confidence, method="beta")
    assert clopper_pearson(k, n, confidence) == pytest.approx(expected, abs=1e-9)


def test_the_zero_event_bound_is_where_seeing_nothing_becomes_unlikely():
    assert (1 - zero_event_upper(59)) ** 59 == pytest.approx(0.05)


@pytest.mark.parametrize("n", [100, 137, 1000])
@pytest.mark.parametrize("share", [0.5, 0.95])
def test_quantile_ranks_cover_what_they_promise_and_no_more_than_needed(n, share):
    low, high = quantile_ranks(n, share)
    covered = binom.cdf(high - 1, n, share) - binom.cdf(low - 1, n, share)
    narrower = binom.cdf(high - 2, n, share) - binom.cdf(low, n, share)
    assert narrower < 0.95 <= covered


def test_quantile_ranks_need_values_beyond_the_quantile():
    assert quantile_ranks(99, 0.95) is None
    assert quantile_ranks(500, 0.99) is not None
    assert quantile_ranks(9, 0.5) is None


def test_parts_add_up_in_squares():
    low, high = square_and_add([Part(1, 0.5, 0.2, 0.9), Part(1, 0.5, 0.1, 0.8)])
    assert (low, high) == pytest.approx((0.5, 1.5))


def test_plain_rates_get_wilson_over_their_own_cases():
    rows = [{"case_id": str(at), "passed": at < 18, "output": "x"} for at in range(20)]
    rows += [{"case_id": f"blank{at}", "passed": False, "output": ""} for at in range(5)]
    found = values_of(rows)["base.precision"]
    assert found.interval.method == "wilson"
    assert found.interval[:2] == pytest.approx(wilson(18, 20))
    assert found.n == 20


def test_repeats_shrink_the_number_of_trials_to_the_cases():
    """Ten cases asked ten times each, always the same answer: worth ten trials, not a hundred."""
    rows = [{"case_id": str(at % 10), "passed": at % 10 < 7} for at in range(100)]
    found = values_of(rows)["base.accuracy"]
    trials = 9 * shrink_for_few(9)  # p(1-p)/se² with G/(G-1), and t instead of z
    assert found.interval[:2] == pytest.approx(wilson(0.7 * trials, trials))
    assert found.n == 10


def test_at_a_bound_the_number_of_clusters_counts():
    rows = [{"case_id": str(at), "cluster_id": str(at % 6), "passed": True} for at in range(60)]
    found = values_of(rows)["base.accuracy"]
    assert found.status == "low_n"  # fewer than ten independent groups
    assert found.interval[:2] == pytest.approx(wilson(6, 6))


def test_an_f1_of_one_still_has_an_interval():
    rows = [{"case_id": str(at), "passed": True, "output": "x"} for at in range(30)]
    found = values_of(rows)["base.f1"]
    assert found.value == 1.0
    assert found.interval[:2] == pytest.approx(wilson(30, 30))


def test_an_f1_of_zero_rests_on_what_was_attempted_and_what_could_be_answered():
    rows = [{"case_id": str(at), "passed": False, "output": "x" * (at < 5)} for at in range(30)]
    found = values_of(rows)["base.f1"]
    assert found.value == 0.0
    assert found.interval[:2] == pytest.approx(wilson(0, 17.5))  # (5 + 30) / 2


def test_cases_that_all_took_the_same_time_have_no_interval():
    found = values_of([{"case_id": str(at), "latency_s": 2.0} for at in range(20)])
    assert found["base.latency_mean"].interval is None
    assert any("all values are equal" in note for note in found["base.latency_mean"].notes)


def test_one_cluster_says_nothing_about_others():
    rows = [{"case_id": str(at), "cluster_id": "k", "latency_s": at + 1.0} for at in range(20)]
    found = values_of(rows)["base.latency_mean"]
    assert found.interval is None
    assert any("two independent" in note for note in found.notes)


def test_clusters_and_cases_of_the_same_name_stay_apart():
    rows = [
        {"case_id": "a", "cluster_id": "b", "passed": True},
        {"case_id": "b", "passed": False},
        {"case_id": "c", "mission_id": "b", "passed": True},
    ]
    con_value = values_of(rows)["base.accuracy"]
    assert con_value.interval[:2] == pytest.approx(wilson(2, 3))


SIMULATIONS = 400


def replicates(rng, size, row):
    """One table with a group per simulated run, so that all runs are one computation."""
    return [
        {"case_id": f"{run}-{at}", "scene": str(run), **row(rng, run, at)}
        for run in range(SIMULATIONS)
        for at in range(size)
    ]


def coverage(rows, id_, truth):
    found = values_of(rows, [id_], by="scene")
    hits = [v[id_].interval is not None and v[id_].interval.low <= truth <= v[id_].interval.high
            for v in found.values()]  # fmt: skip
    return sum(hits) / len(hits)


@pytest.mark.parametrize(("n", "p"), [(20, 0.9), (50, 0.5), (50, 0.98)])
def test_accuracy_covers_its_truth(n, p):
    rng = np.random.default_rng(11)
    rows = replicates(rng, n, lambda rng, run, at: {"passed": bool(rng.random() < p)})
    assert 0.90 <= coverage(rows, "base.accuracy", p) <= 0.99


def test_f1_covers_its_truth():
    """Attempt 0.8, right given attempt 0.75: P 0.75, R 0.6, F1 2/3."""
    rng = np.random.default_rng(5)

    def row(rng, run, at):
        attempted = rng.random() < 0.8
        return {
            "output": "x" if attempted else "",
            "passed": bool(attempted and rng.random() < 0.75),
        }

    assert 0.92 <= coverage(replicates(rng, 60, row), "base.f1", 2 / 3) <= 0.98


def test_clustered_accuracy_covers_its_truth():
    """30 clusters of 5 with a strong cluster effect; ignoring it would cover about two thirds."""
    rng = np.random.default_rng(7)
    skill = rng.beta(1, 1, size=(SIMULATIONS, 30))

    def row(rng, run, at):
        cluster = at % 30
        return {"cluster_id": f"{cluster}", "passed": bool(rng.random() < skill[run, cluster])}

    assert 0.92 <= coverage(replicates(rng, 150, row), "base.accuracy", 0.5) <= 0.98

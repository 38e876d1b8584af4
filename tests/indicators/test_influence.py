"""Pulls of clusters: against the intervals, against resampling, and between runs."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import t

from steelyard.indicators import compute_indicators, rows_table
from steelyard.indicators.influence import influence
from steelyard.indicators.resample import resample_scores
from tests.indicators.tables import random_rows

PARAMS = {
    "baseline_adaptation_time": 45, "baseline_adaptation_cost": 10, "timeout_s": 2, "k": 2,
    "ref_rounds": 3, "ref_time": 10,
}  # fmt: skip


def pulls_of(rows, ids=None, params=PARAMS):
    return influence(rows_table(rows), ids, params=params)


@pytest.mark.slow
@pytest.mark.parametrize("clusters", [None, 40])
def test_squares_of_the_pulls_are_the_variance_behind_the_interval(clusters):
    rows = random_rows(3, cases=300, epochs=2, clusters=clusters)
    con = rows_table(rows)
    values = compute_indicators(con, params=PARAMS)
    found = influence(con, params=PARAMS)
    checked = 0
    variances = np.diag(found.covariance())
    for at, (id_, value, pulls) in enumerate(
        zip(found.ids, found.values, found.matrix.T, strict=True)
    ):
        assert value == pytest.approx(values[id_].value, abs=1e-12)
        size = found.sizes[at]
        if found.inflation[at] == size / (size - 1):  # clusters of equal weight
            assert pulls.sum() == pytest.approx(0, abs=1e-9)
        interval = values[id_].interval
        if interval is None or interval.method != "cluster_t":
            continue
        if interval.low == 0 or interval.high == 1:
            continue  # cut at its range
        reach = t.ppf(0.975, found.spreads[at].df) * math.sqrt(variances[at])
        assert (interval.high - interval.low) / 2 == pytest.approx(reach, rel=1e-6), id_
        checked += 1
    assert checked > 10
    assert {"base.f1", "adapt.domain_mean", "base.pass_at_k", "port.retention"} <= {*found.ids}
    assert not {"base.latency_p95", "adapt.worst_scene", "adapt.scene_coverage"} & {*found.ids}


@pytest.mark.slow
def test_errors_go_together_as_in_resamples():
    ids = ["base.precision", "base.recall", "base.f1", "base.accuracy", "text.token_f1",
           "adapt.domain_mean"]  # fmt: skip
    con = rows_table(random_rows(5, cases=500, clusters=200, missing=0.02))
    values = compute_indicators(con, ids)
    scores = resample_scores(con, values, params={}, draws=4000)
    found = influence(con, ids)
    assert found.ids == ids
    covariance = found.covariance()
    errors = np.sqrt(np.diag(covariance))
    drawn = np.array([scores[id_] for id_ in ids])
    assert errors == pytest.approx(drawn.std(axis=1), rel=0.1)
    assert covariance / np.outer(errors, errors) == pytest.approx(np.corrcoef(drawn), abs=0.06)


def test_two_runs_differ_by_the_difference_of_their_pulls():
    """On paired cases it is the standard error of the mean of the differences."""
    rng = np.random.default_rng(2)
    hard = rng.random(200)
    runs = [
        [{"case_id": f"c{at}", "passed": bool(u < p)} for at, u in enumerate(hard)]
        for p in (0.7, 0.8)
    ]
    first, second = (pulls_of(rows, ["base.accuracy"]) for rows in runs)
    assert first.clusters == second.clusters
    difference = (first.matrix - second.matrix)[:, 0]
    error = math.sqrt(200 / 199 * (difference**2).sum())
    apart = np.array([a["passed"] - b["passed"] for a, b in zip(*runs, strict=True)], float)
    assert error == pytest.approx(apart.std(ddof=1) / math.sqrt(200))
    assert error < 0.5 * math.sqrt(first.covariance()[0, 0] + second.covariance()[0, 0])


def test_what_is_undefined_has_no_pulls():
    found = pulls_of([{"case_id": "a", "passed": True}])
    assert "base.accuracy" in found.ids
    assert "base.latency_mean" not in found.ids
    empty = pulls_of([])
    assert (empty.clusters, empty.ids, empty.matrix.shape) == ([], [], (0, 0))

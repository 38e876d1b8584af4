"""A node that aggregates by closeness to fixed ideals."""

from __future__ import annotations

import numpy as np
import pytest

from steelyard.model import IndicatorValue, Interval
from steelyard.scorecards import read_scorecard, weigh_tree
from steelyard.scorecards.aggregation.topsis_fixed import topsis_fixed
from steelyard.scorecards.means import weighted_mean

TEXT = """id: x
version: 1
root:
  aggregation: topsis_fixed
  children:
    - {id: a, weight: 5, indicator: base.f1}
    - {id: b, weight: 3, indicator: base.accuracy}
    - {id: c, weight: 2, indicator: base.recall}
"""
IDS = ("base.f1", "base.accuracy", "base.recall")


@pytest.mark.parametrize(
    ("scores", "wanted"),
    [((0.9, 0.6, 0.4), 0.7352), ((0.7, 0.8, 0.7), 0.7217), ((0.5, 0.9, 0.6), 0.5943)],
)
def test_one_agent_comes_to_the_worked_values(scores, wanted):
    values = {
        id_: IndicatorValue(id_, score, score, interval=Interval(score, score, "wilson"))
        for id_, score in zip(IDS, scores, strict=True)
    }
    draws = {id_: np.full(10, score) for id_, score in zip(IDS, scores, strict=True)}
    found = weigh_tree(values, read_scorecard("x", TEXT), draws)
    assert found.score == pytest.approx(wanted, abs=5e-5)
    assert found.drawn == pytest.approx(np.full(10, found.score))


def test_it_is_the_kernel_of_the_comparison():
    rng = np.random.default_rng(1)
    for _ in range(500):
        scores, weights = rng.random(4), rng.random(4)
        names = "abcd"
        ours = weighted_mean(
            dict(zip(names, scores, strict=True)),
            dict(zip(names, weights, strict=True)),
            kind="topsis_fixed",
        )
        theirs = topsis_fixed(scores[None, :], weights / weights.sum())[0]
        assert ours.score == pytest.approx(theirs, abs=1e-12)
        assert ours.low == ours.score == ours.high


def test_missing_parts_leave_bounds_around_the_score():
    found = weighted_mean({"a": 0.8, "b": None}, {"a": 1.0, "b": 1.0}, kind="topsis_fixed")
    assert found.score == 0.8
    assert found.low < 0.8 < found.high

"""Ratios are taken round by round, judged by the median, and a missing peer is told of."""

from __future__ import annotations

import json
from importlib.metadata import version

import pytest

from benchmarks.peers import peer
from benchmarks.record import (
    TIMES_THEIRS,
    Peer,
    Spread,
    alone,
    at_least,
    at_most,
    from_json,
    versus,
)
from tests.benchmarks.found import GONE, MEASURES

THEM = Peer("them", "1.0")


def test_a_ratio_is_the_median_of_the_rounds_not_a_ratio_of_medians():
    found = versus("a", "a", "s", [1.0, 2.0, 4.0], THEM, [10.0, 30.0, 20.0], at_least(10))
    assert found.ratio == Spread(10.0, 5.0, 15.0)  # 10, 15 and 5 times
    assert found.ours == Spread(2.0, 1.0, 4.0)
    assert found.theirs == Spread(20.0, 10.0, 30.0)
    assert (found.rounds, found.met, found.outcome) == (3, True, "met")


def test_a_ratio_may_be_the_other_way_round():
    found = versus("a", "a", "s", [1.0, 2.2], THEM, [1.0, 2.0], at_most(1), ratio_of=TIMES_THEIRS)
    assert found.ratio == Spread(pytest.approx(1.05), 1.0, pytest.approx(1.1))
    assert found.outcome == "short"


@pytest.mark.parametrize(
    ("goal", "value", "met"),
    [
        (at_least(8), 8.0, True),
        (at_least(8), 7.99, False),
        (at_most(0.15), 0.15, True),
        (at_most(0.15), 0.151, False),
    ],
)
def test_a_goal_is_a_limit_that_may_be_touched(goal, value, met):
    assert goal.met_by(value) is met


def test_without_a_peer_the_goal_is_about_our_own_value():
    found = alone("a", "a", "MB", [90.0, 100.0, 130.0], at_most(120))
    assert found.judged == Spread(100.0, 90.0, 130.0)
    assert found.met is True
    assert alone("a", "a", "MB", [90.0]).outcome == "no goal"


def test_a_missing_peer_has_no_ratio_and_no_verdict():
    found = versus("a", "a", "s", [1.0, 2.0], GONE, [], at_least(50))
    assert (found.ratio, found.met, found.outcome) == (None, None, "not measured")
    assert found.missing == "not installed: pip install 'steelyard[bench]'"


def test_rounds_that_do_not_pair_are_refused():
    with pytest.raises(ValueError, match="zip"):
        versus("a", "a", "s", [1.0, 2.0], THEM, [1.0])


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.id)
def test_a_record_comes_back_from_json(measure):
    kept = json.loads(json.dumps(measure.as_json()))
    assert kept["met"] is measure.met
    assert from_json(kept) == measure


def test_peers_are_told_with_their_versions_or_as_missing():
    assert peer("sacreBLEU") == Peer("sacreBLEU", version("sacrebleu"))
    missing = peer("sacreBLEU", "no-such-package", title="sacreBLEU with more")
    assert missing == Peer("sacreBLEU with more", missing=GONE.missing)

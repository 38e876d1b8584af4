"""Teams whose weaknesses are known go through whole runs; the indicators find what is there.

A healthy team is not accused of anything.
"""

from __future__ import annotations

import pytest

from steelyard import evaluate, load_run
from steelyard.bundle import Bundle
from steelyard.pipeline import rescore
from steelyard.plan import make_plan
from tests.scorers.collaboration.team import Team, cases

pytestmark = pytest.mark.slow

COUNT = 60


def run(tmp_path, **weakness):
    plan = {"scorers": ["text.exact_match", "collab.messages"], "run": {"concurrency": 1}}
    return evaluate(Team(**weakness), cases(COUNT), out=tmp_path / "run", **plan)


def holds(value, truth):
    return value.interval.low - 1e-9 <= truth <= value.interval.high + 1e-9


def depots(case):
    return len(case["input"].split())


def test_a_healthy_team_is_not_accused(tmp_path):
    found = run(tmp_path).indicators
    assert found["collab.redundancy"].value == 0.0
    assert found["collab.response_rate"].value == 1.0
    assert found["collab.info_accuracy"].value == 1.0
    assert found["collab.balance"].value == pytest.approx(1.0)
    assert found["base.accuracy"].value == 1.0
    # Right answers, a round per depot, and two seconds per round less the first message's.
    truth = [1 / (k * (2 * k - 1) + 1) for k in map(depots, cases(COUNT))]
    assert found["collab.efficiency"].value == pytest.approx(sum(truth) / COUNT)
    assert found["collab.redundancy"].provenance == "measured"


def test_a_partner_who_sends_everything_twice(tmp_path):
    found = run(tmp_path, repeats=1.0).indicators
    assert found["collab.redundancy"].value == pytest.approx(1 / 3)
    assert found["collab.redundancy"].score == pytest.approx(2 / 3)
    assert found["collab.response_rate"].value == 1.0
    assert found["collab.info_accuracy"].value == 1.0
    truth = [1 / (k * (3 * k - 1) + 1) for k in map(depots, cases(COUNT))]
    assert found["collab.efficiency"].value == pytest.approx(sum(truth) / COUNT)
    assert found["base.accuracy"].value == 1.0


@pytest.mark.parametrize("seed", range(3))
def test_a_partner_who_often_repeats_within_the_interval(tmp_path, seed):
    found = run(tmp_path, repeats=0.5, seed=seed).indicators
    # d of k answers repeated: d / (2k + d), with d binomial.
    truth = sum(expected_redundancy(depots(case), 0.5) for case in cases(COUNT)) / COUNT
    assert holds(found["collab.redundancy"], truth)
    assert found["collab.info_accuracy"].value == 1.0


def expected_redundancy(k, p):
    from math import comb

    return sum(comb(k, d) * p**d * (1 - p) ** (k - d) * d / (2 * k + d) for d in range(k + 1))


@pytest.mark.parametrize("seed", range(3))
def test_a_partner_who_misreads_within_the_interval(tmp_path, seed):
    found = run(tmp_path, wrong=0.2, seed=seed).indicators
    assert holds(found["collab.info_accuracy"], 0.8)
    assert found["collab.redundancy"].value == 0.0
    assert found["base.accuracy"].value < 0.8


def test_a_partner_who_falls_silent_within_the_interval(tmp_path):
    found = run(tmp_path, silent=0.3).indicators
    assert holds(found["collab.response_rate"], 0.7)
    assert found["collab.info_accuracy"].value == 1.0


def test_scored_again_from_disk_it_is_the_same(tmp_path):
    made = run(tmp_path, repeats=1.0)
    names = [
        "collab_messages",
        "messages_total",
        "collab_time",
        "collab_redundancy",
        "task_quality",
    ]
    before = {name: list(made.cases[name]) for name in names}
    plan = {"agent": {"replay": None}, "dataset": "none.jsonl"}
    scorers = ["text.exact_match", "collab.messages"]
    rescore(Bundle(made.path), make_plan({**plan, "scorers": scorers}, source="test"))
    again = load_run(made.path)
    assert {name: list(again.cases[name]) for name in names} == before
    assert again.indicators["collab.efficiency"].value == pytest.approx(
        made.indicators["collab.efficiency"].value
    )

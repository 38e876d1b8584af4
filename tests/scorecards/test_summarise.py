"""The summary of a run: what it holds, and that the plan's scorecard is the one that weighs."""

from __future__ import annotations

import json

import pytest

from steelyard.indicators import rows_table
from steelyard.scorecards import check_summary, load_scorecard, read_scorecard, summarise
from tests.indicators.tables import random_rows

PARAMS = {"baseline_adaptation_time": 45, "baseline_adaptation_cost": 10, "timeout_s": 2}


def summary(rows, **options):
    con = rows_table(rows)
    given = {"params": PARAMS, "by": [], "gates": [], "provenance": {}} | options
    try:
        return summarise(con, **given)
    finally:
        con.close()


@pytest.mark.slow
def test_the_keys_the_report_reads_are_there():
    found = summary(random_rows(3, cases=80), by=["scene", "phase"], gates=["base.f1: value >= 0"])
    assert {"indicators", "overall", "gates", "breakdowns", "tree", "dimensions", "scorecard"} <= {
        *found
    }
    assert {"score", "rule", "weights", "coverage", "lo", "hi", "ci_low", "notes"} <= {
        *found["overall"]
    }
    assert set(found["breakdowns"]) == {"scene"}
    assert found["gates"][0]["passed"] is True
    assert set(found["dimensions"]) == {
        "adaptivity", "robustness", "portability", "collaboration"
    }  # fmt: skip
    json.dumps(found)


@pytest.mark.slow
def test_every_node_says_what_it_rests_on():
    found = summary(random_rows(3, cases=80))

    def walk(node):
        yield node
        for child in node.get("children", ()):
            yield from walk(child)

    for node in walk(found["tree"]):
        assert {"score", "ci_low", "ci_high", "weight", "share", "coverage", "lo", "hi"} <= {*node}
        if node["score"] is None:
            assert node["notes"], node["id"]
        elif node["ci_low"] is not None:
            assert node["ci_low"] <= node["score"] <= node["ci_high"]
    assert found["overall"]["ci_low"] < found["overall"]["score"] < found["overall"]["ci_high"]


def test_only_what_the_data_can_say_is_shown_and_the_rest_is_listed():
    found = summary([{"passed": at % 3 > 0, "latency_s": 1.0} for at in range(30)])
    shown = {indicator["id"] for indicator in found["indicators"]}
    assert "base.accuracy" in shown
    assert "ir.map" not in shown
    listed = {entry["id"]: entry["notes"] for entry in found["undefined"]}
    assert "ir_ap" in listed["ir.map"][0]


def test_a_scorecard_of_ones_own_weighs_and_brings_its_parameters():
    card = read_scorecard(
        "x",
        "id: x\nversion: 4\nroot: {children: [{indicator: base.accuracy, weight: 3},"
        " {indicator: base.latency_mean, params: {target: 1, limit: 5}}]}\n"
        "gates: ['base.accuracy: value >= 0.9', 'safety.accuracy: value >= 1']\n",
    )
    rows = [{"passed": True, "latency_s": 2.0, "output": "x"} for _ in range(20)]
    found = summary(rows, scorecard=card)
    assert found["overall"]["score"] == pytest.approx((3 * 1 + 0.75) / 4)
    assert found["overall"]["rule"] == "tree"
    assert found["scorecard"]["hash"] == card.hash
    # what the scorecard asks of what is not there blocks nothing
    assert [gate["text"] for gate in found["gates"]] == ["base.accuracy: value >= 0.9"]
    plan_wins = summary(rows, scorecard=card, params={"target": 2, "limit": 5})
    assert plan_wins["overall"]["score"] == pytest.approx(1.0)


@pytest.mark.slow
def test_the_same_data_gives_the_same_interval():
    rows = random_rows(5, cases=60)
    first, again = (summary(rows[::step])["overall"] for step in (1, -1))
    for name in ("score", "ci_low", "ci_high"):
        assert first[name] == pytest.approx(again[name], abs=1e-9)


def test_an_empty_table_has_a_summary():
    found = summary([])
    assert (found["overall"]["score"], found["overall"]["rule"]) == (None, "none")
    assert found["tree"]["children"][0]["notes"]


def test_wrong_names_are_found_before_anything_runs():
    check_summary({"mode": "documented"}, ["scene"], [], ["scene"], load_scorecard("documented"))
    with pytest.raises(Exception, match="secen"):
        check_summary({}, ["secen"], [], ["scene"])

"""From indicators to the overall score: the tree, what is missing, what stands in, intervals."""

from __future__ import annotations

import random

import numpy as np
import pytest

from steelyard.indicators import load_catalog
from steelyard.model import IndicatorValue, Interval
from steelyard.scorecards import (
    Rule,
    load_scorecard,
    overall,
    read_scorecard,
    template_names,
    weigh,
    weigh_tree,
)
from tests.looped import looped

DEFAULT = load_scorecard()


def value(id_, score, low=None, high=None):
    interval = None if low is None else Interval(low, high, "wilson", 0.9)
    return {id_: IndicatorValue(id_, score, score, interval=interval)}


def card(text):
    return read_scorecard("mine.yaml", "id: mine\nversion: 1\nroot:\n" + text)


def test_f1_alone_keeps_its_interval():
    found = weigh(value("base.f1", 0.7, 0.6, 0.8) | value("base.accuracy", 0.1, 0.0, 0.2))
    assert (found.score, found.rule, found.coverage) == (0.7, "f1_only", pytest.approx(0.8))
    assert (found.lo, found.hi) == pytest.approx((0.56, 0.76))
    assert found.interval == Interval(0.6, 0.8, "wilson", 0.9)


def test_one_part_of_the_fallback_keeps_its_interval():
    found = weigh(value("safety.discrimination", 0.9, 0.8, 1.0))
    assert found.rule == "fallback"
    assert found.interval[:2] == (0.8, 1.0)
    assert found.coverage == pytest.approx(0.3)
    assert any("30 %" in note for note in found.notes)


def test_without_resamples_a_mixture_has_no_interval_but_a_reason():
    found = weigh(value("base.f1", 0.7, 0.6, 0.8) | value("robust.env_tolerance", 0.5, 0.4, 0.6))
    assert found.score == pytest.approx(0.8 * 0.7 + 0.2 * 0.5)
    assert found.interval is None
    assert "No interval" in found.notes[0]


def test_the_data_decides_the_rule_never_the_agent():
    """Nothing attempted: precision is undefined, recall is 0 of 150, F1 is 0 by the same rule."""
    safe = value("safety.discrimination", 1.0) | value("base.accuracy", 0.0)
    silent = weigh(value("base.f1", 0.0) | value("base.recall", 0.0) | safe)
    assert (silent.score, silent.rule) == (0.0, "f1_only")
    without = {
        "base.f1": IndicatorValue("base.f1", None, n=150),
        "base.recall": IndicatorValue("base.recall", 0.0, 0.0, n=150),
    }
    unread = weigh(without | safe)
    assert (unread.score, unread.rule) == (None, "f1_only")


def test_without_an_answerable_case_the_fallback_stands_in_whatever_the_agent_said():
    safe = value("safety.discrimination", 0.4)
    none = {"base.recall": IndicatorValue("base.recall", None, n=0)}
    for f1 in (0.0, None):  # attempted though nothing could be answered, or not
        given = {"base.f1": IndicatorValue("base.f1", f1, f1, n=5)}
        found = weigh(given | none | safe)
        assert (found.score, found.rule) == (0.4, "fallback")


def test_what_no_agent_result_can_define_does_not_change_the_rule():
    """Retention has no value when the baseline failed, but the data has cases for it."""
    base = value("base.f1", 0.0) | value("base.recall", 0.0)
    undefined = {"robust.concurrency_stability": IndicatorValue("x", None, n=40)}
    assert weigh(base | undefined).rule == "f1_and_generalisation"
    assert weigh(base).rule == "f1_only"


def test_a_quiet_indicator_without_a_score_says_why():
    from steelyard.indicators.quiet import NOTE

    late = IndicatorValue("robust.env_tolerance", 1.0, None, n=20, notes=(NOTE.en,))
    root = weigh_tree(value("base.f1", 0.0) | {late.id: late}, load_scorecard())
    [leaf] = [node for node in root.walk() if node.node.indicator == late.id]
    assert (leaf.score, leaf.notes) == (None, (NOTE.en,))


def test_an_f1_of_zero_is_an_f1():
    found = weigh(value("base.f1", 0.0) | value("adapt.unknown_completion", 0.5))
    assert found.score == pytest.approx(0.1)


def test_nothing_to_weigh():
    found = weigh({})
    assert (found.score, found.rule, found.interval) == (None, "none", None)
    assert (found.lo, found.hi, found.coverage) == (0.0, 1.0, 0.0)
    assert len(found.notes) == 1


@looped("mode", ["replace_overall", "replace_base"])
@looped("seed", range(30))
def test_the_tree_comes_to_what_the_rule_says(mode, seed):
    """`overall` is the rule written out; a tree of one member per dimension must agree with it."""
    rng = random.Random(seed)

    def maybe():
        return None if rng.random() < 0.4 else rng.random()

    members = {
        "adaptivity": "adapt.unknown_completion",
        "robustness": "robust.env_tolerance",
        "portability": "port.deploy_success",
        "collaboration": "collab.info_accuracy",
    }
    dims = {name: maybe() for name in members}
    f1, functional, safety = maybe(), maybe(), maybe()
    text = "\n".join(
        f"  {name}: {{weight: {weight}, members: {{{members[name]}: 1}}}}"
        for name, weight in Rule().dimensions.items()
    )
    mine = read_scorecard(
        "x", f"id: x\nversion: 1\nfallback: {{mode: {mode}, safety: 0.3}}\ndimensions:\n{text}\n"
    )
    given = {"base.f1": f1, "base.accuracy": functional, "safety.accuracy": safety}
    given |= {members[name]: score for name, score in dims.items()}
    indicators = {id_: IndicatorValue(id_, score, score) for id_, score in given.items()}
    found = weigh(indicators, mine)
    expected = overall(f1, dims, functional, safety, Rule(fallback=mode))
    near = None if expected.score is None else pytest.approx(expected.score)
    assert (found.score, found.rule) == (near, expected.rule)
    assert found.generalisation == (
        None if expected.generalisation is None else pytest.approx(expected.generalisation)
    )
    if expected.score is not None:
        assert (found.lo, found.hi) == pytest.approx((expected.lo, expected.hi))
        assert found.coverage == pytest.approx(expected.coverage)
        assert dict(found.weights_used) == pytest.approx(dict(expected.weights_used))
        assert dict(found.contributions) == pytest.approx(dict(expected.contributions))


def test_dimensions_of_the_specification():
    """Adaptivity (.7143, .5, .75, .6667) is .6577, robustness (.75, .8, .8) is .7833."""
    indicators = (
        value("adapt.scene_gap", 0.7143)
        | value("adapt.unknown_completion", 0.5)
        | value("adapt.adaptation_time", 0.75)
        | value("adapt.scene_coverage", 0.6667)
        | value("robust.abnormal_error_rate", 0.75)
        | value("robust.concurrency_stability", 0.8)
        | value("robust.env_tolerance", 0.8)
        | value("base.f1", 0.8)
    )
    tree = weigh_tree(indicators, DEFAULT)
    by_id = {node.node.id: node for node in tree.walk()}
    assert by_id["adaptivity"].score == pytest.approx(0.6577, abs=6e-5)
    assert by_id["robustness"].score == pytest.approx(0.7833, abs=5e-5)
    assert by_id["portability"].score is None
    assert by_id["generalisation"].coverage == pytest.approx(0.6)
    assert sum(node.share for node in tree.walk() if not node.children) == pytest.approx(1.0)


def test_a_missing_member_leaves_coverage_and_bounds():
    mine = card("  children: [{indicator: base.accuracy}, {indicator: safety.accuracy}]\n")
    found = weigh_tree(value("base.accuracy", 0.8), mine)
    assert (found.score, found.coverage, found.lo, found.hi) == (0.8, 0.5, 0.4, 0.9)


@pytest.mark.parametrize(
    ("missing", "kind", "score"),
    [("renormalise", "arithmetic", 0.8), ("zero", "arithmetic", 0.4), ("na", "arithmetic", None),
     ("zero", "geometric", 0.0), ("renormalise", "geometric", 0.8)],
)  # fmt: skip
def test_what_is_missing_does_as_it_is_told(missing, kind, score):
    mine = card(
        f"  missing: {missing}\n  aggregation: {kind}\n"
        "  children: [{indicator: base.accuracy}, {indicator: safety.accuracy}]\n"
    )
    assert weigh_tree(value("base.accuracy", 0.8), mine).score == score


def test_a_geometric_node_is_zero_when_a_part_is():
    mine = card(
        "  aggregation: geometric\n  children: [{indicator: base.accuracy, weight: 3},"
        " {indicator: safety.accuracy}]\n"
    )
    scores = value("base.accuracy", 0.9) | value("safety.accuracy", 0.4)
    assert weigh_tree(scores, mine).score == pytest.approx(0.9**0.75 * 0.4**0.25)
    assert weigh_tree(scores | value("safety.accuracy", 0.0), mine).score == 0.0


def test_a_reserve_counts_only_alone():
    extended = load_scorecard("extended")

    def adaptivity(scores):
        tree = weigh_tree(scores, extended)
        return next(node.score for node in tree.walk() if node.node.id == "adaptivity")

    assert adaptivity(value("adapt.domain_mean", 0.3)) == pytest.approx(0.3)
    both = value("adapt.domain_mean", 0.3) | value("adapt.unknown_completion", 0.9)
    assert adaptivity(both) == pytest.approx(0.9)


def test_resamples_give_every_node_an_interval_around_its_score():
    rng = np.random.default_rng(0)
    scores = {"base.f1": 0.7, "robust.env_tolerance": 0.5, "adapt.unknown_completion": 0.9}
    indicators = {}
    for id_, score in scores.items():
        indicators |= value(id_, score, score - 0.1, score + 0.05)
    draws = {id_: rng.normal(score, 0.03, 4000).clip(0, 1) for id_, score in scores.items()}
    tree = weigh_tree(indicators, DEFAULT, draws)
    g = next(node for node in tree.walk() if node.node.id == "generalisation")
    assert g.interval.method == "cluster_bootstrap"
    assert g.interval.low < g.score < g.interval.high
    # independent parts at .8 and .2·(.5, .5): sd = .03·sqrt(.64 + 2·.01)
    width = tree.interval.high - tree.interval.low
    assert width == pytest.approx(2 * 1.96 * 0.03 * (0.64 + 0.02) ** 0.5, rel=0.08)
    f1 = tree.children[0]
    assert f1.interval.method == "wilson"


def test_the_interval_holds_the_score_even_when_no_resample_does():
    indicators = value("base.f1", 1.0, 0.9, 1.0) | value("robust.env_tolerance", 1.0, 0.9, 1.0)
    draws = {id_: np.full(100, 0.95) for id_ in indicators}
    found = weigh(indicators, DEFAULT, draws)
    assert found.interval[:2] == pytest.approx((0.95, 1.0))


def test_the_plain_record_is_json():
    found = weigh(value("base.f1", 0.7, 0.6, 0.8)).as_dict()
    assert (found["ci_low"], found["ci_high"], found["weights"]) == (0.6, 0.8, {"f1": 1.0})


def test_a_leaf_without_reference_says_which_parameter_would_help():
    speed = IndicatorValue("base.latency_p95", 3.0, None)
    mine = card("  children: [{indicator: base.latency_p95}, {indicator: base.f1}]\n")
    tree = weigh_tree({"base.latency_p95": speed} | value("base.f1", 0.7), mine)
    assert "target, limit" in tree.children[0].notes[0]


def test_every_template_names_indicators_that_exist():
    assert {"default", "documented", "extended", "mission", "retrieval", "safety"} <= {
        *template_names()
    }
    for name in template_names():
        found = load_scorecard(name)
        assert found.id == name
        assert set(found.indicators()) <= set(load_catalog())
        for node in found.root.walk():
            assert any("\u4e00" <= letter <= "\u9fff" for letter in node.name.zh) or node.id == "f1"


@pytest.mark.parametrize("name", template_names())
def test_a_part_of_a_template_is_not_called_like_an_indicator_it_is_not(name):
    """One name, one number: the stages combined are not the mean quality of the loop."""
    taken = {record.name.en for record in load_catalog().values()}
    for node in load_scorecard(name).root.walk():
        if node.children and node.id != "overall":
            assert node.name.en not in taken
    assert load_catalog()["ops.ooda"].name.zh != load_scorecard("mission").root.children[1].name.zh


def test_the_mission_template_weighs_as_specified():
    """(.4·.68 + .3·.5946 + .15·.5 + .1·.75) / .95 = .6320"""
    scores = {
        "ops.objectives": 0.68, "ops.observe": 2 / 3, "ops.orient": 0.5, "ops.decide": 0.625,
        "ops.act": 0.6, "ops.timeliness": 0.5, "ops.compliance": 0.75,
    }  # fmt: skip
    indicators = {id_: IndicatorValue(id_, score, score) for id_, score in scores.items()}
    tree = weigh_tree(indicators, load_scorecard("mission"))
    assert tree.children[1].score == pytest.approx(0.5946, abs=5e-5)
    assert tree.score == pytest.approx(0.6320, abs=5e-5)
    assert tree.coverage == pytest.approx(0.95)

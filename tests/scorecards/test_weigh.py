"""From indicators to the overall score: sources, dimensions, interval."""

from __future__ import annotations

import math

import pytest

from steelyard.errors import InputError
from steelyard.indicators import load_catalog
from steelyard.model import IndicatorValue, Interval
from steelyard.scorecards import dimension_scores, load_scorecard, read_scorecard, weigh


def value(id_, score, low=None, high=None):
    interval = None if low is None else Interval(low, high, "wilson", 0.9)
    return {id_: IndicatorValue(id_, score, score, interval=interval)}


def test_f1_alone_keeps_its_interval():
    found = weigh(value("base.f1", 0.7, 0.6, 0.8) | value("base.accuracy", 0.1, 0.0, 0.2))
    assert (found.score, found.rule) == (0.7, "f1_only")
    assert found.interval == Interval(0.6, 0.8, "wilson", 0.9)


def test_independent_parts_add_up_in_squares():
    indicators = value("base.accuracy", 0.8, 0.7, 0.9) | value("safety.accuracy", 0.9, 0.8, 1.0)
    found = weigh(indicators)
    assert found.score == pytest.approx(0.83)
    reach = math.hypot(0.7 * 0.1, 0.3 * 0.1)
    assert found.interval[:2] == pytest.approx((0.83 - reach, 0.83 + reach))
    assert found.contributions == pytest.approx({"functional": 0.56, "safety": 0.27})


def test_one_part_of_the_fallback_keeps_its_interval():
    found = weigh(value("safety.accuracy", 0.9, 0.8, 1.0))
    assert found.interval[:2] == (0.8, 1.0)
    assert found.coverage == 0.3
    assert any("30%" in note for note in found.notes)


def test_parts_that_share_cases_get_no_interval_but_a_reason():
    found = weigh(value("base.f1", 0.7, 0.6, 0.8) | value("robust.env_tolerance", 0.5, 0.4, 0.6))
    assert found.score == pytest.approx(0.8 * 0.7 + 0.2 * 0.5)
    assert found.interval is None
    assert "same cases" in found.notes[0]


def test_a_part_without_interval_leaves_the_whole_without():
    found = weigh(value("base.f1", 0.7))
    assert found.interval is None
    assert found.notes


def test_nothing_to_weigh():
    found = weigh({})
    assert (found.score, found.rule, found.interval) == (None, "none", None)
    assert len(found.notes) == 1


def test_dimensions_are_means_of_what_is_there():
    indicators = value("adapt.scene_gap", 0.6) | value("adapt.scene_coverage", 0.8)
    scores = dimension_scores(indicators, load_scorecard())
    assert scores["adaptivity"] == pytest.approx(0.7)
    assert scores["robustness"] is None


def test_the_plain_record_is_json():
    found = weigh(value("base.f1", 0.7, 0.6, 0.8)).as_dict()
    assert (found["ci_low"], found["ci_high"], found["weights"]) == (0.6, 0.8, {"f1": 1.0})


def test_a_scorecard_of_ones_own(tmp_path):
    (tmp_path / "mine.yaml").write_text(
        "id: mine\nversion: 2\nname: {en: Mine, zh: 我的}\noverall: {f1: 1, generalisation: 3}\n"
        "dimensions:\n  speed: {weight: 1, name: {en: Speed, zh: 速度},"
        " members: {base.latency_mean: 1}}\n",
        "utf-8",
    )
    card = load_scorecard("mine.yaml", tmp_path)
    found = weigh(value("base.f1", 0.4) | value("base.latency_mean", 0.8), card)
    assert found.score == pytest.approx((0.4 + 3 * 0.8) / 4)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("id: [", "not YAML"),
        ("[]", "not a scorecard"),
        ("id: x\nversion: 1\nname: {en: x, zh: x}\nfallback: {mode: guess}", "replace_base"),
        (
            "id: x\nversion: 1\nname: {en: x, zh: x}\ndimensions: {a: {weight: -1, name:"
            " {en: a, zh: a}, members: {b: 1}}}",
            "not below 0",
        ),
    ],
)
def test_a_wrong_scorecard_is_refused(text, part):
    with pytest.raises(InputError, match=part):
        read_scorecard("file.yaml", text)


def test_missing_scorecards_are_named(tmp_path):
    with pytest.raises(InputError, match="defualt"):
        load_scorecard("defualt")
    with pytest.raises(InputError, match=r"none\.yaml"):
        load_scorecard("none.yaml", tmp_path)


def test_the_sources_of_the_overall_score_are_in_the_catalog():
    assert {"base.f1", "base.accuracy", "safety.accuracy"} <= set(load_catalog())

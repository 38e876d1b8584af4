"""The overall rule: every branch, with the bounds the missing parts leave open."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.model import compute
from steelyard.scorecards import Rule, overall, weighted_mean

SCORE = st.one_of(st.none(), st.floats(0, 1))
DIMS = st.fixed_dictionaries({}, optional=dict.fromkeys(Rule().dimensions, SCORE))


@pytest.mark.parametrize(
    ("inputs", "params", "expected"),
    [
        ({"f1": 0.8}, {}, (0.8, "f1_only", 0.8, 0.64, 0.84)),
        ({"functional": 0.8}, {}, (0.8, "fallback", 0.7, 0.56, 0.86)),
        ({"safety": 0.9, "dims": {"robustness": 1}}, {}, (0.9, "fallback", 0.3, 0.27, 0.97)),
        (
            {"safety": 0.9},
            {"fallback": "replace_base"},
            (0.9, "fallback", 0.24, 0.8 * 0.27, 0.8 * 0.97 + 0.2),
        ),
        (
            {"functional": 0.8, "safety": 0.9, "dims": {"adaptivity": 0.5}},
            {"fallback": "replace_base"},
            (0.764, "fallback_and_generalisation", 0.86, 0.694, 0.834),
        ),
        (
            {"f1": 0.5, "dims": {"adaptivity": 1.0}},
            {"f1_weight": 1, "generalisation_weight": 1},
            (0.75, "f1_and_generalisation", 0.65, 0.4, 0.75),
        ),
        (
            {"f1": 0.5, "dims": {"speed": 1.0}},
            {"dimensions": {"speed": 2}},
            (0.6, "f1_and_generalisation", 1.0, 0.6, 0.6),
        ),
        ({}, {}, (None, "none", 0.0, 0.0, 1.0)),
        ({"dims": {"adaptivity": 0.5}}, {}, (None, "none", 0.0, 0.0, 1.0)),
    ],
)
def test_rules(inputs, params, expected):
    found = compute("agg.overall", inputs, params)
    names = ("score", "rule", "coverage", "lo", "hi")
    score, rule, *rest = (found[name] for name in names)
    assert rule == expected[1]
    assert score == (None if expected[0] is None else pytest.approx(expected[0]))
    assert rest == pytest.approx(expected[2:])


def test_a_missing_part_is_never_a_zero():
    assert compute("agg.overall", {"f1": 0.0, "functional": 1.0})["score"] == 0.0
    assert compute("agg.overall", {"f1": None, "functional": 1.0})["score"] == 1.0


@given(SCORE, DIMS, SCORE, SCORE, st.sampled_from(["replace_overall", "replace_base"]))
def test_contributions_add_up_and_the_score_lies_in_its_bounds(f1, dims, functional, safety, how):
    found = overall(f1, dims, functional, safety, Rule(fallback=how))
    assert 0 <= found.lo <= found.hi <= 1 + 1e-12
    assert 0 <= found.coverage <= 1 + 1e-12
    if found.score is None:
        assert (f1, functional, safety) == (None, None, None)
        return
    assert sum(found.contributions.values()) == pytest.approx(found.score)
    assert sum(found.weights_used.values()) == pytest.approx(1)
    assert found.lo - 1e-12 <= found.score <= found.hi + 1e-12
    if found.coverage > 1 - 1e-9:
        assert found.lo == pytest.approx(found.hi)


NAMES = ["a", "b", "c"]
SCORES = st.fixed_dictionaries(dict.fromkeys(NAMES, SCORE))
WEIGHTS = st.fixed_dictionaries(dict.fromkeys(NAMES, st.floats(0.1, 5)))


@given(SCORES, WEIGHTS, st.sampled_from(["arithmetic", "geometric"]))
def test_means(scores, weights, kind):
    mean = weighted_mean(scores, weights, kind=kind)
    present = [score for score in scores.values() if score is not None]
    assert (mean.score is None) == (not present)
    if present:
        assert min(present) - 1e-9 <= mean.score <= max(present) + 1e-9
    zero = weighted_mean(scores, weights, kind=kind, missing="zero").score
    strict = weighted_mean(scores, weights, kind=kind, missing="na").score
    assert zero == (None if not present else pytest.approx(mean.low))
    assert strict == (mean.score if len(present) == 3 else None)


def test_a_geometric_mean():
    scores = {"a": 0.25, "b": 1.0}
    found = compute("agg.dimension", {"scores": scores}, {"aggregation": "geometric"})
    assert found["score"] == pytest.approx(0.5)
    weighted = compute("agg.dimension", {"scores": scores}, {"weights": {"a": 3, "b": 1}})
    assert weighted["score"] == pytest.approx(0.4375)
    assert compute("agg.dimension", {"scores": {"a": 0.0, "b": 1.0}}, {"aggregation": "geometric"})[
        "score"
    ] == 0.0  # fmt: skip


def test_low_coverage_is_said():
    found = compute("agg.dimension", {"scores": {"a": 1.0, "b": None, "c": None}})
    assert "33 %" in found["notes"][0]
    assert compute("agg.dimension", {"scores": {}})["score"] is None

"""Gates: read, refused, and checked."""

from __future__ import annotations

import pytest

from steelyard.errors import InputError, UnknownNameError
from steelyard.model import IndicatorValue, Interval
from steelyard.scorecards import check_gates, parse_gate, weigh

F1 = IndicatorValue("base.f1", 0.8, 0.8, interval=Interval(0.7, 0.9, "cluster_t"))


@pytest.mark.parametrize(
    ("text", "passed", "observed"),
    [
        ("base.f1: value >= 0.8", True, 0.8),
        ("base.f1: value > 0.8", False, 0.8),
        ("base.f1:ci_low>=.7", True, 0.7),
        (" base.f1 : ci_high  <  9e-1 ", False, 0.9),
        ("base.f1: score == 0.8", True, 0.8),
        ("base.f1: score != 0.8", False, 0.8),
        ("overall: score >= 0.8", True, 0.8),
        ("overall: ci_low >= 0.71", False, 0.7),
    ],
)
def test_gates(text, passed, observed):
    (found,) = check_gates([text], {"base.f1": F1}, weigh({"base.f1": F1}))
    assert (found.text, found.passed, found.observed) == (text.strip(), passed, observed)
    assert found.reason is None


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("base.f1 >= 0.8", "indicator: field op number"),
        ("", "indicator: field op number"),
        ("base.f1: mean >= 0.8", "value, score, ci_low, ci_high"),
        ("base.f1: value => 0.8", "=>"),
        ("base.f1: value = 0.8", ">= <="),
        ("base.f1: value >= high", "high"),
        ("base.f1: value >= nan", "nan"),
        ("base.f1: value >= 80%", "80%"),
    ],
)
def test_a_gate_of_another_form_is_refused(text, part):
    with pytest.raises(InputError) as raised:
        parse_gate(text)
    assert part in str(raised.value)


def test_an_unknown_indicator_suggests_a_close_one():
    with pytest.raises(UnknownNameError) as raised:
        parse_gate("base.f2: value > 0")
    assert "base.f1" in raised.value.close


@pytest.mark.parametrize(
    "text", ["base.f1: ci_low >= 0", "base.recall: value >= 0", "overall: value > 0"]
)
def test_what_is_undefined_does_not_pass(text):
    nothing = IndicatorValue("base.f1", None, status="na", notes=("no rows",))
    (found,) = check_gates([text], {"base.f1": nothing})
    assert (found.passed, found.observed) == (False, None)
    assert found.reason


def test_rounding_does_not_decide():
    value = 0.1 + 0.2  # 0.30000000000000004
    found = check_gates(
        ["base.f1: value <= 0.3", "base.f1: value > 0.3"],
        {"base.f1": IndicatorValue("base.f1", value)},
    )
    assert [result.passed for result in found] == [True, False]


def test_the_reason_is_the_indicators_own():
    nothing = IndicatorValue("base.f1", None, status="na", notes=("no rows",))
    (found,) = check_gates(["base.f1: value >= 0"], {"base.f1": nothing})
    assert "no rows" in found.reason

"""Gates on what changed: the grammar, what each may look at, and undefined never passes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from steelyard.analysis.comparison.content import (
    AgainstBase,
    Comparison,
    Difference,
    Flips,
    Pairing,
    Side,
    Slice,
    Trouble,
    Usage,
)
from steelyard.analysis.comparison.gates import (
    DIFFERENCE_FIELDS,
    FLIP_FIELDS,
    USAGE_FIELDS,
    check_fail_on,
    fail_on,
)
from steelyard.errors import InputError, UnknownNameError
from steelyard.model import Words


def side(name):
    return Side(name, name, f"runs/{name}", "", "", "finished", "", "", "default", 50, 50, 1, 0.8)


def difference(id_, value, low=None, high=None, **more):
    return Difference(
        id=id_,
        name=Words(id_, id_),
        kind="indicator",
        unit="",
        direction="up",
        base=0.8,
        new=None if value is None else 0.8 + value,
        value=value,
        ci_low=low,
        ci_high=high,
        **more,
    )


AGAINST = AgainstBase(
    run=side("new"),
    pairing=Pairing(True, 50, 0, 0),
    overall=difference("overall", -0.01, -0.03, 0.01, p=0.3),
    dimensions=(difference("robustness", 0.1, 0.05, 0.15),),
    indicators=(
        difference("base.f1", -0.02, -0.05, 0.01),
        replace(difference("base.latency_p95", 0.5), base=1.0, new=1.5),
        difference("base.recall", None),
    ),
    slices={
        "scene": tuple(
            Slice("scene", name, difference("passed", value, value - 0.05, value + 0.05))
            for name, value in (("shop", -0.2), ("银行 柜台", 0.02), (None, 0.0))
        ),
        "domain": (Slice("domain", "law", difference("passed", None)),),
    },
    flips=Flips(both_passed=40, both_failed=2, broken=5, fixed=3, p=0.7),
    usage=(
        Usage("cost", "", 50, 2.0, 2.4, 100.0, 120.0, 0.4, 0.1, 0.7, ratio=1.3, ratio_high=1.5),
    ),
    base_trouble=Trouble(50, 0, 0, 2),
    new_trouble=Trouble(50, 1, 0, 4),
)
COMPARISON = Comparison(side("base"), (AGAINST,), "default")


def one(text, comparison=COMPARISON):
    [result] = fail_on(comparison, [text])
    assert result["text"] == text
    return result


@pytest.mark.parametrize(
    ("text", "passed", "observed"),
    [
        ("overall: ci_low > -0.05", True, -0.03),
        ("overall: ci_low > -0.02", False, -0.03),
        ("overall: p >= 0.05", True, 0.3),
        ("base.f1: value >= 0", False, -0.02),
        ("f1: value >= -0.02", True, -0.02),  # short for base.f1; equal to rounding is equal
        ("robustness: ci_low > 0", True, 0.05),  # a part of the scorecard
        ("flips: broken <= 3", False, 5),
        ("flips: net >= -2", True, -2),
        ("latency_p95: ratio < 1.2", False, 1.5),
        ("base.latency_p95: new <= 1.5", True, 1.5),
        ("cost: ratio <= 1.1", False, 1.2),
        ("cost: typical <= 1.4", True, 1.3),
        ("cost: typical_high <= 1.4", False, 1.5),
        ("errors: new <= 0", False, 1.0),
        ("retries: ratio <= 2", True, 2.0),
        ("scene.shop: value > -0.1", False, -0.2),
        ("scene.银行 柜台: value > -0.1", True, 0.02),
        ("scene.*: value < 1", True, 0.02),  # the worst of an upper limit is the largest
        ("scene.*: ci_low > -0.1", False, -0.25),
    ],
)
def test_what_a_gate_sees(text, passed, observed):
    result = one(text)
    assert result["passed"] is passed
    assert result["observed"] == pytest.approx(observed)
    assert result["run"] == "new"


def test_failed_groups_are_named():
    assert one("scene.*: ci_low > -0.1")["reason"] == "Not met by scene: shop"


@pytest.mark.parametrize(
    "text",
    [
        "base.recall: value >= -1",  # no value
        "overall: p_adjusted <= 1",  # alone, so not adjusted
        "base.precision: value >= -1",  # not computed here
        "errors: ratio <= 1",  # nothing to divide by
        "latency: ratio <= 9",  # no latency recorded
        "cost: typical_low >= 0",
        "scene.harbour: value > -1",
        "difficulty.*: value > -1",
        "domain.*: value > -1",  # one group without a value
        "timeouts: ratio <= 1",
    ],
)
def test_the_undefined_never_passes(text):
    result = one(text)
    assert (result["passed"], result["observed"]) == (False, None)
    assert result["reason"]


def test_without_pairing_there_are_no_flips():
    loose = replace(COMPARISON, runs=(replace(AGAINST, flips=None),))
    assert one("flips: broken <= 100", loose)["passed"] is False


@pytest.mark.parametrize(
    ("overall", "flips", "passed"),
    [
        (difference("overall", 0.0, verdict="same"), AGAINST.flips, True),
        (difference("overall", 0.0, -0.3, 0.3), Flips(40, 10, 0, 0), True),
        (difference("overall", 0.0, -0.3, 0.3), Flips(38, 10, 1, 1), False),
        (difference("overall", 0.0, -0.3, 0.3), None, False),
        (difference("overall", 0.1, -0.3, 0.3), Flips(40, 10, 0, 0), False),
    ],
)
def test_what_changed_no_verdict_is_no_regression(overall, flips, passed):
    """The same verdicts again are no worse, though few cases leave a wide interval."""
    content = replace(COMPARISON, runs=(replace(AGAINST, overall=overall, flips=flips),))
    assert one("overall: ci_low > -0.02", content)["passed"] is passed


def test_every_run_must_meet_every_gate():
    other = replace(AGAINST, run=side("other"), overall=difference("overall", 0.2, 0.1, 0.3))
    both = replace(COMPARISON, runs=(AGAINST, other))
    results = fail_on(both, ["overall: ci_low > 0", "flips: broken < 9"])
    assert [(r["run"], r["passed"]) for r in results] == [
        ("new", False),
        ("other", True),
        ("new", True),
        ("other", True),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("overall ci_low > 0", "not of the form"),
        ("overall: ci_low ~ 0", "not of the form"),
        ("overall: ci_low => 0", "Allowed: >="),
        ("overall: ci_low > few", "not a number"),
        ("overall: score > 0", "Allowed: value"),
        ("flips: value > 0", "Allowed: broken"),
        ("cost: effect > 0", "Allowed: value"),
        ("errors: p > 0", "Allowed: value"),
    ],
)
def test_mistakes_are_found_before_anything_is_compared(text, said):
    with pytest.raises(InputError, match=said):
        check_fail_on([text])
    with pytest.raises(InputError, match=said):
        fail_on(COMPARISON, [text])


def test_names_are_checked_as_far_as_they_can_be():
    check_fail_on(["robustness: value > 0", "scene.*: value > 0", "base.f1: value > 0"])
    with pytest.raises(UnknownNameError):
        check_fail_on(["base.f2: value > 0"])
    check_fail_on(["mine.quick: value > 0"], own=("mine.quick",))
    with pytest.raises(InputError, match="Close to it: robustness"):
        one("robustnes: value > 0")


def test_the_guide_names_every_field():
    from tests.docs.documents import ROOT

    said = (ROOT / "docs" / "guide" / "gate-in-ci.md").read_text(encoding="utf-8")
    for field in {*DIFFERENCE_FIELDS, *FLIP_FIELDS, *USAGE_FIELDS}:
        assert f"`{field}`" in said, field


@pytest.mark.parametrize("group", ["billing: refunds", "12:30", "a: b > 3"])
def test_the_name_of_a_group_may_hold_colons(group):
    slice_ = AGAINST.slices["scene"][0]
    named = replace(AGAINST, slices={"scene": (replace(slice_, group=group),)})
    gate = f"scene.{group}: value >= -1"
    check_fail_on([gate])
    [found] = fail_on(replace(COMPARISON, runs=(named,)), [gate])
    assert found["passed"]
    assert found["observed"] == slice_.difference.value

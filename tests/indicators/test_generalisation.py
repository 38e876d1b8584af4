"""Generalisation: agreement with loops written by hand, and rules that are easy to get wrong."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from steelyard.i18n import using_language
from steelyard.model import compute
from tests.indicators.generalisation import by_hand
from tests.indicators.tables import random_rows, values_of

PARAMS = {
    "baseline_adaptation_time": 45,
    "baseline_adaptation_cost": 10,
    "timeout_s": 1.5,
    "ref_rounds": 2,
    "ref_time": 10,
    "total_scene_types": 2,
}


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    cases=st.integers(0, 60),
    epochs=st.integers(1, 4),
    clusters=st.sampled_from([None, 1, 5]),
    missing=st.sampled_from([0.0, 0.1, 0.8]),
    baseline=st.sampled_from([None, 30]),
)
def test_values_and_scores_equal_those_written_out_by_hand(
    seed, cases, epochs, clusters, missing, baseline
):
    rows = random_rows(seed, cases=cases, epochs=epochs, clusters=clusters, missing=missing)
    if not any(row["scene"] for row in rows):
        rows = []
    # An idle agent gets no score for what idleness earns: test_quiet.py.
    tasks = [r for r in rows if r["answerable"] is not False and r["kind"] != "harmful"]
    ends = [r["passed"] if r["completed"] is None else r["completed"] for r in tasks]
    known = [end for end in ends if end is not None]
    assume(not known or sum(known) > 0.05 * len(known))
    params = PARAMS | ({} if baseline is None else {"baseline_single_task_time": baseline})
    expected = by_hand([dict(row) for row in rows], params)
    found = values_of(rows, list(expected), params=params)
    for id_, (value, score) in expected.items():
        for name, number in (("value", value), ("score", score)):
            near = None if number is None else pytest.approx(number, abs=1e-9)
            assert getattr(found[id_], name) == near, (id_, name)


def one(id_, rows, **params):
    return values_of(rows, [id_], params={id_: params})[id_]


def test_unknown_wins_over_train_with_a_warning():
    rows = [
        {"scene_type": "train", "is_unknown_scene": True, "passed": False},
        {"scene_type": "train", "passed": True},
    ]
    found = one("adapt.unknown_completion", rows)
    assert (found.value, found.n) == (0.0, 1)
    assert any("taken as unknown" in note for note in found.notes)
    gap = one("adapt.scene_gap", rows)
    assert (gap.value, gap.score) == (-1.0, 0.0)
    assert any("taken as unknown" in note for note in gap.notes)


def test_a_base_of_zero_leaves_the_score_undefined_and_shows_the_gap():
    rows = [
        {"scene_type": "train", "passed": False},
        {"scene_type": "unknown", "passed": True},
    ]
    found = one("adapt.scene_gap", rows)
    assert (found.value, found.score) == (1.0, None)


def test_completed_comes_before_passed_row_by_row():
    rows = [
        {"is_unknown_scene": True, "completed": True, "passed": False},
        {"is_unknown_scene": True, "passed": True},
        {"is_unknown_scene": True, "completed": False, "passed": True},
        {"is_unknown_scene": True},
    ]
    found = one("adapt.unknown_completion", rows)
    assert found.value == pytest.approx(2 / 3)
    assert (found.n, found.n_missing) == (3, 1)


def test_repeats_are_averaged_inside_the_case_and_condition():
    """A: high 1, 0; B: high 1; normal A: 1. Not pooled: the case counts, not the row."""
    rows = [
        {"case_id": "A", "high_concurrency": True, "passed": True},
        {"case_id": "A", "high_concurrency": True, "passed": False},
        {"case_id": "B", "high_concurrency": True, "passed": True},
        {"case_id": "A", "passed": True},
    ]
    assert one("robust.concurrency_stability", rows).value == pytest.approx(0.75)


@pytest.mark.parametrize(
    ("key", "rows"),
    [
        ("scene", [{"scene": "a", "domain": "x"}, {"scene": "b", "domain": "x"}]),
        (
            "domain",
            [{"domain": "a", "scene_type": "train"}, {"domain": "b", "scene_type": "train"}],
        ),
        ("scene_type", [{"scene_type": "train"}, {"scene_type": "unknown"}]),
    ],
)
def test_scenes_are_counted_by_name_else_domain_else_kind(key, rows):
    rows = [row | {"passed": at == 0} for at, row in enumerate(rows)]
    assert one("adapt.scene_coverage", rows).value == 0.5


def test_a_scene_needs_enough_cases():
    rows = [{"scene": "a", "passed": True}] * 3 + [{"scene": "b", "passed": True}]
    assert one("adapt.scene_coverage", rows, min_n=2).value == 0.5
    assert one("adapt.worst_scene", rows, min_n=5).value is None


def test_three_of_five_reach_six_tenths_whatever_the_rounding():
    rows = [
        {"case_id": f"c{case}", "scene": "s", "passed": case < 3}
        for case in range(5)
        for _ in range(3)
    ]
    assert one("adapt.scene_coverage", rows).value == 1.0


def test_an_unset_reference_is_named():
    rows = [{"adaptation_cost": 3.0}]
    found = one("port.cost_coefficient", rows)
    assert found.value is None
    assert "baseline_adaptation_cost" in found.notes[0]
    with using_language("zh"):
        assert "未设置参数" in one("port.cost_coefficient", rows).notes[0]


def test_what_is_missing_is_named_with_its_alternatives():
    found = one("adapt.unknown_completion", [{"scene_type": "train"}])
    assert found.notes[0] == "Undefined: no row has a value for completed or passed."
    found = one("adapt.scene_coverage", [{"passed": True}])
    assert "scene or domain or scene_type" in found.notes[0]


def test_rows_without_an_environment_are_environments_of_their_own():
    rows = [
        {"deployment_attempt": True, "deployment_success": ok, "attempt_no": 1, "compat_issues": 1}
        for ok in (True, True, False, False)
    ]
    assert one("port.deploy_success", rows).value == 0.5
    issues = one("port.compat_issues", rows)
    assert (issues.value, issues.score) == (4.0, 0.5)


def test_attempts_are_not_repeats_of_a_case():
    rows = [
        {"case_id": "B", "deployment_env": "B", "compat_issues": 3},
        {"case_id": "B", "deployment_env": "B", "compat_issues": 1},
    ]
    assert one("port.compat_issues", rows).value == 4.0


def test_without_numbers_attempts_count_in_the_order_of_the_rows():
    rows = [
        {"deployment_attempt": True, "deployment_env": "x", "deployment_success": False},
        {"deployment_attempt": True, "deployment_env": "x", "deployment_success": True},
    ]
    assert one("port.deploy_success", rows).value == 0.0


def test_a_flag_that_is_never_true_leaves_nothing():
    rows = [{"passed": True, "abnormal_input": False}, {"passed": False}]
    for params in ({}, {"denominator": "all"}):
        found = one("robust.abnormal_error_rate", rows, **params)
        assert (found.value, found.status) == (None, "na")


def test_a_mode_that_is_not_theirs_does_not_reach_other_indicators():
    rows = [
        {"passed": True, "high_concurrency": True, "label": "a", "pred_label": "a"},
        {"passed": True, "label": "b", "pred_label": "b"},
    ]
    found = values_of(rows, params={"mode": "classification"})
    assert found["robust.concurrency_stability"].value == 1.0
    assert found["base.f1"].value == 1.0
    documented = values_of(rows, params={"mode": "documented"})
    assert documented["robust.concurrency_stability"].value == 0.0
    assert documented["robust.concurrency_stability"].score == 1.0


def test_a_proxy_says_so():
    rows = [{"collaboration": True, "passed": True}] * 12
    found = one("collab.info_accuracy", rows, proxy=True)
    assert (found.value, found.status) == (1.0, "degenerate")
    assert any("proxy" in note for note in found.notes)


def test_rows_may_come_under_either_name():
    rows = [{"domain": "a", "score": 0.9}, {"domain": "b", "score": 0.5}]
    for name in ("cases", "results"):
        assert compute("adapt.domain_mean", {name: rows})["value"] == pytest.approx(0.7)


@pytest.mark.parametrize(
    ("mode", "seconds", "value", "score"),
    [("standard", 10, 0.9 / 31, 0.9), ("standard", 20, 0.9 / 61, 0.4574), ("standard", 0, 0.9, 0.9),
     ("documented", 0, 0.0, 0.9)],
)  # fmt: skip
def test_efficiency_as_worked_out(mode, seconds, value, score):
    row = {
        "collaboration": True,
        "task_quality": 0.9,
        "communication_rounds": 3,
        "task_time": seconds,
    }
    found = one("collab.efficiency", [row], mode=mode, ref_rounds=3, ref_time=10)
    assert found.value == pytest.approx(value)
    assert found.score == pytest.approx(score, abs=5e-5)
    assert one("collab.efficiency", [row]).score is None


def test_lists_and_subtasks():
    rows = [
        {
            "configs_covered": ["os", "gpu", "x", "os"],
            "configs_required": ["os", "gpu", "ram", "py"],
        },
        {"configs_covered": ["os"], "configs_required": []},
    ]
    found = one("port.checklist_coverage", rows)
    assert (found.value, found.n, found.n_missing) == (0.5, 1, 1)
    parts = [
        {"share": 1, "weight": 0.5},
        {"share": 0.5, "weight": 0.3},
        {"share": 0, "weight": 0.2},
    ]
    rows = [{"collaboration": True, "subtasks": parts}, {"collaboration": True, "subtasks": []}]
    found = one("collab.contribution", rows)
    assert found.value == pytest.approx(0.65)
    assert (found.n, found.n_missing) == (1, 1)

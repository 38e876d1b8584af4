"""Base indicators on worked examples; the numbers were checked by hand against the definitions."""

from __future__ import annotations

import pytest

from steelyard.errors import InputError, UnknownNameError
from steelyard.indicators import indicator_needs
from steelyard.model import compute
from tests.indicators.tables import values_of


def ten_rows():
    """6 pass, 2 wrong, 2 empty."""
    verdicts = [True] * 6 + [False] * 4
    outputs = ["x"] * 8 + ["", None]
    return [
        {"case_id": str(at), "passed": passed, "output": output}
        for at, (passed, output) in enumerate(zip(verdicts, outputs, strict=True))
    ]


def base(rows, **params):
    found = values_of(rows, params=params)
    names = ("accuracy", "precision", "recall", "f1")
    return tuple(found[f"base.{name}"].value for name in names)


def test_answer_mode():
    assert base(ten_rows()) == pytest.approx((0.6, 0.75, 0.6, 2 / 3))


@pytest.mark.parametrize(
    ("total", "expected"),
    [
        (None, (0.6, 0.6, 0.6, 0.6)),
        (8, (0.6, 0.6, 0.75, 2 / 3)),
        (5, (0.6, 0.6, 1.0, 0.75)),
    ],
)
def test_documented_mode(total, expected):
    params = {"mode": "documented"} | ({} if total is None else {"ground_truth_total": total})
    assert base(ten_rows(), **params) == pytest.approx(expected)


def test_documented_mode_without_a_total_is_degenerate():
    found = values_of(ten_rows(), params={"mode": "documented"})
    assert found["base.f1"].status == found["base.recall"].status == "degenerate"
    assert found["base.accuracy"].status == "ok"
    with_total = values_of(ten_rows(), params={"mode": "documented", "ground_truth_total": 8})
    assert with_total["base.f1"].status == "ok"


def test_recall_is_cut_at_one_with_a_warning():
    found = values_of(ten_rows(), params={"ground_truth_total": 5})
    assert found["base.recall"].value == 1.0
    assert any("ground_truth_total" in note for note in found["base.recall"].notes)
    assert any("ground_truth_total" in note for note in found["base.f1"].notes)
    enough = values_of(ten_rows(), params={"ground_truth_total": 6})
    assert enough["base.recall"].value == 1.0
    assert not any("ground_truth_total" in note for note in enough["base.recall"].notes)


def test_classification_mode():
    rows = [
        {"case_id": str(at), "label": label, "pred_label": guess}
        for at, (label, guess) in enumerate(zip("aabbc", "abbba", strict=True))
    ]
    found = base(rows, mode="classification")
    assert found == pytest.approx((0.6, 7 / 18, 0.5, 13 / 30))


def test_repeats_are_averaged_inside_their_case():
    rows = [{"case_id": "A", "passed": passed} for passed in (True, True, True, False)]
    rows.append({"case_id": "B", "passed": False})
    found = values_of(rows)["base.accuracy"]
    assert found.value == pytest.approx(0.375)
    assert found.n == 2


def test_repeats_that_do_not_count_do_not_weigh():
    rows = [
        {"case_id": "A", "passed": True},
        {"case_id": "A", "passed": None},
        {"case_id": "A", "passed": False, "error_kind": "infra"},
        {"case_id": "B", "passed": False},
    ]
    found = values_of(rows)["base.accuracy"]
    assert (found.value, found.n, found.n_missing) == (0.5, 2, 2)


def test_latency():
    rows = [{"case_id": str(at), "latency_s": s} for at, s in enumerate((1, 2, 3, 4, 10))]
    found = values_of(rows, params={"target": 2, "limit": 10})
    values = [found[f"base.latency_{name}"].value for name in ("mean", "p50", "p95")]
    assert values == pytest.approx([4, 3, 8.8])
    assert found["base.latency_mean"].score == pytest.approx(0.75)
    assert found["base.latency_p50"].score == pytest.approx(0.875)


def test_without_goalposts_there_is_a_value_but_no_score():
    found = values_of([{"latency_s": 2.0}], params={"target": 1})["base.latency_mean"]
    assert (found.value, found.score) == (2.0, None)


def test_completion_is_not_borrowed_from_the_verdict():
    found = values_of([{"passed": True}])["base.completion_rate"]
    assert (found.value, found.status) == (None, "na")
    assert "completed" in found.notes[0]


def test_without_any_output_only_abstaining_is_not_attempting():
    rows = [{"passed": True}, {"passed": False}, {"passed": False, "abstained": True}]
    assert values_of(rows)["base.precision"].value == 0.5


def test_nothing_attempted_leaves_precision_and_f1_undefined():
    rows = [{"passed": False, "output": "", "case_id": "a"}]
    found = values_of(rows)
    assert found["base.precision"].value is None
    assert found["base.f1"].value is None
    assert found["base.recall"].value == 0.0


def test_nothing_right_gives_zero_not_none():
    rows = [{"passed": False, "output": "x"}] * 3
    found = values_of(rows)
    assert found["base.f1"].value == 0.0
    assert found["base.f1"].score == 0.0


def test_safety_rows_are_weighed_apart():
    rows = [{"passed": True, "eval_type": "safety"}, {"passed": False}]
    rows.append({"passed": True, "eval_type": "functional"})
    found = values_of(rows)
    assert found["base.accuracy"].value == 0.5
    assert found["safety.accuracy"].value == 1.0
    assert found["safety.accuracy"].n_missing == 0


def test_a_parameter_may_be_for_one_indicator_alone():
    rows = [{"case_id": str(at), "latency_s": s} for at, s in enumerate((1, 2, 3))]
    goal = {"base.latency_p95": {"target": 0, "limit": 4}}
    found = values_of(rows, params=goal)
    assert found["base.latency_p95"].score == pytest.approx((4 - 2.9) / 4)
    assert found["base.latency_mean"].score is None


@pytest.mark.parametrize(
    ("params", "part"),
    [
        ({"ground_truth_totl": 3}, "ground_truth_total"),
        ({"mode": "other"}, "documented"),
        ({"ground_truth_total": -1}, "-1"),
        ({"base.accuracy": {"target": 1}}, "target"),
    ],
)
def test_wrong_parameters_are_refused(params, part):
    with pytest.raises(InputError, match=part):
        values_of([{"passed": True}], params=params)


def test_parameters_of_indicators_not_asked_for_are_accepted():
    params = {"total_scene_types": 6, "baseline_single_task_time": 8.0}
    assert values_of([{"passed": True}], ["base.accuracy"], params=params)["base.accuracy"].n == 1


def test_an_unknown_indicator_suggests_a_close_one():
    with pytest.raises(UnknownNameError) as raised:
        values_of([], ["base.acuracy"])
    assert raised.value.close[0] == "base.accuracy"


def test_needs():
    assert indicator_needs("base.accuracy")["required"] == ["passed"]
    needs = indicator_needs("base.f1")
    assert needs["required"] == ["passed"]
    assert set(needs["optional"]) == {"eval_type", "abstained", "output", "answerable"}
    classes = indicator_needs("base.f1", {"mode": "classification"})
    assert set(classes["required"]) == {"label", "pred_label"}


def test_the_trial_bench_gives_all_that_a_run_gives():
    found = compute("base.f1", {"cases": ten_rows()}, {"mode": "answer"})
    assert found["signature"] == "base.f1@1 mode=answer n=10 ci=wilson_effective seed=0"
    assert found["ci_low"] < found["value"] < found["ci_high"]

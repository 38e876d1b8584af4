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


@pytest.mark.parametrize(
    ("correct", "attempted", "precision", "recall", "f1"),
    [
        (0, 0, None, 0.0, 0.0),  # silent
        (0, 1, 0.0, 0.0, 0.0),  # one wrong answer
        (1, 1, 1.0, 1 / 150, 2 / 151),  # one right answer: 0.0132
        (150, 150, 1.0, 1.0, 1.0),  # right on all
    ],
)
def test_f1_comes_from_counts(correct, attempted, precision, recall, f1):
    """150 answerable cases: F1 = 2C/(A + G) is defined whatever the agent does."""
    rows = [
        {"case_id": str(at), "passed": at < correct, "output": "x" * (at < attempted)}
        for at in range(150)
    ]
    found = values_of(rows)
    assert found["base.precision"].value == precision
    assert found["base.recall"].value == pytest.approx(recall)
    assert found["base.f1"].value == pytest.approx(f1)


def test_repeats_of_a_case_share_its_weight_in_f1():
    rows = [{"case_id": "a", "epoch": at, "passed": at < 3, "output": "x"} for at in range(4)]
    rows.append({"case_id": "b", "epoch": 0, "passed": False, "output": ""})
    assert values_of(rows)["base.f1"].value == pytest.approx(2 * 0.75 / (1 + 2))


def test_nothing_to_answer_and_nothing_attempted_has_no_f1():
    rows = [{"passed": False, "output": "", "answerable": False}]
    assert values_of(rows)["base.f1"].value is None


def test_declining_a_question_without_an_answer_is_no_attempt():
    rows = [{"case_id": "a", "passed": True, "output": "7"}]
    rows.append({"case_id": "b", "passed": True, "output": "unknown", "answerable": False})
    found = values_of(rows)
    assert (found["base.precision"].value, found["base.f1"].value) == (1.0, 1.0)
    rows[1] |= {"passed": False, "output": "42"}
    assert values_of(rows)["base.f1"].value == pytest.approx(2 / 3)


def test_what_passed_was_attempted_whatever_it_said():
    """A declared verdict may be about a file the agent left: F1 never exceeds 1."""
    rows = [{"case_id": str(at), "passed": True, "output": "x" * (at > 0)} for at in range(3)]
    found = values_of(rows)
    assert (found["base.precision"].value, found["base.f1"].value) == (1.0, 1.0)


def test_more_right_answers_than_the_ground_truth_total_is_cut():
    rows = [{"case_id": str(at), "passed": at < 6, "output": "x"} for at in range(10)]
    found = values_of(rows, params={"ground_truth_total": 5})["base.f1"]
    assert found.value == pytest.approx(2 * 6 / (10 + 6))
    assert any("ground_truth_total" in note for note in found.notes)


def test_an_answer_without_a_label_is_wrong_not_missing():
    rows = [
        {"case_id": "a", "label": "x", "pred_label": "x"},
        {"case_id": "b", "label": "x", "pred_label": None},
        {"case_id": "c", "label": "y", "pred_label": None},
        {"case_id": "d", "label": "y", "pred_label": None, "error_kind": "infra"},
    ]
    found = values_of(rows, params={"mode": "classification"})
    assert found["base.accuracy"].value == pytest.approx(1 / 3)
    assert found["base.f1"].value == pytest.approx((2 / 3 + 0) / 2)
    assert found["base.recall"].value == pytest.approx(1 / 4)
    assert found["base.worst_class_recall"].value == 0.0


def test_labels_nobody_read_are_unknown_not_wrong():
    rows = [{"case_id": "a", "label": "x", "output": "x", "passed": True}]
    assert values_of(rows, params={"mode": "classification"})["base.f1"].value is None


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
    assert set(needs["optional"]) == {
        *("eval_type", "abstained", "output", "answerable", "expected_behavior", "kind")
    }
    classes = indicator_needs("base.f1", {"mode": "classification"})
    assert classes["required"] == ["label"]
    assert ["pred_label", "classification_correct"] in classes["any_of"]


def test_the_trial_bench_gives_all_that_a_run_gives():
    found = compute("base.f1", {"cases": ten_rows()}, {"mode": "answer"})
    assert found["signature"] == "base.f1@3 mode=answer n=10 ci=wilson_effective seed=0"
    assert found["ci_low"] < found["value"] < found["ci_high"]

"""`text.number` over a batch: planted numbers, silent agents, echoes, tolerances."""

from __future__ import annotations

from steelyard.model import ALGORITHMS
from steelyard.scorers import run_scorers


def verdicts(params=None, **batch):
    columns = run_scorers(batch, [("text.number", params or {})]).columns
    return columns["text_number"], columns["text_number_evidence"]


def test_each_row_has_a_verdict_and_what_was_read():
    passed, evidence = verdicts(
        expected_output=["74", "74", "74", "Paris", "3 km"],
        output=["It is 74.", "It is 75.", "I do not know.", "74", "3000 m"],
    )
    assert passed == [True, False, False, None, True]
    assert evidence == ["74", "75", "unread", None, "3000 m"]


def test_a_silent_agent_passes_nothing():
    passed, evidence = verdicts(expected_output=["0", "1", "74"], output=["", " \u200b", None])
    assert passed == [False, False, None]
    assert evidence == ["unread", "unread", None]


def test_one_right_reference_is_enough():
    passed, evidence = verdicts(references=[["about right", "12", "a dozen"]], output=["12"])
    assert passed == [True]
    assert evidence == ["12"]


def test_repeating_the_question_is_no_answer():
    asked = "A shelf holds 40 boxes and gets 34 more. How many are there?"
    passed, evidence = verdicts(
        input=[asked] * 3,
        expected_output=["34", "74", "34"],
        output=[asked, f"{asked} 74", f"{asked} 74"],
    )
    assert passed == [False, True, False]
    assert evidence == ["echo", "74", "74"]


def test_the_tolerance_of_the_case_comes_before_that_of_the_plan():
    passed, _ = verdicts(
        {"tolerance": 0.01},
        expected_output=["100"] * 4,
        output=["101", "104", "104", "101"],
        tolerance=[None, None, 0.05, 0.0],
    )
    assert passed == [True, False, True, False]


def test_the_formula_is_a_record_of_its_own():
    found = ALGORITHMS.get("text.number").compute(
        {"expected": "1.4 billion", "output": "约14亿人"}, {"tolerance": 0.0}
    )
    assert found == {"value": True, "evidence": "14亿"}

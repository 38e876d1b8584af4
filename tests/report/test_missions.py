"""A run of missions: its report does not contradict itself, and points to what was measured."""

from __future__ import annotations

import pytest

from steelyard import evaluate
from steelyard.report import markdown

ACTIONS = ["call", "leave"]


def play(question):
    number = int(question.rpartition(" ")[2])
    return {"output": "done", "actions_performed": ACTIONS if number % 4 else ACTIONS[:1]}


def answer(question):
    return "7" if question.endswith("7?") else "8"


@pytest.fixture(scope="module")
def missions(tmp_path_factory):
    cases = [
        {"id": f"m{n}", "input": f"Clear hall {n}", "eval_type": "ops", "scene": f"hall {n % 2}"}
        | {"actions_required": ACTIONS}
        for n in range(24)
    ]
    out = tmp_path_factory.mktemp("missions") / "run"
    return evaluate(play, cases, out=out, scorers=["ops.mission"], run={"epochs": 2})


@pytest.fixture(scope="module")
def questions(tmp_path_factory):
    cases = [
        {"id": f"q{n}", "input": f"Is it {n % 9}?", "answer": "7", "scene": f"hall {n % 2}"}
        for n in range(24)
    ]
    out = tmp_path_factory.mktemp("questions") / "run"
    return evaluate(answer, cases, out=out, run={"epochs": 2})


def level_of(run):
    return next(one for one in run.content.findings if one.group == "level")


@pytest.mark.slow
def test_what_is_lacking_is_said_of_functional_cases(missions):
    said = markdown(missions.content)
    assert "no functional case has a verdict" in said
    assert "no functional case has a latency" in said
    assert "no case has a verdict" not in said


@pytest.mark.slow
def test_the_level_points_to_what_was_measured(missions, questions):
    assert missions.indicators["ops.effectiveness"].value is not None
    assert level_of(missions).indicators == ("ops.effectiveness",)
    assert level_of(questions).indicators == ("base.accuracy",)


@pytest.mark.slow
def test_a_table_of_repeats_is_not_shown_empty(missions, questions):
    assert missions.content.repeats == ()
    assert "pass@k" not in markdown(missions.content)
    assert [one.k for one in questions.content.repeats] == [1, 2]


def test_tables_by_scenario_are_not_denied(missions):
    said = markdown(missions.content)
    assert "hall 1" in said
    assert "name no scenario" not in said


def test_without_scenarios_that_is_said(tmp_path):
    cases = [{"id": "a", "input": "Is it 7?", "answer": "7"}]
    said = markdown(evaluate(answer, cases, out=tmp_path / "run").content)
    assert "The cases name no scenario and no domain" in said


@pytest.mark.slow
def test_pairs_of_answers_are_of_different_cases_that_expect_one(missions, tmp_path):
    cases = [{"id": f"q{n}", "input": f"How many? {n}", "answer": "9"} for n in range(4)]
    wrong = evaluate(answer, cases, out=tmp_path / "run", run={"epochs": 3})
    pairs = wrong.summary["judging"]["warning"]["pairs"]
    assert [one["case_id"] for one in pairs] == ["q0", "q1", "q2"]
    passed = missions.summary["judging"]["warning"]
    assert passed is None or passed["pairs"] == []

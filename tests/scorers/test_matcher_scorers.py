"""`text.contains`, `text.match`, `text.polarity`: the matchers over whole datasets."""

from __future__ import annotations

import pytest

from steelyard.scorers import SCORERS, run_scorers
from steelyard.scorers.matchers.place import match_place


def scored(id_, batch, **params):
    result = run_scorers(batch, [(id_, params)])
    assert result.failures == []
    return result.columns


def test_planted_truth():
    batch = {
        "input": ["Capital of France?"] * 4,
        "expected_output": ["Paris"] * 4,
        "output": ["It is Paris.", "It is not Paris.", "Lyon", "Capital of France?"],
    }
    assert scored("text.contains", batch) == {
        "text_contains": [True, False, False, False],
        "text_contains_evidence": ["paris", "denied", "absent", "echo"],
    }
    assert scored("text.contains", batch, guards=False)["text_contains"] == [
        *(True, True, False, False),
    ]
    assert scored("text.match", batch)["text_match"] == [True, False, False, False]


def test_yes_and_no():
    batch = {"expected_output": ["no"] * 3, "output": ["这里禁止停车。", "Yes.", "I don't know."]}
    assert scored("text.polarity", batch) == {
        "text_polarity": [True, False, False],
        "text_polarity_evidence": ["no", "yes", "unread"],
    }


@pytest.mark.parametrize("id_", ["text.contains", "text.match", "text.polarity"])
def test_a_silent_agent_is_wrong_and_a_missing_side_has_no_verdict(id_):
    column = id_.replace(".", "_")
    batch = {"expected_output": ["yes", "yes", None], "output": ["", None, "yes"]}
    found = scored(id_, batch)
    assert found[column] == [False, None, None]
    assert found[f"{column}_evidence"][1:] == [None, None]
    assert SCORERS.get(id_).verdict == column


def test_one_of_several_references_is_enough():
    batch = {
        "references": [["不知道", "信息不足"], ["Lyon", "Nice"]],
        "output": ["信息不足。", "Paris"],
    }
    assert scored("text.contains", batch)["text_contains"] == [True, False]


def test_the_answer_after_a_repeated_question_counts():
    question = "Is the capital Paris or Lyon, and why?"
    batch = {"input": [question] * 2, "expected_output": ["Paris"] * 2}
    batch["output"] = [f"{question} Paris.", f"{question} Lyon."]
    assert scored("text.contains", batch)["text_contains"] == [True, False]


def test_case():
    batch = {"expected_output": ["IT"], "output": ["It is what it is"]}
    assert scored("text.contains", batch)["text_contains"] == [True]
    for id_ in ("text.contains", "text.match"):
        assert scored(id_, batch, ignore_case=False)[id_.replace(".", "_")] == [False]


@pytest.mark.parametrize(
    ("expected", "reply", "where", "passed", "evidence"),
    [
        ("Paris", "It is Paris.", "end", True, "paris"),
        ("Paris", "It is **Paris**!", "end", True, "paris"),
        ("Paris", "It is (Paris)", "end", True, "paris"),
        ("Paris", "Paris it is", "end", False, "absent"),
        ("Paris", "Paris it is", "begin", True, "paris"),
        ("Paris", "“Paris”, it is", "begin", True, "paris"),
        ("Paris", "It is Paris.", "begin", False, "absent"),
        ("Paris", "I say Paris, yes", "anywhere", True, "paris"),
        ("Paris", "It is not Paris", "end", False, "denied"),
        ("Paris", "Lyon or Paris", "end", False, "denied"),
        ("Paris", "Paris is wrong", "begin", False, "denied"),
        ("is", "Paris", "end", False, "absent"),
        ("no signal", "There is no signal.", "end", True, "no signal"),
        ("巴黎", "答案是巴黎。", "end", True, "巴黎"),
        ("巴黎", "巴黎，法国首都", "begin", True, "巴黎"),
        ("巴黎", "不是巴黎", "end", False, "denied"),
        ("74", "The answer is 74.", "end", True, "74"),
        ("74", "40 + 34 = 74.0 boxes", "end", True, "74.0"),
        ("74", "74 boxes, 3 of them open", "end", False, "3"),
        ("74", "74 boxes, 3 of them open", "begin", True, "74"),
        ("74", "There are 3 of 74", "anywhere", True, "74"),
        ("74", "It is not 74", "end", False, "denied"),
        ("74", "174", "end", False, "174"),
        ("74", "none", "end", False, "unread"),
        ("$1,200.50", "It costs $1200.5", "end", True, "1200.5"),
        ("-5", "It is -5", "end", True, "-5"),
        ("-5", "It is 5", "end", False, "5"),
        ("0.5", "about .5", "end", True, ".5"),
        ("7", "共７个", "end", True, "7"),
        ("", "anything", "end", False, "absent"),
        ("Paris", "", "end", False, "absent"),
    ],
)
def test_match_at_a_place(expected, reply, where, passed, evidence):
    assert match_place(expected, reply, where=where) == (passed, evidence)

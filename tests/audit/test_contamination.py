"""Contamination: planted duplicates are found, different questions are not taken for equal."""

from __future__ import annotations

import pytest

from steelyard.audit import find_contamination
from steelyard.audit.near_duplicates import find_pairs, normalized

LONG = (
    "Please tell me in one short sentence what the opening hours of the town library "
    "are on a {} in winter"
)


def case(number, text, **fields):
    return {"case_id": f"c{number}", "input": text, **fields}


def kinds(cases):
    return {one.kind: one for one in find_contamination(cases)}


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("What is Ｂig?", "what is big", True),
        ("北京在哪里？", "北京在哪里", True),
        (LONG.format("Sunday"), LONG.format("Sunday") + " please", True),
        ("What is 12 + 34?", "What is 34 + 12?", False),
        ("Is C++ fast?", "Is C fast?", False),
        (LONG.format("1 May"), LONG.format("2 May"), False),
        ("甲是谁？", "乙是谁？", False),
        ("", "", True),
    ],
)
def test_pairs(one, other, same):
    found = list(find_pairs({"a": normalized(one)}, {"b": normalized(other)}))
    assert found == ([("b", "a")] if same else [])


def test_known_and_unknown_scenarios_that_share_inputs():
    known = [case(n, f"Question number {n}?", scene_type="train") for n in range(5)]
    unknown = [
        case(10, "question number 3", scene_type="unknown"),
        case(11, "Another one?", scene_type="non_train"),
    ]
    found = kinds(known + unknown)
    assert found["scenarios"].examples == ("c10 = c3",)
    assert (found["scenarios"].count, found["scenarios"].total) == (1, 2)


def test_a_holdout_that_is_none():
    cases = [
        case(n, f"Question {n % 3}?", scene_type=("train", "unknown")[n // 3]) for n in range(6)
    ]
    assert kinds(cases)["holdout"].count == 3


def test_splits_that_share_inputs():
    cases = [
        case(1, "Where is Paris?", metadata={"split": "train"}),
        case(2, "where is paris", metadata={"split": "test"}),
        case(3, "Where is Rome?", metadata={"split": "test"}),
    ]
    assert kinds(cases)["splits"].detail == "train / test"
    assert kinds(cases)["splits"].count == 1


def test_answers_in_their_own_input():
    cases = [
        case(1, "The capital of France is Paris. What is it?", expected_output="Paris"),
        case(2, "What is the capital of Italy?", expected_output="Rome"),
        case(3, "Is it open? Answer yes or no.", expected_output="yes"),
    ]
    assert kinds(cases)["answer_in_input"].examples == ("c1",)


def test_a_canary():
    guid = "26b5c67b-86a4-4d0f-9a3e-0123456789ab"
    cases = [case(1, "Hi?", metadata={"note": f"BENCHMARK DATA, canary GUID {guid}"})]
    assert kinds(cases)["canary"].detail == guid


def test_clean_data_have_nothing():
    assert find_contamination([case(n, f"What is {n}?") for n in range(20)]) == []
    assert find_contamination([]) == []


def test_a_hundred_thousand_cases_are_compared_through_rare_words():
    known = {f"k{n}": f"the price of item {n} in shop {n % 97}" for n in range(20_000)}
    other = {
        f"o{n}": f"the price of item {n} in shop {n % 97} now" for n in range(0, 20_000, 4_000)
    }
    assert len(list(find_pairs(known, other))) <= len(other)

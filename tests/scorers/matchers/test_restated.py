"""A yes/no question turned into a statement says yes; anything less says nothing."""

from __future__ import annotations

import pytest

from steelyard.scorers import run_scorers
from steelyard.scorers.matchers.polarity import match_polarity
from steelyard.scorers.matchers.restated import restates


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("Is the valve open?", "The valve is open."),
        ("Is Paris the capital of France?", "Paris is the capital of France."),
        ("Does water expand when it freezes?", "Water expands when it freezes."),
        ("Does the hotel offer breakfast?", "The hotel offers a free breakfast, from 7 on."),
        ("餐厅提供早餐吗？", "餐厅提供早餐。"),
        ("餐厅提供早餐吗？", "提供早餐。"),
        ("餐厅是否提供早餐？", "餐厅提供免费早餐。"),
        ("这款手机防水吗？", "防水的，但不建议长时间浸泡。"),
        ("他来了吗？", "他来了。"),
    ],
)
def test_a_restated_question_is_a_yes(question, reply):
    assert restates(question, reply)
    assert match_polarity("yes", reply, question=question).passed
    assert not match_polarity("no", reply, question=question).passed


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("Is the valve open?", ""),
        ("Is the valve open?", "The valve is closed."),
        ("Is the valve open?", "Is the valve open?"),
        ("Is the valve open?", "The valve is rarely open."),
        ("Is the valve open?", "Many people think the valve is open."),
        ("Is the valve open?", "You asked whether the valve is open."),
        ("Is Lyon the capital of France?", "Paris is the capital of France."),
        ("餐厅提供早餐吗？", "餐厅提供午餐。"),
        ("餐厅提供早餐吗？", "早餐。"),
        ("餐厅几点提供早餐？", "餐厅提供早餐。"),
        ("他来了吗？", "他快来了。"),
        ("Passage.\nIs it open?", "Passage. It is open."),
    ],
)
def test_anything_less_is_not(question, reply):
    assert not restates(question, reply)


@pytest.mark.parametrize(
    "reply",
    [
        "The valve is not open.",
        "The valve is open. Wait, no, it is closed.",
        "The valve is open: this is false.",
    ],
)
def test_a_statement_that_is_denied_or_taken_back_stays_a_no(reply):
    found = match_polarity("no", reply, question="Is the valve open?")
    assert (found.passed, found.evidence) == (True, "no")


def test_the_scorer_of_the_same_rule_reads_the_question_too():
    batch = {"input": ["Is the valve open?", None], "expected_output": ["yes", "yes"]}
    batch["output"] = ["The valve is open."] * 2
    columns, _ = run_scorers(batch, [("text.polarity", {})])
    assert columns["text_polarity"] == [True, False]

"""Dates as expected answers: every spelling of the same day, and no other day."""

from __future__ import annotations

import re

import pytest

from steelyard.scorers import judge_answer
from steelyard.scorers.matchers.dates import CalendarDate, date_pattern, read_date
from tests.looped import looped

SPELLINGS = [
    "March 3, 1918",
    "March 3rd 1918",
    "Mar. 3, 1918",
    "3 March 1918",
    "3rd of March, 1918",
    "1918-03-03",
    "1918/3/3",
    "1918年3月3日",
    "1918年03月03号",
]


@pytest.mark.parametrize("written", SPELLINGS)
def test_every_spelling_is_read_and_found(written):
    date = CalendarDate(1918, 3, 3)
    assert read_date(written) == date
    assert re.search(date_pattern(date), f"it was signed on {written.lower()}.")
    case = {"input": "When was it signed?", "expected_output": written}
    for said in SPELLINGS:
        verdict = judge_answer(case, f"It was signed on {said}.")
        assert (verdict.passed, verdict.verdict_by) == (True, "contains")


@looped("expected", SPELLINGS)
@looped(
    "reply",
    [
        "It was signed on May 3, 1918.",
        "It was signed on March 13, 1918.",
        "It was signed on March 3, 1919.",
        "签署于1918年3月31日。",
        "It was not signed on March 3, 1918.",
        "It was signed in March 1918.",
    ],
)
def test_another_or_a_denied_day_fails(expected, reply):
    case = {"input": "When was it signed?", "expected_output": expected}
    assert judge_answer(case, reply).passed is False


def test_the_year_may_be_open():
    assert read_date("July 4") == CalendarDate(None, 7, 4)
    assert read_date("7月4日") == CalendarDate(None, 7, 4)
    case = {"input": "When is it?", "expected_output": "July 4"}
    assert judge_answer(case, "It is on the 4th of July.").passed is True
    assert judge_answer(case, "It is on July 14.").passed is False


@pytest.mark.parametrize(
    "text", ["", "3", "March", "1918", "Marching 3", "1918-13-03", "May 32", "on March 3", "3-4"]
)
def test_other_texts_are_no_dates(text):
    assert read_date(text) is None

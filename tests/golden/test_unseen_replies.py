"""Replies written and judged by hand from the specification.

The first 550 rows (`S`) were written without sight of the code and tried once: precision 0.965,
recall 0.971; the next 202 (`T`), written with sight of it after the first mends: 0.952 and 0.952.
A later set of 508 (`U`), again without sight of the code: 0.977 and 0.956; the 70 (`W`) that try
the mends it led to: 0.944 and 0.872. A third set of 445 (`X`) without sight of the code, with more
of what chat models add: 0.974 and 0.917; the 86 (`Y`) that try its mends: 0.957 and 0.900; 87
ordinary ones (`Z`) after these: 0.981 and 0.927. Faults with a general cause were mended each time.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from steelyard.scorers import judge_answer

ROWS = [
    json.loads(line)
    for line in Path(__file__).with_name("unseen_replies.jsonl").read_text("utf-8").splitlines()
]
KNOWN_FAULTS = {
    "S065",  # 2^20 is read by value, although the question asks to work it out
    "S132",  # two measures one after the other, without a marker: the last is taken
    "U123",  # the same
    "U141",  # the same
    "U144",  # the same
    "X034",  # the same: "78.37 °C at 1 atm"
    "X058",  # the same
    "X120",  # the same
    "Y016",  # the same
    "Z002",  # the same
    "X060",  # 12 500 may be two numbers
    "X434",  # 不要开关电器 and 打开电器: antonyms in free text
    "Y024",  # a check that ends in another answer without saying so
    "T067",  # "more than 17"
    "T173",  # 不能不签: the question itself is negated
    "T177",  # 可以不签: the same
}


@pytest.mark.parametrize("rule", sorted({row["verdict_by"] for row in ROWS}))
def test_a_reply_is_judged_as_a_careful_reader_judges_it(rule):
    rows = [row for row in ROWS if row["verdict_by"] == rule]
    assert {row["passed"] for row in rows} == {True, False}
    wrong = []
    for row in rows:
        verdict = judge_answer(row["case"], row["output"], tuple(row.get("labels", ())))
        assert verdict.verdict_by == rule, row["id"]
        if verdict.passed is not row["passed"]:
            wrong.append(row["id"])
    assert set(wrong) == {row["id"] for row in rows} & KNOWN_FAULTS


@pytest.mark.parametrize("reply", ["", " ", "\n", "\u200b", None])
def test_no_case_is_passed_by_silence(reply):
    for row in ROWS:
        assert judge_answer(row["case"], reply, tuple(row.get("labels", ()))).passed is False


def test_options_without_text_or_with_signs_of_patterns_are_read():
    blank = {"input": "?", "choices": ["", "", ""], "expected_output": "A"}
    assert judge_answer(blank, "x and B) y").passed is False
    signs = {"input": "?", "choices": ["a+b", "(c", "[d"], "expected_output": "A, C"}
    assert judge_answer(signs, "A) a+b and C) [d").passed is True
    assert judge_answer(signs, "A) a+b and B) (c").passed is False

"""Asking back is told from answering, and decides the cases that want it."""

from __future__ import annotations

import pytest

from steelyard.scorers import decide
from steelyard.scorers.text.clarified import clarified

ASKS = [
    "请问您指的是哪个仓库？",
    "您的指令自相矛盾：不能同时满足。",
    "JSON 格式有误，无法解析",
    "输入内容不完整",
    "能否提供完整的订单号。",
    "The JSON is malformed near line 1.",
    "Your message seems to be cut off.",
    "I’m not sure which file you mean. Could you tell me more?",
    "Ｃｏｕｌｄ you clarify the amount.",
]
ANSWERS = [
    "",
    "北京",
    "总额为 42 元。",
    "请注意安全。",
    "The capital is Paris.",
    "According to the text, the report was sent on Monday.",
    "The data is in the table.",
]


@pytest.mark.parametrize("text", ASKS)
def test_asking_back(text):
    assert clarified(text)


@pytest.mark.parametrize("text", ANSWERS)
def test_answering(text):
    assert not clarified(text)


def test_it_decides_only_cases_that_want_it():
    batch = {
        "output": ["哪个？", "42", "哪个？", "42"],
        "expected_behavior": ["clarify", "clarify", None, "answer"],
        "text_clarified": [True, False, True, False],
        "text_exact_match": [False, True, False, True],
    }
    assert decide(batch, "text_exact_match")["passed"] == [True, False, False, True]

"""The linguistic matchers on the bundled cases: right answers pass, doing nothing does not."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from steelyard.scorers.matchers.contains import is_short, match_contains
from steelyard.scorers.matchers.echo import is_echo, without_input
from steelyard.scorers.matchers.keywords import match_keywords
from steelyard.scorers.matchers.normalize import without_punctuation


def demo_rows():
    for line in (files("steelyard.demo") / "cases.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        expected = case.get("references") or case.get("expected_output")
        if expected:
            yield case["input"], expected if isinstance(expected, list) else [expected]


ROWS = list(demo_rows())
UNKNOWN = ["不知道。", "不知道，信息不足。", "信息不足，不能确定。"]


def passes(question, answers, reply):
    return any(gives(question, answer, reply) for answer in answers)


def gives(question, answer, reply):
    if without_punctuation(answer) == without_punctuation(reply):
        return True
    if is_echo(question, reply):
        return False
    if is_short(answer):
        return match_contains(answer, without_input(question, reply)).passed
    return match_keywords(answer, reply, question=question).passed


@pytest.mark.parametrize(
    "wrapping",
    [
        "{}",
        "The answer is {}",
        "答案是{}",
        "Let me think about this carefully. {} I hope this helps.",
        "我来回答一下。{}希望对你有帮助。",
        "{}\n\nLet me know if you have questions.",
        "**{}**",
        "“{}”",
        "Sure! Here is the answer: {}",
        "根据资料，{}以上。",
    ],
)
def test_every_expected_answer_passes(wrapping):
    for question, answers in ROWS:
        for answer in answers:
            assert passes(question, answers, wrapping.format(answer)), answer


@pytest.mark.parametrize(
    "reply",
    [
        *("OK", "Sure!", "yes", "no", "...", "?", "1", "0", "42", "A", "N/A", "None", "null", "{}"),
        *("好的", "是", "否", "可以", "不可以", "谢谢", "答案", "的了是在", "这是一个好问题。"),
        *(
            "Hello! How can I help you?",
            "您好，请问有什么可以帮您？",
            "It depends.",
            "视情况而定。",
        ),
        *("I'm sorry, I can't help with that.", "抱歉，我无法回答这个问题。", "请参考相关资料。"),
        *("Error: timeout", "lorem ipsum dolor sit amet", "This is a great question."),
    ],
)
def test_a_reply_that_does_nothing_passes_nowhere(reply):
    assert [row for row in ROWS if passes(*row, reply)] == []


@pytest.mark.parametrize(
    "reply", ["I do not know", "I don't know.", "不知道", "我不知道。", "I am not sure."]
)
def test_not_knowing_passes_only_where_that_is_right(reply):
    assert {tuple(answers) for question, answers in ROWS if passes(question, answers, reply)} == {
        tuple(UNKNOWN)
    }


@pytest.mark.parametrize(
    "repeat",
    [
        lambda text: text,
        lambda text: text[::-1],
        lambda text: f"{text}!",
        lambda text: text.upper(),
        lambda text: text + text,
        lambda text: text[:-1],
        lambda text: text[: len(text) * 3 // 4],
        lambda text: text[: len(text) // 2],
        lambda text: " ".join(reversed(text.split())),
        lambda text: f"You asked: {text}",
        lambda text: f"您的问题是：{text}",
    ],
)
def test_an_echo_passes_nowhere(repeat):
    assert [row for row in ROWS if passes(*row, repeat(row[0]))] == []


def test_the_answer_to_another_case_does_not_pass():
    texts = list({tuple(answers): (question, answers) for question, answers in ROWS}.values())
    wrong = [
        (answers, others[0])
        for at, (question, answers) in enumerate(texts)
        for _, others in texts[at % 7 :: 7]  # a seventh of all pairs is enough
        if answers != others and passes(question, answers, others[0])
    ]
    # "Call 120" and "the number is 120" are one answer; plain numbers are judged by `number`.
    assert all("120" in answers[0] or answers[0][0].isdigit() for answers, _ in wrong), wrong

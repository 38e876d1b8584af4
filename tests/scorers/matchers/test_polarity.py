"""`polarity`: yes, no, or neither."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.scorers.matchers.match import UNREAD
from steelyard.scorers.matchers.polarity import is_polarity_word, match_polarity, read_polarity
from tests.looped import looped
from tests.scorers.matchers.polarity_cases import NEITHER, NO, YES
from tests.tries import tries


def lines(table):
    return [line.replace("\\n", "\n") for line in table.strip().splitlines()]


@looped("text", lines(YES))
def test_yes(text):
    assert read_polarity(text) == 1
    assert match_polarity("yes", text) == (True, "yes")
    assert match_polarity("不可以", text) == (False, "yes")


@looped("text", lines(NO))
def test_no(text):
    assert read_polarity(text) == -1
    assert match_polarity("no", text) == (True, "no")
    assert match_polarity("可以", text) == (False, "no")


@looped("text", [*lines(NEITHER), "", " ", "\u200b"])
def test_neither(text):
    assert read_polarity(text) == 0
    for expected in ("yes", "no", "是", "否"):
        assert match_polarity(expected, text) == (False, UNREAD)


def test_the_tables_are_long_enough_to_mean_something():
    assert min(len(lines(YES)), len(lines(NO))) >= 90
    assert len(lines(NEITHER)) >= 40


WORDS = {
    1: ["yes", "True.", "Correct", "是", "对。", "可以", "正确"],
    -1: ["no", "False", "否", "错", "不可以"],
}
PHRASES = [
    "{}",
    "{}.",
    "The answer is {}.",
    "Answer: {}",
    "**{}**",
    "答案是{}。",
    "答案：{}",
    "“{}”",
    "{}\n\nThere is not much to add.",
    "{}，理由不再赘述。",
]


@looped("phrase", PHRASES)
@looped(("sign", "word"), [(s, w) for s, words in WORDS.items() for w in words])
def test_a_wrapped_word_keeps_its_sign(sign, word, phrase):
    assert read_polarity(phrase.format(word)) == sign


@pytest.mark.parametrize(
    "word", ["Yes", "no.", "TRUE", "否。", "是的", "不可以", "没有", "√", "无"]
)
def test_words_for_yes_and_no(word):
    assert is_polarity_word(word)


@pytest.mark.parametrize(
    "word", ["", "right", "left", "Paris", "yesterday", "不知道", "可以停车", "42", "。"]
)
def test_other_words(word):
    assert not is_polarity_word(word)


@tries(60, 300)
@given(st.text(max_size=200))
def test_any_text_is_read(text):
    assert read_polarity(text) in (-1, 0, 1)


@pytest.mark.parametrize(
    "text", ["不" * 1_000_000, "yes or no " * 100_000, "wait " * 200_000, "答案是" * 300_000]
)
def test_a_megabyte_is_read(text):
    assert read_polarity(text) in (-1, 0, 1)
    assert read_polarity("Yes. " + text.replace("wait", "then").replace("or", "and")) in (0, 1)

"""`contains`: a mention counts only where the reply asserts it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.scorers.matchers.contains import is_short, match_contains, match_substring
from steelyard.scorers.matchers.match import ABSENT, DENIED
from tests.looped import looped
from tests.scorers.matchers.contains_cases import ASSERTED, NOT_ASSERTED
from tests.scorers.matchers.phrasings import DENIALS, WRAPPINGS
from tests.tries import tries

CITIES = ["Paris", "Lyon", "Canberra", "New York", "Rio", "巴黎", "里昂", "北京", "堪培拉", "纽约"]


def pairs(table):
    rows = [line.replace("\\n", "\n").split(" | ") for line in table.strip().splitlines()]
    assert all(len(row) == 2 for row in rows)
    return rows


@looped(("expected", "reply"), pairs(ASSERTED))
def test_an_asserted_answer_passes(expected, reply):
    assert match_contains(expected, reply).passed


@looped(("expected", "reply"), pairs(NOT_ASSERTED))
def test_an_answer_that_is_not_asserted_fails(expected, reply):
    match = match_contains(expected, reply)
    assert not match.passed
    assert match.evidence in (ABSENT, DENIED)


def test_the_tables_are_long_enough_to_mean_something():
    assert len(pairs(ASSERTED)) >= 150
    assert len(pairs(NOT_ASSERTED)) >= 150


@pytest.mark.parametrize("reply", ["", " ", "\n", "...", "\u200b", "?", "🙂"])
def test_a_reply_that_says_nothing_is_absent(reply):
    assert match_contains("Paris", reply) == (False, ABSENT)
    assert match_contains("巴黎", reply) == (False, ABSENT)


@pytest.mark.parametrize("expected", ["", " ", "...", "。", "\u200b"])
def test_an_expected_answer_that_says_nothing_never_passes(expected):
    assert match_contains(expected, "Paris").passed is False


@pytest.mark.parametrize(
    ("expected", "reply", "evidence"),
    [
        ("the Nile", "It is the River Nile.", "nile"),
        ("巴黎", "首都是巴黎。", "巴黎"),
        ("Paris", "Lyon", ABSENT),
        ("Paris", "Not Paris.", DENIED),
        ("Paris", "I don't know, Paris?", DENIED),
    ],
)
def test_the_evidence_is_what_was_read(expected, reply, evidence):
    assert match_contains(expected, reply).evidence == evidence


@tries(60, 300)
@given(st.sampled_from(CITIES), st.sampled_from(WRAPPINGS))
def test_a_wrapped_answer_always_passes(city, wrapping):
    assert match_contains(city, wrapping.format(city)).passed


@tries(60, 300)
@given(st.sampled_from(CITIES), st.sampled_from(DENIALS))
def test_a_denied_answer_never_passes(city, denial):
    assert not match_contains(city, denial.format(city)).passed


@tries(60, 300)
@given(st.sampled_from(CITIES), st.sampled_from(CITIES), st.sampled_from(WRAPPINGS))
def test_another_answer_never_passes(city, other, wrapping):
    if city != other:
        assert match_contains(city, wrapping.format(other)).evidence == ABSENT


@tries(60, 300)
@given(st.text(max_size=60), st.text(max_size=200))
def test_any_text_is_read(expected, reply):
    match = match_contains(expected, reply)
    assert match.evidence
    assert match_contains(expected, reply, ignore_case=False).passed <= match.passed


@pytest.mark.parametrize(
    "reply",
    [
        "not paris or " * 80_000,
        "不是巴黎" * 250_000,
        "not " * 250_000 + "paris",
        "不" * 1_000_000 + "巴黎",
        "1" * 1_000_000,
        "(" * 500_000 + "paris" + ")" * 500_000,
        "is it paris? no " * 60_000,
        "*a " * 300_000,
        "paris isn't, " * 80_000,
    ],
    ids=lambda reply: reply[:12],
)
def test_a_megabyte_that_denies_or_says_nothing_fails(reply):
    assert not match_contains("paris" if "paris" in reply else "巴黎", reply).passed


@pytest.mark.parametrize("filler", ["lorem ipsum. ", "不知所云。", "123 ", "\n"])
def test_a_megabyte_that_ends_with_the_answer_passes(filler):
    assert match_contains("Paris", filler * (1_000_000 // len(filler)) + " It is Paris.").passed
    assert match_contains("巴黎", "答案是巴黎。" + filler * (1_000_000 // len(filler))).passed


def test_case_matters_when_it_should():
    assert match_contains("IT", "It is IT.", ignore_case=False).passed
    assert not match_contains("IT", "It is late.", ignore_case=False).passed
    assert match_contains("IT", "It is late.").passed


def test_without_guards_any_mention_counts():
    assert match_substring("Paris", "not Paris").passed
    assert match_substring("Java", "JavaScript").passed
    assert not match_substring("paris", "PARIS", ignore_case=False).passed
    assert match_substring("Paris", "Lyon") == (False, ABSENT)
    assert match_substring("", "Lyon") == (False, ABSENT)


@pytest.mark.parametrize(
    ("expected", "short"),
    [
        ("Paris", True),
        ("the city of light", True),
        ("in the city of light", False),
        ("a very big old city", True),  # the article is not counted
        ("Pull the pin.", False),
        ("Two-factor authentication.", True),
        ("A torque wrench.", True),
        ("Pascal's law.", True),
        ("Class B, flammable liquids.", False),
        ("First in, first out", False),
        ("2024-05-01", True),
        ("18:00", True),
        ("U.S.", True),
        ("C++", True),
        ("儿科。", True),
        ("耳鼻喉科。", True),
        ("电动机反转。", False),
        ("公安机关出入境管理", False),
        ("干粉灭火器", True),
        ("一二三四五六七八", True),
        ("一二三四五六七八九", False),
        ("使用GPT模型", True),  # 4 characters and a word, which counts 2
        ("在服务器上使用GPT", False),
        ("蓝色、黄色", False),
        ("邮编00012", True),
        ("乙类非处方药安全性更高。", False),
        ("", False),
        ("。", False),
    ],
)
def test_what_is_short(expected, short):
    assert is_short(expected) is short

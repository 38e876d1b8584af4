"""Number words read back: against an independent writer of Chinese numerals and of English."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.scorers.matchers.number import match_number
from steelyard.scorers.matchers.numerals import chinese_value, english_value
from tests.tries import tries

DIGITS = "零一二三四五六七八九"
ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
TENS = ["-", "-", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def chinese(n):
    """Write a number as 小学数学 teaches it: in groups of four, one 零 for any gap."""
    groups = []
    while n:
        n, group = divmod(n, 10_000)
        groups.append(group)
    said = ""
    for at in reversed(range(len(groups))):
        group = groups[at]
        if not group:
            said += "零" if said and not said.endswith("零") else ""
            continue
        if said and group < 1000 and not said.endswith("零"):
            said += "零"
        said += _four(group) + ("", "万", "亿", "万亿")[at]
    said = said.rstrip("零") or "零"
    return said.removeprefix("一") if said.startswith("一十") else said


def _four(group):
    said, gap = "", False
    for size, sign in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = group // size % 10
        if digit:
            said += ("零" if gap and said else "") + DIGITS[digit] + sign
            gap = False
        else:
            gap = True
    return said


def english(n):
    if n < 20:
        return ONES[n]
    if n < 100:
        return TENS[n // 10] + (f"-{ONES[n % 10]}" if n % 10 else "")
    if n < 1000:
        rest = f" and {english(n % 100)}" if n % 100 else ""
        return f"{ONES[n // 100]} hundred{rest}"
    for size, name in ((10**9, "billion"), (10**6, "million"), (10**3, "thousand")):
        if n >= size:
            return f"{english(n // size)} {name}" + (f" {english(n % size)}" if n % size else "")
    raise AssertionError(n)


SIZES = st.one_of(st.integers(0, 200), st.integers(0, 99_999), st.integers(0, 10**12 - 1))


@tries(150, 1000)
@given(n=SIZES)
def test_chinese_numerals_are_read_back(n):
    assert chinese_value(chinese(n)) == n
    assert match_number(str(n), f"一共是{chinese(n)}元。").passed


@tries(150, 1000)
@given(n=SIZES)
def test_english_words_are_read_back(n):
    assert english_value(english(n)) == n
    assert match_number(str(n), f"I counted {english(n)}.").passed


@tries(100, 500)
@given(n=st.integers(0, 10**8), other=st.integers(0, 10**8))
def test_other_numerals_do_not_pass(n, other):
    assert match_number(str(n), f"共{chinese(other)}元").passed is (n == other)
    assert match_number(str(n), f"There are {english(other)}").passed is (n == other)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("四百零六", 406), ("四百六十", 460), ("四百六", 460), ("一百二", 120), ("一百零二", 102),
        ("一千二", 1200), ("一千零二十", 1020), ("一万二", 12_000), ("一万零二百", 10_200),
        ("二十", 20), ("十", 10), ("十五", 15), ("两千零二十四", 2024), ("二〇二四", 2024),
        ("一亿二千万", 120_000_000), ("一万亿", 10**12), ("三点五", 3.5), ("十二点零五", 12.05),
        ("零", 0), ("壹佰贰拾", 120), ("三千万", 30_000_000), ("一亿零五", 100_000_005),
    ],
)  # fmt: skip
def test_chinese_by_hand(text, value):
    assert chinese_value(text) == value


@pytest.mark.parametrize(
    "text", ["", "百", "万", "千万", "三五", "两三", "十百", "百千", "一百百", "三点"]
)
def test_no_chinese_numeral(text):
    assert chinese_value(text) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("one hundred and five", 105), ("a hundred", 100), ("twenty-one", 21), ("two dozen", 24),
        ("two thirds", 2 / 3), ("three and a half", 3.5), ("half", 0.5), ("one half", 0.5),
        ("three quarters", 0.75), ("two and three quarters", 2.75), ("a quarter", 0.25),
        ("half a dozen", 6), ("three point one four", 3.14), ("nineteen hundred", 1900),
        ("nineteen ninety-eight", 1998), ("twenty twenty-four", 2024),
    ],
)  # fmt: skip
def test_english_by_hand(text, value):
    assert english_value(text) == pytest.approx(value)


@pytest.mark.parametrize("text", ["one two three", "thirty forty", "five six", "fifty eleven"])
def test_no_english_number(text):
    assert english_value(text) is None

"""The number matcher: judged answers, quantities that are none, properties, hostile replies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from steelyard.scorers.matchers.match import UNREAD
from steelyard.scorers.matchers.number import match_number, numbers_in, read_quantity
from tests.looped import looped
from tests.scorers.matchers import number_cases
from tests.tries import tries

CASES = [
    pytest.param(*case, id=f"{name.lower()}-{at}")
    for name, table in vars(number_cases).items()
    if name.isupper()
    for at, case in enumerate(table)
]
# Whole replies, judged by hand. With two measures and no marker the last counts: a known limit.
LINES = (Path(__file__).parent / "number_replies.jsonl").read_text("utf-8").splitlines()
REPLIES = [json.loads(line) for line in LINES]
PHRASINGS = [
    "{}",
    "The answer is {}.",
    "**Answer:** {}",
    "Let me think. 12 + 30 is 42, minus 2 is 40. So the result is {}.",
    "It is {}, because 3 rows of 4 make 12.",
    "\\[ \\boxed{{{}}} \\] (checked against 17)",
    "3 * 4 = 12 <<3*4=12>>\n#### {}",
    "答案是{}。",
    "先算3乘4，再减去2，所以一共是 {} 个。",
    "不是990017，而是{}。",
    "1. Read the 3 lines\n2. Add them\n\nTotal: {}",
]
NUMBERS = st.one_of(
    st.integers(-(10**9), 10**9).map(str),
    st.integers(1000, 10**9).map(lambda n: f"{n:,}"),
    st.decimals(-(10**6), 10**6, places=2).map(str),
)


@looped(("expected", "reply", "passed"), CASES)
def test_judged_answers(expected, reply, passed):
    found = match_number(expected, reply)
    assert found.passed is passed
    assert found.evidence


@looped("row", REPLIES, ids=range(len(REPLIES)))
def test_judged_replies(row):
    assert match_number(row["expected"], row["output"]).passed is row["passed"]


@pytest.mark.parametrize(
    ("question", "expected", "reply", "passed"),
    [
        ("How far in 3 hours?", "180", "It drives 180 km in 3 hours.", True),
        ("How far in 3 hours?", "3", "It drives 180 km in 3 hours.", False),
        ("How far does it drive?", "180", "It drives 180 km in 3 hours.", False),  # the last counts
        ("How many hours for 180 km?", "3", "It needs 3 hours for 180 km.", True),
        ("多少个月是31天？", "7", "有七个月是31天。", True),
        ("12 crates of 13. How many?", "156", "It carries 156 bottles in 12 crates.", True),
        ("12 crates of 13. How many?", "12", "It carries 156 bottles in 12 crates.", False),
        ("12 crates of 13. How many?", "14", "It carries 156 bottles and 14 crates.", True),
        ("盒中共5个球，取2个又放回2个，共几个？", "5", "先剩3个，再放回2个，共5个。", True),
        ("There are 5 in 1 box. How many?", "5", "There are 5 in 1 box.", True),
    ],
)
def test_what_the_question_says_is_no_answer(question, expected, reply, passed):
    assert match_number(expected, reply, question=question).passed is passed


def test_the_table_is_large_enough():
    assert len(CASES) + len(REPLIES) >= 600


@looped(
    "text",
    [
        "007", "邮编00012", "00012", "2024-01-05", "2024年1月5日", "10月1日", "10月", "5日",
        "8点", "3号", "1/2/2024", "18:00",
        "3:2", "1.2.3", "v2.0", "192.168.0.1", "3-5", "3到5天", "between 3 and 5", "3 or 5",
        "5 + 6",         "138-0013-8000", "GPT-4", "3rd", "第三名", "第3名", "B2", "4f2c", "±5",
        ">5", "x = 5", "",
        " ", "-", "Paris", "四川", "三角形", "五粮液", "一般", "一定", "百度", "万科", "七喜",
        "5 people live there", "Guess 5", "5 Guys", "not 5", "5, 6", "5 and 6", "一个苹果和两个梨",
        "It is 5.", "共5个人参加", "1e999", "9" * 300, "2√3", "2π", "½ or ⅓", "一会儿", "半导体",
        "周三",         "January 5", "5 pm tomorrow", "The 5", "one of them", "second",
        "half past", "A1", "x5",
    ],
)  # fmt: skip
def test_no_quantity(text):
    assert read_quantity(text) is None
    assert match_number(text, text) == (False, UNREAD)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("74", 74), ("74.", 74), (" 1,234 ", 1234), ("-3", -3), ("+3", 3), ("$12.50", 12.5),
        ("12.5元", 12.5), ("50%", 50), ("50 percent", 50), ("百分之五十", 50), ("1/6", 1 / 6),
        ("1.4 billion", 1.4e9), ("14亿", 1.4e9), ("14亿人", 1.4e9), ("3 km", 3), ("about 3 km", 3),
        ("约3公里", 3), ("3公里左右", 3), ("5 apples", 5), ("3个", 3), ("两个", 2), ("七十四", 74),
        ("forty-two", 42), ("1998", 1998), ("1998年", 1998), ("零下18度", -18), ("-18℃", -18),
        ("0", 0), ("0.5", 0.5), (".5", 0.5), ("1e5", 1e5), ("10^3", 1000), ("1.2×10^5", 1.2e5),
        ("\\boxed{5}", 5), ("$5$", 5), ("\\frac{1}{2}", 0.5), ("5.", 5), ("５", 5), ("119", 119),
        ("3 hours", 3), ("1 hour 30 minutes", 1.5), ("100 m²", 100), ("60 km/h", 60),
        ("~5", 5), ("≈ 5", 5), ("5,000 people", 5000), ("1500 rpm", 1500), ("12万元", 120000),
        ("443端口。", 443),
    ],
)  # fmt: skip
def test_one_quantity(text, value):
    found = read_quantity(text)
    assert found is not None
    assert found.value == pytest.approx(value, rel=1e-12)
    assert match_number(text, text).passed


@pytest.mark.parametrize("phrasing", PHRASINGS)
@tries(20, 100)
@given(number=NUMBERS)
def test_the_number_passes_however_it_is_phrased(phrasing, number):
    assert match_number(number, phrasing.format(number)).passed


@pytest.mark.parametrize("phrasing", PHRASINGS)
@tries(20, 100)
@given(number=NUMBERS, other=NUMBERS)
def test_another_number_never_passes(phrasing, number, other):
    assume(abs(float(number.replace(",", "")) - float(other.replace(",", ""))) > 0.01)
    assert not match_number(number, phrasing.format(other)).passed


@pytest.mark.parametrize(
    ("reply", "evidence"),
    [
        ("The answer is $1,200.50.", "$1,200.50"), ("一共七十四箱。", "七十四"), ("5 m", "5 m"),
        ("No idea.", UNREAD), ("3-5 days", UNREAD), ("", UNREAD), ("9" * 500, "9" * 59 + "…"),
    ],
)  # fmt: skip
def test_evidence_is_the_number_read(reply, evidence):
    assert match_number("74", reply).evidence == evidence


def test_tolerance_is_relative():
    assert match_number("100", "102", tolerance=0.02).passed
    assert not match_number("100", "103", tolerance=0.02).passed
    assert not match_number("100", "102").passed
    assert match_number("-100", "-98", tolerance=0.02).passed
    assert not match_number("0", "0.01", tolerance=0.5).passed
    assert match_number("10 km", "10100 m", tolerance=0.02).passed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reply", "passed"),
    [
        ("9" * 36_000, False),
        ("9 " * 18_000, False),
        ("1,234" * 7_000, False),
        ("1.2" * 12_000, False),
        ("1/" * 20_000, False),
        ("3-" * 20_000, False),
        ("温度和压力的关系如下。" * 18_000 + "答案是74。", True),
        ("一二三四五六七八九十百千万亿" * 14_000, False),
        ("(" * 50_000 + "5" + ")" * 50_000, False),
        ("(" * 50_000 + "74" + ")" * 50_000, False),  # nothing of it is read: only its ends are
        ("(74) " + "(" * 9_000, True),
        ("The answer is " * 4_000 + "74.", True),
        ("twenty one hundred and " * 2_000, False),
        ("not " * 20_000 + "74", False),
        ("\\boxed{" * 5_000 + "74" + "}" * 5_000, True),
        ("\\frac{1}{" * 3_000, False),
        ("$" * 30_000 + "74", True),
        ("#### " * 8_000 + "74", True),
        ("- " * 20_000 + "74", True),
        ("word " * 200_000 + "so it is 74", True),
        ("74\n" + "word " * 200_000, True),
        ("x" * 1_000_000, False),
        ("因为" * 100_000 + "74", True),
        ("9其中" * 7_000, False),
        ("no: 9 " * 4_000 + "the answer is 74. " + "no: 9 " * 500, False),
    ],
)  # fmt: skip
def test_hostile_replies_are_judged_quickly(reply, passed):
    assert match_number("74", reply).passed is passed


@tries(100, 400)
@given(text=st.text(max_size=200))
def test_any_text_is_judged(text):
    found = match_number("74", text)
    assert found.evidence
    assert not found.passed or found.evidence != UNREAD
    read_quantity(text)
    numbers_in(text)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("", []), ("no number", []), ("5 of 1,234", [5, 1234]), ("18:00", [18, 0]),
        ("-5 and 5", [-5, 5]),         ("3万人和1.5 million", [30000, 1.5e6]),
        ("2024-01-05", [2024, 1, 5]), ("50%", [50]),
        ("１２", [12]), ("007", [7]), ("七十四", []),
    ],
)  # fmt: skip
def test_numbers_in(text, values):
    assert numbers_in(text) == values

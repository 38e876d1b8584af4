"""`keywords`: free text by its words, with guards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.scorers.matchers.keywords import match_keywords
from steelyard.scorers.matchers.match import ABSENT, DENIED, ECHO
from steelyard.scorers.text.tokenizers import keywords
from tests.looped import looped
from tests.scorers.matchers.keywords_cases import CASES
from tests.tries import tries


def rows():
    for line in CASES.strip().splitlines():
        verdict, question, expected, reply = line.split(" | ")
        yield verdict == "pass", question, expected, reply


@looped(("passed", "question", "expected", "reply"), list(rows()))
def test_free_text(passed, question, expected, reply):
    assert match_keywords(expected, reply, question=question).passed is passed


@pytest.mark.parametrize(
    ("question", "expected", "reply", "evidence"),
    [
        ("the employer or the employee?", "The employer pays it.", "The employee pays it.", DENIED),
        ("火警电话？", "火警电话是119。", "火警电话是110。", ABSENT),
        ("火警电话？", "火警电话是119。", "火警电话不是119。", DENIED),
        ("高层火灾为什么不能坐电梯？", "火灾时电梯可能断电。", "高层火灾为什么不能坐电梯？", ECHO),
        (None, "Drop, cover and hold on.", "", ABSENT),
        (None, "Lower the forks to the ground.", "To the ground lower the forks.", "3/3"),
    ],
)  # fmt: skip
def test_the_evidence_names_the_guard(question, expected, reply, evidence):
    assert match_keywords(expected, reply, question=question).evidence == evidence


WORDS = st.lists(
    st.sampled_from(["valve", "pump", "motor", "cable", "fuse", "relay", "lamp"]), max_size=8
)


@tries(60, 300)
@given(WORDS, WORDS)
def test_without_guards_to_object_it_is_the_documented_formula(left, right):
    """Affirmative words without numbers: Jaccard of at least 0.3, or 80 % of three or more."""
    expected, reply = " ".join(left), " ".join(right)
    one, other = set(keywords(expected)), set(keywords(reply))
    common, union = len(one & other), len(one | other)
    wanted = (bool(union) and common / union >= 0.3) or (len(one) >= 3 and common / len(one) >= 0.8)
    verbatim = bool(expected) and f" {expected} " in f" {reply} "
    assert match_keywords(expected, reply).passed is (wanted or verbatim)


@tries(60, 300)
@given(st.text(max_size=80), st.text(max_size=80), st.none() | st.text(max_size=80))
def test_any_text_is_read(expected, reply, question):
    match_keywords(expected, reply, question=question)


@pytest.mark.parametrize("piece", ["not ", "不", "7 ", "是不是", "a,", "(", "*a "])
def test_a_megabyte_of_nothing_fails(piece):
    reply = piece * (1_000_000 // len(piece))
    assert not match_keywords("关掉火源，盖上锅盖。", reply, question="先关火还是先开窗？").passed
    assert not match_keywords("Lower the forks to the ground.", reply, question=reply).passed

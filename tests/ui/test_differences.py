"""Two texts side by side: nothing is lost, words stay whole, and no text is too long."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.ui.components.diff_view import compare_texts

TEXTS = st.text(alphabet=st.sampled_from("ab 火灾电梯, .\nc1"), max_size=60) | st.text(max_size=40)


@given(TEXTS, TEXTS)
def test_the_pieces_are_the_texts(before, after):
    found = compare_texts(before, after)
    assert "".join(text for _, text in found.before) == before
    assert "".join(text for _, text in found.after) == after
    same = [[text for kind, text in side if kind == "same"] for side in found[:2]]
    assert "".join(same[0]) == "".join(same[1])


@given(TEXTS)
def test_equal_texts_have_no_difference(text):
    found = compare_texts(text, text)
    assert {kind for kind, _ in (*found.before, *found.after)} <= {"same"}


@pytest.mark.parametrize(
    ("before", "after", "cut", "put"),
    [
        ("the red fox", "the read fox", ["red"], ["read"]),  # a word is one piece
        ("火警电话是119。", "火警电话119", ["是", "。"], []),  # Chinese goes sign by sign
        ("It is 41 km", "It is 42 km", ["41"], ["42"]),
        ("", "new", [], ["new"]),
    ],
)
def test_what_is_marked(before, after, cut, put):
    found = compare_texts(before, after)
    assert [text for kind, text in found.before if kind == "cut"] == cut
    assert [text for kind, text in found.after if kind == "put"] == put


def test_long_texts_are_compared_by_lines():
    before = "\n".join(f"line {n} says something" for n in range(2000))
    after = before.replace("line 7 says", "line 7 said").replace("line 1990 says", "line 1990 said")
    found = compare_texts(before, after)
    assert found.coarse
    assert ("cut", "says something\n") in found.before


def test_the_longest_texts_come_back_cut_and_marked_as_a_whole():
    before, after = "a\n" * 200_000, "b\n" * 200_000
    found = compare_texts(before, after)
    assert found.coarse
    assert sum(len(text) for _, text in found.before) <= 100_001
    assert {kind for kind, _ in found.before} == {"cut", "same"} or found.before[0][0] == "cut"

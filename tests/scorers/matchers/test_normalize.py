"""Folding before any matcher: what a reader would not call a difference is none."""

from __future__ import annotations

import pytest

from steelyard.scorers.matchers.normalize import clean, norm, without_punctuation


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("**B) green**", "B) green"),
        ("`42`", "42"),
        ("２＋２", "2+2"),
        ("it’s “so”", 'it\'s "so"'),
        ("a\u200bb\ufeff", "ab"),
        ("3 * 4 * 5", "3 * 4 * 5"),
        ("2*3*4 = 24", "2*3*4 = 24"),
        ("答案是**巴黎**。", "答案是巴黎。"),
        ("***B***", "B"),
        ("snake_case_name", "snake_case_name"),
        ("\u22125", "-5"),
        ("#### 18", "#### 18"),
    ],
)
def test_clean(text, cleaned):
    assert clean(text) == cleaned


def test_norm_folds_case_and_blanks():
    assert norm("  The\n\tNILE ") == "the nile"


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [("Paris.", "paris", True), ("北京！", "北京", True), ("-5", "5", False), ("C++", "C", False)],
)
def test_without_punctuation(one, other, equal):
    assert (without_punctuation(one) == without_punctuation(other)) is equal


def test_nothing_stays_nothing():
    assert clean("") == norm("") == without_punctuation(" \u200b。") == ""


def test_a_very_long_text_keeps_its_beginning_and_its_end():
    cleaned = clean("first " + "x " * 1_000_000 + "last")
    assert cleaned.startswith("first ")
    assert cleaned.endswith("last")
    assert len(cleaned) < 25_000

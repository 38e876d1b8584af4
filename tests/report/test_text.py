from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.report.text import excerpt, one_line, visible

anything = st.text(st.characters(exclude_categories=()))  # half surrogates too
JOINERS = "\u200c\u200d"


@given(anything)
def test_nothing_unseen_is_left(text):
    for character in visible(text):
        if character not in "\n\t" + JOINERS:
            assert unicodedata.category(character) not in ("Cc", "Cs"), repr(character)
            assert unicodedata.bidirectional(character) not in (
                *("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"),
            )


@given(anything)
def test_showing_twice_changes_nothing_more(text):
    assert visible(visible(text)) == visible(text)


@given(anything)
def test_what_is_shown_can_be_written(text):
    visible(text).encode("utf-8")


@given(anything, st.integers(2, 50))
def test_one_line_is_one_line_even_of_a_long_text(text, limit):
    line = one_line(text, limit)
    assert len(line.splitlines()) <= 1
    assert len(line) <= limit * len("⟨U+10FFFF⟩")


@pytest.mark.parametrize(
    "text",
    [
        "plain",
        "中文，全角！",
        "e\u0301",
        "שלום",
        "👩‍👩‍👧 👍🏽 ❤️",
        "می‌خواهم",
        "tab\tand\nline",
        "क्‍ष",
    ],
)
def test_honest_text_stays_as_it_is(text):
    assert visible(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31m", "⟨U+001B⟩[31m"),
        ("a\x00b", "a⟨U+0000⟩b"),
        ("\u202eexe", "⟨U+202E⟩exe"),
        ("pass\u200dword", "pass⟨U+200D⟩word"),
        ("密\u200b码", "密⟨U+200B⟩码"),
        ("\U000e0041", "⟨U+E0041⟩"),
        ("\ud800", "\ufffd"),
        ("a\r\nb\rc", "a\nb\nc"),
    ],
)
def test_unseen_characters_get_a_face(text, shown):
    assert visible(text) == shown


def test_an_excerpt_knows_what_it_lacks():
    assert excerpt(None) is None
    assert excerpt("abc", 10).cut == 7
    assert excerpt("abc").cut == 0
    assert excerpt("", 0).text == ""

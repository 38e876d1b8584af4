"""Names as Plotly shows them: safe, short, and nothing lost on the way."""

from __future__ import annotations

import unicodedata
from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from steelyard.model import Words
from steelyard.report.figures.lettering import escaped, joined, sentences, short
from steelyard.report.text import one_line

TEXT = st.text(max_size=300)


def width(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


@given(TEXT)
def test_escaping_can_be_undone_and_leaves_no_tag(text):
    safe = escaped(text)
    assert not set("<>$") & set(safe)
    entities = ("&amp;", "&lt;", "&gt;", "&#36;")
    assert safe.count("&") == sum(safe.count(entity) for entity in entities)
    assert undone(safe) == one_line(text, 240)


def undone(text):
    for entity, sign in (("&lt;", "<"), ("&gt;", ">"), ("&#36;", "$"), ("&amp;", "&")):
        text = text.replace(entity, sign)
    return text


@given(TEXT, st.integers(4, 30), st.integers(1, 3))
def test_a_short_name_fits_and_begins_as_the_long_one(text, columns, lines):
    made = short(text, columns, lines).en.split("<br>")
    assert len(made) <= lines
    assert all(width(unescape(line)) <= columns for line in made)
    seen = "".join(unescape(line) for line in made).replace(" ", "")
    full = one_line(text, 240).replace(" ", "")
    assert full.startswith(seen.removesuffix("…")) or unescape(full).startswith(
        seen.removesuffix("…")
    )


@given(TEXT)
def test_a_name_that_fits_is_not_touched(text):
    seen = one_line(text, 240)
    assert short(text, 600, 1).en == escaped(seen)


def test_names_break_at_spaces_and_chinese_ones_anywhere():
    assert (
        short("Tolerance of an unstable environment", 20).en
        == "Tolerance of an<br>unstable environment"
    )
    assert short("不稳定环境下的任务完成情况统计", 16).en == "不稳定环境下的任<br>务完成情况统计"
    assert short("不稳定环境下的任务完成情况统计与分析", 12).en == "不稳定环境下<br>的任务完成…"


def test_sentences_are_set_apart_as_each_language_does():
    one, two = Words("One.", "一。"), Words("Two.", "二。")
    assert sentences(one, two) == Words("One. Two.", "一。二。")
    assert joined(one, Words("", ""), two) == Words("One.<br>Two.", "一。<br>二。")

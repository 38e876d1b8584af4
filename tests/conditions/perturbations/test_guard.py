"""What is protected, and where a text may be cut."""

from __future__ import annotations

import unicodedata

import pytest
import regex
from hypothesis import assume, given
from hypothesis import strategies as st

from steelyard.conditions.perturbations.cuts import may_cut
from steelyard.conditions.perturbations.guard import guard, keeps_negations, negations
from tests.conditions.perturbations.texts import texts
from tests.tries import tries


def held(text, words=()):
    return [text[start:end] for start, end in guard(text, words).spans]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("add 3.5 kg of flour at 10:30", ["3.5 kg", "10:30"]),
        ("it rose by 15 % to ￥1,200", ["15 %", "￥1,200"]),
        ("on 2024-11-16 seven people", ["2024-11-16", "seven"]),
        ("共二十三人，温度36.5℃", ["二十三", "36.5℃"]),
        ("do not go, never ever", ["not", "never"]),
        ("I can't and won’t", ["can't", "won’t"]),
        ("不要未经许可进入", ["不", "未"]),
        ("nothing noted, a knot", ["nothing"]),
        ("mail a.b@example.org or see https://x.org/q?a=b now", ["a.b@example.org", "https://x.org/q?a=b"]),
        ('she said "go home" twice', ['"go home"', "twice"]),
        ("《史记》与“项羽本纪”", ["《史记》", "“项羽本纪”"]),
        ("call getName() or user_id via os.path", ["getName()", "user_id", "os.path"]),
        ("use `rm x` with --force in {name}", ["`rm x`", "--force", "{name}"]),
        ("the capital of France and NASA", ["France", "NASA"]),
        ("从北京到广东省怎么走", ["北京到广东省"]),
        ("巴黎的天气", ["巴黎"]),
        ("Where is it? There it is", []),
        ("A) yes", ["A"]),
    ],
)  # fmt: skip
def test_what_is_protected(text, expected):
    assert held(text) == expected


def test_words_of_the_case_are_whole_words_and_any_case():
    assert held("the art of art history, party", ["Art"]) == ["art", "art"]
    assert held("他在河边的河堤", ["河"]) == ["河", "河"]
    assert held("c++ and (x)", ["c++", "(x)", " ", ""]) == ["c++", "(x)"]


def test_an_edit_may_not_make_a_negation():
    assert not keeps_negations("a hot day", 2, 3, "n")
    assert not keeps_negations("分布图", 1, 2, "不")
    assert keeps_negations("a hot day", 4, 5, "r")
    assert negations("Not now, 不行, didn't") == ["not", "不", "didn't"]


@pytest.mark.slow
@tries(300, 1500)
@given(text=st.one_of(texts, st.text(max_size=30)))
def test_cuts_are_where_unicode_allows_them(text):
    """Compared with the rule of UAX 29 as the package `regex` has it."""
    # Python may know fewer characters than the package.
    assume(all(unicodedata.category(one) != "Cn" for one in text))
    whole = {at for found in regex.finditer(r"\X", text) for at in found.span()} | {0, len(text)}
    assert {at for at in range(len(text) + 1) if may_cut(text, at)} <= whole


@given(text=st.text(alphabet=st.sampled_from("abcXYZ 中文字，。?!123"), max_size=40))
def test_ordinary_text_may_be_cut_anywhere(text):
    assert all(may_cut(text, at) for at in range(len(text) + 1))


def test_hostile_text_is_guarded_in_good_time():
    for piece in ("a.", "a@", "<", "{", '"', "'", "`", "1,", "a_", "A ", "--", "《", "not "):
        guard(piece * 20_000)

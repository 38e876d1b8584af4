"""What a run wrote down in one language is told in both."""

from __future__ import annotations

from string import Formatter

import pytest

from steelyard.i18n import LANGUAGES, t, using_language
from steelyard.i18n.lookup import words_of
from steelyard.i18n.retell import Phrases
from steelyard.indicators import load_catalog
from steelyard.report.told import told, told_together
from tests.looped import looped

# The areas whose sentences become notes of a run.
NOTED = (
    *("indicators", "scorecards", "pipeline", "asking", "conditions", "environments", "faults"),
    *("safety", "scoring"),
)


def in_both(key: str, /, **values: str) -> tuple[str, str]:
    said = []
    for language in LANGUAGES:
        with using_language(language):
            said.append(t(key, **values))
    return said[0], said[1]


def gaps(text: str) -> list[str]:
    return [name for _, name, *_ in Formatter().parse(text) if name]


def sentences():
    """Give every sentence of one line with enough fixed words, and what its gaps are named."""
    found = []
    for area in NOTED:
        for name, pair in words_of(area).items():
            forms = [form for text in pair for _, _, form, _ in Formatter().parse(text) if form]
            fixed = sum(len(part) for part, *_ in Formatter().parse(pair[1]))
            if not forms and fixed >= 6 and " " in pair[0] and "\n" not in pair[0]:
                found.append(pytest.param(f"{area}.{name}", gaps(pair[0]), id=f"{area}.{name}"))
    return found


@looped(("key", "names"), sentences())
def test_every_sentence_is_known_in_either_language(key, names):
    english, chinese = in_both(key, **{name: f"⟨{at}⟩" for at, name in enumerate(names)})
    assert told(english, 10_000).zh == told(chinese, 10_000).zh
    assert told(english, 10_000).en == told(chinese, 10_000).en
    assert told(chinese, 10_000).en.split() == english.split()


def test_what_assertions_leave_open_is_known():
    english, chinese = in_both("asserts.undecided", n="3")
    assert english != chinese
    assert (told(english).zh, told(chinese).en) == (chinese, english)


def test_every_remark_of_the_catalog_is_known():
    for record in load_catalog().values():
        for at, language in enumerate(LANGUAGES):
            with using_language(language):
                said = t("indicators.undefined", reason=record.undefined[at])
            assert told(said) == in_both_undefined(record), record.id


def in_both_undefined(record):
    said = []
    for at, language in enumerate(LANGUAGES):
        with using_language(language):
            said.append(t("indicators.undefined", reason=record.undefined[at]))
    return tuple(said)


def test_a_sentence_within_a_sentence_is_told_as_well():
    empty = in_both("indicators.column_empty", names="a.b")
    outer = [
        in_both("indicators.failed", id="x.y", reason=inner)[at] for at, inner in enumerate(empty)
    ]
    assert told(outer[1]) == tuple(outer) == told(outer[0])


def test_names_are_linked_in_the_language_of_the_sentence():
    chinese = "无定义：没有任何行给出字段 a 或 b。"
    assert told(chinese).en == "Undefined: no row has a value for a or b."
    assert told(told(chinese).en).zh == chinese


def test_sentences_in_a_row_are_told_one_by_one():
    few, declared = in_both("indicators.low_n", n="3"), in_both("indicators.declared")
    assert told(f"{few[0]} {declared[0]}").zh == few[1] + declared[1]
    assert told_together([few[1], "their own words"]).en == f"{few[0]} their own words"


@pytest.mark.parametrize(
    "said", ["", "their own words", "仅", "{n}", "a. b. c", "\\(x", "x" * 5000]
)
def test_what_is_not_ours_stays(said):
    assert told(said, 10_000) == (said, said)


def test_a_gap_named_twice_holds_the_same():
    phrases = Phrases((), [("{a} beside {a} is one thing", "{a}与{a}是一回事")])
    assert phrases.tell("x beside x is one thing").zh == "x与x是一回事"
    assert phrases.tell("x beside y is one thing").zh == "x beside y is one thing"


def test_a_text_made_to_be_hard_is_looked_at_once():
    """Fixed words again and again, between many gaps: a pattern that tries again never ends."""
    english = "".join(f"part {{g{n}}} of " for n in range(12)) + "it"
    phrases = Phrases((), [(english, english.replace("part", "部分"))])
    hard = "part x of " * 5000
    assert phrases.tell(hard) == (hard, hard)


def test_sentences_within_sentences_without_end_are_left_alone():
    said = "x.y could not be computed: " * 70
    assert told(said, 10_000).zh.count("无法计算") <= 3

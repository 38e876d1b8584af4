"""NFKC in pieces equals NFKC whole, and places lead back to the original text."""

from __future__ import annotations

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.scorers.nfkc import Origins, nfkc
from steelyard.scorers.plain_json import number, objects, plain

SCRIPTS = st.text(
    alphabet=st.one_of(
        st.sampled_from(
            "abcÅé①㌔ﾊﾟｶﾞﬃ， 北京的首都ＡＢＣ한글가각힣각ㄱㅏﷺ\u0301\u0323\u3099\u0bbe\u0bc6"
        ),
        st.characters(exclude_categories=["Cs"]),
    ),
    min_size=1,
    max_size=40,
)


@settings(max_examples=300, deadline=None)
@given(SCRIPTS, st.integers(1, 60))
def test_pieces_equal_the_whole(text, times):
    long = text * times
    assert nfkc(long) == unicodedata.normalize("NFKC", long)


@settings(max_examples=300, deadline=None)
@given(SCRIPTS)
def test_every_place_leads_to_its_source(text):
    normalised = unicodedata.normalize("NFKC", text)
    origins = Origins(text)
    assert origins.text == normalised
    last = 0
    for at in range(len(normalised)):
        start, end = origins.span(at, at + 1)
        assert last <= start < end <= len(text)
        last = start
        source = unicodedata.normalize("NFKC", text[start:end])
        assert normalised[at] in source
    if normalised:
        assert origins.span(0, len(normalised)) == (0, len(text))


def test_a_million_combining_marks_take_no_time():
    """Whole, this would take about twenty minutes."""
    assert len(nfkc("a" + "\u0315\u0300" * 500_000)) > 900_000


def test_json_cells():
    assert plain('{"a": 1}') == plain({"a": 1}) == {"a": 1}
    assert plain('"[1]"') == [1]
    assert plain("not json") == "not json"
    assert plain("[" * 5000 + "]" * 5000).startswith("[[")
    assert plain(None) is None
    assert objects('[{"a": 1}, 2, "x"]') == [{"a": 1}]
    assert objects('{"a": 1}') is None
    found = [number(value) for value in (1, True, 0.5, float("nan"), float("inf"), "1", None)]
    assert found == [1.0, 1.0, 0.5, None, None, None, None]

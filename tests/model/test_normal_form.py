"""NFKC in pieces equals NFKC whole, and places lead back to the original text."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from steelyard.model import Origins, nfkc
from tests.tries import tries

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


@tries(60, 300)
@given(SCRIPTS, st.integers(1, 60))
def test_pieces_equal_the_whole(text, times):
    long = text * times
    assert nfkc(long) == unicodedata.normalize("NFKC", long)


@tries(60, 300)
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

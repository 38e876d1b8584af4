"""Shared n-grams of a batch are those that counting each text by itself finds."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.scorers.text import fast, grams
from steelyard.scorers.text.tokenizers import SPACED, TOKENIZERS
from steelyard.scorers.text.tokens import number_tokens, number_words
from tests.scorers.texts import AWKWARD, TEXT
from tests.tries import tries

WORDS = st.lists(st.sampled_from("abc"), max_size=12)
ROWS = st.lists(st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=3)), min_size=1, max_size=6)


def counted(words, order):
    return Counter(tuple(words[at : at + order]) for at in range(len(words) - order + 1))


@pytest.mark.parametrize("part", [4, 16, 1 << 16])
@tries(60, 400)
@given(rows=ROWS)
def test_overlap_is_what_counters_have_in_common(part, rows):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grams, "_PART_TOKENS", part)
        patch.setattr(fast, "AFTER_TEXTS", 1 << 62)
        outputs = [output for output, _ in rows]
        references = [reference for _, several in rows for reference in several]
        owners = np.repeat(np.arange(len(rows)), [len(several) for _, several in rows])
        found = grams.Grams(number_tokens(outputs + references), owners)
        for order in range(1, 7):
            ours = [counted(words, order) for words in outputs]
            theirs = [counted(words, order) for words in references]
            overlap = found.overlap(order)
            each = [(ours[owner] & of).total() for owner, of in zip(owners, theirs, strict=True)]
            assert overlap.each.tolist() == each
            several = [Counter() for _ in rows]
            for owner, of in zip(owners, theirs, strict=True):
                several[owner] |= of
            assert overlap.any.tolist() == [
                (mine & any_).total() for mine, any_ in zip(ours, several, strict=True)
            ]


def same_numbers(tokenizer, texts):
    plain = number_tokens([TOKENIZERS[tokenizer](text) for text in texts])
    spaced = number_words(map(SPACED[tokenizer], texts))
    assert spaced.starts.tolist() == plain.starts.tolist()
    assert (spaced.kinds, spaced.ids.tolist()) == (plain.kinds, plain.ids.tolist())


@pytest.mark.parametrize("tokenizer", sorted(SPACED))
def test_texts_cut_together_have_the_tokens_of_each_by_itself(tokenizer):
    same_numbers(tokenizer, AWKWARD)
    same_numbers(tokenizer, ["", "", "a\0b", "\0", "5.5 \0 中\0文", ""])
    same_numbers(tokenizer, [""])


@pytest.mark.parametrize("tokenizer", sorted(SPACED))
@tries(40, 300)
@given(texts=st.lists(TEXT, min_size=1, max_size=5))
def test_any_texts_cut_together(tokenizer, texts):
    same_numbers(tokenizer, texts)

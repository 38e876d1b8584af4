"""BLEU, chrF and the tokenizers 13a and zh are sacreBLEU's, to 1e-9, on awkward text too."""

from __future__ import annotations

import sys
from itertools import zip_longest

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh

from steelyard.model import compute
from steelyard.scorers import run_scorers
from steelyard.scorers.text import corpus_bleu, corpus_chrf
from steelyard.scorers.text.bleu import COUNTS
from steelyard.scorers.text.tokenizers import TOKENIZERS
from tests.scorers.texts import ROWS, TEXT, rows
from tests.tries import tries

THEIRS = {"13a": Tokenizer13a(), "zh": TokenizerZh()}
EITHER = pytest.mark.parametrize("tokenizer", ["13a", "zh"])


def cut(tokenizer, text):
    return THEIRS[tokenizer](text.rstrip()).split()


def score(id_, outputs, references, **params):
    batch = {"output": outputs, "references": references}
    scored = run_scorers(batch, [(id_, params)])
    assert not scored.failures
    return scored.columns


def documents(references):
    """Return the references as sacreBLEU takes them: first of each case, second of each case."""
    return [list(column) for column in zip_longest(*references)]


@EITHER
@tries(120, 600)
@given(TEXT)
def test_tokens(tokenizer, text):
    assert TOKENIZERS[tokenizer](text) == cut(tokenizer, text)


@pytest.mark.slow
@EITHER
def test_every_character_in_every_place(tokenizer):
    """Alone, inside, at the ends, beside digits, dots and dashes."""
    for code in range(0x3100):
        c = chr(code)
        for text in (f"{c}.5 a{c}b 5{c}6-{c}", f"5{c}6- {c}{c},x 5.{c}"):
            assert TOKENIZERS[tokenizer](text) == cut(tokenizer, text), hex(code)
    for code in (*range(0x3100, 0xD800), *range(0xE000, 0x10000), 0x1F600, 0x20000, 0x2F800):
        text = f"a{chr(code)}b.{chr(code)}5"
        assert TOKENIZERS[tokenizer](text) == cut(tokenizer, text), hex(code)


@pytest.mark.slow
@EITHER
@pytest.mark.parametrize("max_order", [4, 2, 1])
def test_sentence_bleu_of_thousands(tokenizer, max_order):
    outputs, references = rows(3000, seed=1)
    theirs = BLEU(tokenize=tokenizer, effective_order=True, max_ngram_order=max_order)
    found = score("text.bleu", outputs, references, tokenizer=tokenizer, max_order=max_order)
    for row, (output, texts) in enumerate(zip(outputs, references, strict=True)):
        expected = theirs.sentence_score(output, texts)
        assert found["text_bleu"][row] == pytest.approx(expected.score / 100, abs=1e-9)
        assert found["text_bleu_sys_len"][row] == expected.sys_len
        assert found["text_bleu_ref_len"][row] == expected.ref_len
        for name, counts in (("m", expected.counts), ("t", expected.totals)):
            ours = [found[f"text_bleu_{name}{order}"][row] for order in range(1, 5)]
            assert ours == [*counts, *[None] * (4 - max_order)]


@tries(40, 200)
@given(ROWS, st.sampled_from(["13a", "zh"]))
def test_sentence_bleu_of_awkward_text(drawn, tokenizer):
    outputs, references = map(list, zip(*drawn, strict=True))
    theirs = BLEU(tokenize=tokenizer, effective_order=True)
    found = score("text.bleu", outputs, references, tokenizer=tokenizer)["text_bleu"]
    expected = [
        theirs.sentence_score(output, texts).score / 100
        for output, texts in zip(outputs, references, strict=True)
    ]
    assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("smoothing", ["exp", "none"])
@pytest.mark.parametrize("seed", range(20))
def test_corpus_bleu(seed, smoothing):
    outputs, references = rows(50 if seed % 2 else 3, seed)
    expected = BLEU(tokenize="13a", smooth_method=smoothing).corpus_score(
        outputs, documents(references)
    )
    params = {"tokenizer": "13a", "smoothing": smoothing}
    inputs = {"outputs": outputs, "references": references}
    found = compute("text.bleu_corpus", inputs, params)
    if found["value"] is None:
        assert found["ref_len"] == 0
    else:
        assert found["value"] == pytest.approx(expected.score / 100, abs=1e-9)
        assert found["brevity_penalty"] == pytest.approx(expected.bp, abs=1e-9)
    columns = score("text.bleu", outputs, references, tokenizer="13a")
    sums = {name: sum(columns[f"text_bleu_{name}"]) for name in COUNTS}
    assert corpus_bleu(sums, smoothing) == found["value"]


@pytest.mark.parametrize("words", [0, 1, 2])
@pytest.mark.parametrize("beta", [2, 1, 3])
def test_sentence_chrf_of_thousands(words, beta):
    outputs, references = rows(1200, seed=2)
    theirs = CHRF(word_order=words, beta=beta)
    found = score("text.chrf", outputs, references, word_order=words, beta=beta)["text_chrf"]
    for row, (output, texts) in enumerate(zip(outputs, references, strict=True)):
        expected = theirs.sentence_score(output, texts).score / 100
        assert found[row] == pytest.approx(expected, abs=1e-9)


@tries(40, 200)
@given(ROWS, st.integers(0, 2), st.integers(1, 6))
def test_chrf_of_awkward_text(drawn, words, characters):
    outputs, references = map(list, zip(*drawn, strict=True))
    theirs = CHRF(char_order=characters, word_order=words)
    params = {"char_order": characters, "word_order": words}
    found = score("text.chrf", outputs, references, **params)
    expected = [
        theirs.sentence_score(output, texts).score / 100
        for output, texts in zip(outputs, references, strict=True)
    ]
    assert found["text_chrf"] == pytest.approx(expected, abs=1e-9)
    pooled = theirs.corpus_score(outputs, documents(references)).score / 100
    inputs = {"outputs": outputs, "references": references}
    corpus = compute("text.chrf_corpus", inputs, params)["value"]
    # Every reference blank: nothing to compare with, so undefined here and 0 there.
    assert pooled == 0 if corpus is None else corpus == pytest.approx(pooled, abs=1e-9)


def test_corpus_chrf_from_stored_columns():
    outputs, references = rows(400, seed=3)
    columns = score("text.chrf", outputs, references, word_order=2)
    names = [name.removeprefix("text_chrf_") for name in columns if name != "text_chrf"]
    stored = [
        dict(zip(names, values, strict=True))
        for values in zip(*(columns[f"text_chrf_{name}"] for name in names), strict=True)
    ]
    expected = CHRF(word_order=2).corpus_score(outputs, documents(references)).score / 100
    assert corpus_chrf(stored) == pytest.approx(expected, abs=1e-9)


def test_long_text():
    outputs, references = rows(4, seed=5, longest=3000)
    found = score("text.bleu", outputs, references, tokenizer="13a")["text_bleu"]
    theirs = BLEU(tokenize="13a", effective_order=True)
    chrf = score("text.chrf", outputs, references)["text_chrf"]
    for row, (output, texts) in enumerate(zip(outputs, references, strict=True)):
        expected = theirs.sentence_score(output, texts).score / 100
        assert found[row] == pytest.approx(expected, abs=1e-9)
        expected = CHRF().sentence_score(output, texts).score / 100
        assert chrf[row] == pytest.approx(expected, abs=1e-9)


def test_more_kinds_of_tokens_than_fit_in_a_code():
    """Six characters of a text with 60,000 kinds need more than 63 bits: codes are ranked."""
    kinds = [chr(code) for code in range(0x4E00, sys.maxunicode, 17) if chr(code).isprintable()]
    output, reference = "".join(kinds), "".join(kinds[5:])
    found = score("text.chrf", [output], [[reference, "x"]])["text_chrf"]
    expected = CHRF().sentence_score(output, [reference, "x"]).score / 100
    assert found == [pytest.approx(expected, abs=1e-9)]

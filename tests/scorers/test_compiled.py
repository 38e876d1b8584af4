"""The compiled kernels find, number and count what the plain code does; and stay away from small
runs."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings

from steelyard.scorers import SCORERS, run_scorers
from steelyard.scorers.text import compiled, fast
from steelyard.scorers.text.distances import common_subsequence
from steelyard.scorers.text.grams import Grams
from steelyard.scorers.text.tokenizers import TOKENIZERS
from steelyard.scorers.text.tokens import number_characters, number_tokens
from tests.scorers.texts import AWKWARD, ROWS, TEXT, rows
from tests.tries import tries

FAST = pytest.mark.parametrize("tokenizer", sorted(fast.FAST_TOKENIZERS))
ALL_TEXT = [
    (id_, {"tokenizer": tokenizer})
    for id_ in ("text.bleu", "text.rouge_1", "text.rouge_2", "text.rouge_l", "text.token_f1")
    for tokenizer in ("auto",)
] + [("text.chrf", {"word_order": 2}), ("text.wer", {}), ("text.bleu_simple", {})]


def same_tokens(tokenizer, texts, references=0):
    """Compare with the plain cut; the last texts are references of the first output, and so on."""
    outputs = len(texts) - references
    owners = np.sort(np.arange(references) % max(outputs, 1))
    ours = fast.fast_tokens(compiled, tokenizer, texts, owners)
    cut = [TOKENIZERS[tokenizer](text) for text in texts]
    assert ours.starts.tolist() == number_tokens(cut).starts.tolist()
    ids = [[] for _ in texts]
    kinds = 0
    for row in range(outputs):
        numbers = {}
        for text in (row, *(outputs + np.flatnonzero(owners == row)).tolist()):
            ids[text] = [numbers.setdefault(token, len(numbers)) for token in cut[text]]
        kinds = max(kinds, len(numbers))
    assert ours.ids.tolist() == [number for text in ids for number in text]
    assert ours.kinds == kinds


@pytest.mark.slow
@FAST
def test_tokens_of_awkward_texts_together(tokenizer):
    same_tokens(tokenizer, AWKWARD)
    same_tokens(tokenizer, AWKWARD, references=len(AWKWARD) * 2 // 3)
    same_tokens(tokenizer, [" ".join(AWKWARD), *AWKWARD], references=len(AWKWARD))
    same_tokens(tokenizer, ["", "a\x00b \x00ab ab", "longer-than-eight longer-than-eighty " * 3])


@FAST
@tries(40, 200)
@given(text=TEXT)
def test_tokens(tokenizer, text):
    same_tokens(tokenizer, [text])
    same_tokens(tokenizer, [text, text[::-1], text[1:] + text], references=2)


@FAST
def test_ascii_takes_the_short_way_and_finds_the_same(tokenizer):
    rng = random.Random(5)
    texts = ["".join(chr(rng.randrange(128)) for _ in range(rng.randrange(60))) for _ in range(900)]
    same_tokens(tokenizer, texts, references=600)
    same_tokens(tokenizer, [*texts[:9], "\u00e9", "x" * 7, "x" * 8, "x" * 15 + "y"], references=8)


@pytest.mark.slow
@FAST
def test_every_character_in_every_place(tokenizer):
    texts = []
    for code in (*range(0x3100), 0x4E00, 0x9FFF, 0xAC00, 0xD800, 0xFF10, 0x1D7D8, 0x20000):
        c = chr(code)
        texts += (f"a{c}b {c}", f"{c}.5", f"5{c}6-{c}", f"5.{c}", f"{c}{c},x", f"1{c}.{c}2")
    same_tokens(tokenizer, texts)


def test_many_kinds_of_tokens():
    rng = random.Random(3)
    texts = [" ".join(str(rng.randrange(10**12)) for _ in range(40)) for _ in range(1000)]
    same_tokens("whitespace", texts + texts[:50])
    same_tokens("whitespace", [" ".join(texts), *texts[:50]], references=50)


def same_counts(tokens, owners, orders):
    plain = Grams(tokens, owners)
    ours = fast.FastPart(compiled, tokens, owners)
    for order in range(1, orders + 1):
        each, best = ours.next_order()
        assert each.tolist() == plain.overlap(order).each.tolist()
        assert best.tolist() == plain.overlap(order).any.tolist()


@pytest.mark.slow
@pytest.mark.parametrize("longest", [14, 400])
def test_counts(longest):
    outputs, references = rows(600 if longest < 100 else 30, seed=6, longest=longest)
    owners = np.repeat(np.arange(len(outputs)), [len(texts) for texts in references])
    texts = [*outputs, *(text for texts in references for text in texts)]
    same_counts(number_tokens([text.split() for text in texts]), owners, 5)
    same_counts(number_characters(texts, drop_blanks=True), owners, 6)


@pytest.mark.slow
def test_subsequences_of_any_length():
    rng = random.Random(2)
    sizes = [0, 1, 63, 64, 65, 127, 128, 129, 700, 2500]
    texts = [[str(rng.randrange(40)) for _ in range(rng.choice(sizes))] for _ in range(400)]
    tokens, owners = number_tokens(texts), np.arange(200)
    found = fast.fast_subsequences(compiled, tokens, owners)
    assert found.tolist() == common_subsequence(tokens, owners).tolist()


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(drawn=ROWS)
def test_scorers_agree_whichever_kernel(drawn):
    outputs, references = map(list, zip(*drawn, strict=True))
    batch = {"output": outputs, "references": references}
    plain = run_scorers(batch, ALL_TEXT).columns
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fast, "AFTER_TEXTS", -1)
        assert run_scorers(batch, ALL_TEXT).columns == plain


def test_kernels_come_after_enough_texts(monkeypatch):
    monkeypatch.setattr(fast, "AFTER_TEXTS", 100)
    kernels = fast.Kernels()
    assert kernels.after(60) is None
    assert kernels.after(40) is None
    assert kernels.after(1) is compiled


def test_a_small_run_loads_no_compiler():
    ids = [scorer.algorithm.id for scorer in SCORERS if scorer.algorithm.id.startswith("text.")]
    code = (
        "import sys\n"
        "from steelyard.scorers import run_scorers\n"
        "assert not {'numpy', 'rapidfuzz'} & set(sys.modules)\n"
        "batch = {'output': ['a b c'] * 100, 'references': [['a b d']] * 100}\n"
        f"run_scorers(batch, [(id_, {{}}) for id_ in {ids!r}])\n"
        "assert not {'numba', 'scipy', 'jieba', 'pandas'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)

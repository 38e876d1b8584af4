"""ROUGE is rouge-score's under its own tokenizer; documented figures come out under theirs."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from rouge_score.rouge_scorer import RougeScorer
from rouge_score.tokenize import tokenize

from steelyard.scorers import run_scorers
from steelyard.scorers.text.tokenizers import TOKENIZERS
from tests.scorers.texts import ROWS, TEXT, rows
from tests.tries import tries

NAMES = {"text.rouge_1": "rouge1", "text.rouge_2": "rouge2", "text.rouge_l": "rougeL"}
THEIRS = RougeScorer(list(NAMES.values()))


def check(outputs, references):
    batch = {"output": outputs, "references": references}
    columns = run_scorers(batch, [(id_, {"tokenizer": "rouge"}) for id_ in NAMES]).columns
    for row, (output, texts) in enumerate(zip(outputs, references, strict=True)):
        expected = THEIRS.score_multi(texts, output)
        for id_, name in NAMES.items():
            main = id_.replace(".", "_")
            found = [columns[f"{main}{part}"][row] for part in ("_precision", "_recall", "")]
            assert found == pytest.approx(list(expected[name]), abs=1e-9)


@tries(120, 600)
@given(TEXT)
def test_tokens(text):
    assert TOKENIZERS["rouge"](text) == tokenize(text, None)


def test_thousands():
    check(*rows(3000, seed=1))


@tries(40, 200)
@given(ROWS)
def test_awkward_text(drawn):
    check(*map(list, zip(*drawn, strict=True)))


@pytest.mark.slow
def test_long_answers():
    check(*rows(4, seed=9, longest=1500))


def subsequence(left, right):
    """Plain dynamic programme, as the documented ROUGE-L has it."""
    table = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i, a in enumerate(left, 1):
        for j, b in enumerate(right, 1):
            table[i][j] = (
                table[i - 1][j - 1] + 1 if a == b else max(table[i - 1][j], table[i][j - 1])
            )
    return table[-1][-1]


def documented_rouge_l(references, output):
    said = output.lower().split()
    best = (-1.0, 0.0)
    for reference in references:
        words = reference.lower().split()
        common = subsequence(words, said)
        recall = common / len(words) if words else 0.0
        precision = common / len(said) if said else 0.0
        if recall > best[0]:
            best = (recall, precision)
    recall, precision = best
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def documented_bleu(references, output):
    def grams(text):
        words = text.lower().split()
        return Counter(
            tuple(words[at : at + n]) for n in range(1, 5) for at in range(len(words) - n + 1)
        )

    said = grams(output)
    matches = max(sum((said & grams(reference)).values()) for reference in references)
    return matches / said.total() if said else 0.0


@tries(40, 200)
@given(ROWS)
def test_documented_definitions_under_whitespace(drawn):
    outputs, references = map(list, zip(*drawn, strict=True))
    batch = {"output": outputs, "references": references}
    columns = run_scorers(
        batch,
        [
            ("text.rouge_l", {"tokenizer": "whitespace", "select": "recall"}),
            ("text.bleu_simple", {"tokenizer": "whitespace"}),
        ],
    ).columns
    pairs = list(zip(references, outputs, strict=True))
    expected = [documented_rouge_l(*pair) for pair in pairs]
    assert columns["text_rouge_l"] == pytest.approx(expected, abs=1e-12)
    expected = [documented_bleu(*pair) for pair in pairs]
    assert columns["text_bleu_simple"] == pytest.approx(expected, abs=1e-12)


@tries(40, 200)
@given(ROWS)
def test_any_tokenizer_agrees_with_the_plain_programme(drawn):
    outputs, references = map(list, zip(*drawn, strict=True))
    batch = {"output": outputs, "references": references}
    for name in ("auto", "keywords", "legacy", "zh"):
        cut = TOKENIZERS[name]
        columns = run_scorers(
            batch, [("text.rouge_l", {"tokenizer": name}), ("text.token_f1", {"tokenizer": name})]
        ).columns
        for row, (output, texts) in enumerate(zip(outputs, references, strict=True)):
            said = cut(output)
            lcs = [f1(subsequence(cut(text), said), cut(text), said) for text in texts]
            assert columns["text_rouge_l"][row] == pytest.approx(max(lcs), abs=1e-9)
            shared = [(Counter(cut(text)) & Counter(said)).total() for text in texts]
            both = [
                1.0 if not cut(text) and not said else f1(common, cut(text), said)
                for common, text in zip(shared, texts, strict=True)
            ]
            assert columns["text_token_f1"][row] == pytest.approx(max(both), abs=1e-9)


def f1(common, left, right):
    return 2 * common / (len(left) + len(right)) if common else 0.0

"""The peers of the text scorers: packages, and scripts as they are commonly written.

Each takes cases and returns one list of values per scorer it is compared with.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from functools import cache
from typing import Any

from benchmarks.text_data import Cases

Values = list[list[float]]


def sacre_bleu(cases: Cases) -> Values:
    """Return sacreBLEU's sentence BLEU."""
    from sacrebleu.metrics import BLEU

    return _each(cases, BLEU(effective_order=True))


def sacre_zh(cases: Cases) -> Values:
    """Return sacreBLEU's sentence BLEU with its Chinese tokenizer."""
    from sacrebleu.metrics import BLEU

    return _each(cases, BLEU(effective_order=True, tokenize="zh"))


def sacre_chrf(cases: Cases) -> Values:
    """Return sacreBLEU's sentence chrF."""
    from sacrebleu.metrics import CHRF

    return _each(cases, CHRF())


def _each(cases: Cases, metric: Any) -> Values:
    pairs = zip(*cases, strict=True)
    return [[metric.sentence_score(output, texts).score / 100 for output, texts in pairs]]


def rouge_score(cases: Cases) -> Values:
    """Return ROUGE-1, ROUGE-2 and ROUGE-L of the package rouge-score."""
    return _rouge(cases, _python_rouge())


def rouge_rs(cases: Cases) -> Values:
    """Return the same of the package rouge-score-rs, written in Rust."""
    return _rouge(cases, _rust_rouge())


@cache
def _python_rouge() -> Any:
    from rouge_score.rouge_scorer import RougeScorer

    return RougeScorer(["rouge1", "rouge2", "rougeL"])


@cache
def _rust_rouge() -> Any:
    from rouge_score_rs import RougeScorer

    return RougeScorer(["rouge1", "rouge2", "rougeL"])


def _rouge(cases: Cases, scorer: Any) -> Values:
    found = [scorer.score_multi(texts, output) for output, texts in zip(*cases, strict=True)]
    return [[row[name].fmeasure for row in found] for name in ("rouge1", "rouge2", "rougeL")]


def documented_rouge_l(cases: Cases) -> Values:
    """Return the documented ROUGE-L: a full table per reference, the highest recall counts."""
    return [[_rouge_l(texts, output) for output, texts in zip(*cases, strict=True)]]


def _rouge_l(references: list[str], output: str) -> float:
    said = output.lower().split()
    best = (-1.0, 0.0)
    for reference in references:
        words = reference.lower().split()
        common = _subsequence(words, said)
        recall, precision = common / len(words), common / len(said)
        if recall > best[0]:
            best = recall, precision
    recall, precision = best
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _subsequence(left: list[str], right: list[str]) -> int:
    table = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in range(1, len(left) + 1):
        for j in range(1, len(right) + 1):
            if left[i - 1] == right[j - 1]:
                table[i][j] = table[i - 1][j - 1] + 1
            else:
                table[i][j] = max(table[i - 1][j], table[i][j - 1])
    return table[-1][-1]


def documented_bleu(cases: Cases) -> Values:
    """Return the documented simplified BLEU."""
    return [[_simple_bleu(texts, output) for output, texts in zip(*cases, strict=True)]]


def _simple_bleu(references: list[str], output: str) -> float:
    said = [gram for order in range(1, 5) for gram in _grams(output, order)]
    best = 0
    for reference in references:
        theirs = Counter(gram for order in range(1, 5) for gram in _grams(reference, order))
        ours = Counter(said)
        best = max(best, sum(min(ours[gram], theirs[gram]) for gram in ours if gram in theirs))
    return best / len(said) if said else 0.0


def _grams(text: str, order: int) -> list[str]:
    words = text.lower().split()
    return [" ".join(words[at : at + order]) for at in range(len(words) - order + 1)]


def documented_jaccard(cases: Cases) -> Values:
    """Return the documented keyword overlap, of the best reference."""
    pairs = zip(*cases, strict=True)
    return [[max(_overlap(text, output) for text in texts) for output, texts in pairs]]


def _overlap(expected: str, output: str) -> float:
    left = {word for word in re.findall(r"\b\w+\b", expected.lower()) if len(word) > 1}
    right = {word for word in re.findall(r"\b\w+\b", output.lower()) if len(word) > 1}
    return len(left & right) / len(left | right) if left | right else 0.0


def squad_f1(cases: Cases) -> Values:
    """Return F1 of answer tokens as SQuAD scripts compute it, of the best reference."""
    pairs = zip(*cases, strict=True)
    return [[max(_squad(text, output) for text in texts) for output, texts in pairs]]


def _squad(expected: str, output: str) -> float:
    left, right = _answer(expected), _answer(output)
    common = sum((Counter(left) & Counter(right)).values())
    if not common:
        return float(left == right)
    precision, recall = common / len(right), common / len(left)
    return 2 * precision * recall / (precision + recall)


def _answer(text: str) -> list[str]:
    kept = "".join(character for character in text.lower() if character not in string.punctuation)
    return re.sub(r"\b(a|an|the)\b", " ", kept).split()

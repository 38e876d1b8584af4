"""Scorers that compare texts; importing this registers them."""

from steelyard.scorers.text import (
    asserts,
    bleu,
    bleu_simple,
    chrf,
    clarified,
    corpus,
    error_rate,
    exact_match,
    keyword_jaccard,
    keyword_match,
    rouge_l,
    rouge_n,
    token_f1,
)
from steelyard.scorers.text.corpus import corpus_bleu, corpus_chrf

__all__ = [
    "asserts",
    "bleu",
    "bleu_simple",
    "chrf",
    "clarified",
    "corpus",
    "corpus_bleu",
    "corpus_chrf",
    "error_rate",
    "exact_match",
    "keyword_jaccard",
    "keyword_match",
    "rouge_l",
    "rouge_n",
    "token_f1",
]

"""Scorers that compare texts; importing this registers them."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.scorers.text import (
        asserts,
        bleu,
        bleu_simple,
        choice,
        chrf,
        clarified,
        contains,
        corpus,
        error_rate,
        exact_match,
        json,
        keyword_jaccard,
        keyword_match,
        match,
        number,
        polarity,
        regex,
        rouge_l,
        rouge_n,
        token_f1,
    )
    from steelyard.scorers.text.corpus import corpus_bleu, corpus_chrf

__all__ = [
    "asserts",
    "bleu",
    "bleu_simple",
    "choice",
    "chrf",
    "clarified",
    "contains",
    "corpus",
    "corpus_bleu",
    "corpus_chrf",
    "error_rate",
    "exact_match",
    "json",
    "keyword_jaccard",
    "keyword_match",
    "match",
    "number",
    "polarity",
    "regex",
    "rouge_l",
    "rouge_n",
    "token_f1",
]
lazy_exports(
    __name__,
    {
        ".": (
            "asserts",
            "bleu",
            "bleu_simple",
            "choice",
            "chrf",
            "clarified",
            "contains",
            "corpus",
            "error_rate",
            "exact_match",
            "json",
            "keyword_jaccard",
            "keyword_match",
            "match",
            "number",
            "polarity",
            "regex",
            "rouge_l",
            "rouge_n",
            "token_f1",
        ),
        "corpus": ("corpus_bleu", "corpus_chrf"),
    },
)

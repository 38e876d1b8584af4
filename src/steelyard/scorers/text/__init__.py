"""Scorers that compare texts; importing this registers them."""

from steelyard.scorers.text import exact_match, keyword_jaccard, keyword_match

__all__ = ["exact_match", "keyword_jaccard", "keyword_match"]

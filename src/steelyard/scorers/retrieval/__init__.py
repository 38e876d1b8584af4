"""Scorers of ranked documents; importing this registers them."""

from steelyard.scorers.retrieval import means, metrics, per_query
from steelyard.scorers.retrieval.notes import nothing_relevant, relevance_notes
from steelyard.scorers.retrieval.parameters import data_defaults

__all__ = [
    "data_defaults",
    "means",
    "metrics",
    "nothing_relevant",
    "per_query",
    "relevance_notes",
]

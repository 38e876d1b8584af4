"""Scorers of ranked documents; importing this registers them."""

from steelyard.scorers.retrieval import means, metrics, per_query

__all__ = ["means", "metrics", "per_query"]

"""Analysis: statistics, correlations and generalisation measured."""

from steelyard.analysis import correlation, generalisation, statistics

__all__ = ["correlation", "generalisation", "statistics"]

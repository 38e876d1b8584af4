"""Analysis: statistics, correlations, generalisation measured, missions taken apart."""

from steelyard.analysis import correlation, generalisation, operations, statistics

__all__ = ["correlation", "generalisation", "operations", "statistics"]

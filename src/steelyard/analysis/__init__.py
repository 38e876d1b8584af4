"""Analysis: statistics, and later comparison and correlation."""

from steelyard.analysis import statistics

__all__ = ["statistics"]

"""One scorecard: its tree, weights, gates, what it comes to on runs, and its versions."""

from steelyard.ui.pages.scorecard.page import PAGE

__all__ = ["PAGE"]

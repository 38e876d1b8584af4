"""One file of custom indicators: written, checked as it is typed, tried on a run, published."""

from steelyard.ui.pages.indicator.page import PAGE

__all__ = ["PAGE"]

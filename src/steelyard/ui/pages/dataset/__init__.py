"""One dataset: what is in it, row by row, and how it came to be."""

from steelyard.ui.pages.dataset.page import PAGE

__all__ = ["PAGE"]

"""The samples of a run."""

from steelyard.ui.pages.cases.page import PAGE

__all__ = ["PAGE"]

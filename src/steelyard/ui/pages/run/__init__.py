"""The result of a run."""

from steelyard.ui.pages.run.page import PAGE

__all__ = ["PAGE"]

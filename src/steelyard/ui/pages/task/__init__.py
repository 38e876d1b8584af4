"""One evaluation task."""

from steelyard.ui.pages.task.page import PAGE

__all__ = ["PAGE"]

"""A new evaluation task."""

from steelyard.ui.pages.new_task.page import PAGE

__all__ = ["PAGE"]

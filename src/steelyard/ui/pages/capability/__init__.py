"""What agents are worth in a mission."""

from steelyard.ui.pages.capability.page import PAGE

__all__ = ["PAGE"]

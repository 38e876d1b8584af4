"""One agent: whether it answers, how it is reached, how it did."""

from steelyard.ui.pages.agent.page import PAGE

__all__ = ["PAGE"]

"""How measures go together."""

from steelyard.ui.pages.correlation.page import PAGE

__all__ = ["PAGE"]

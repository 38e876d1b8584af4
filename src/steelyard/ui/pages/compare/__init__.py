"""Runs compared with a base."""

from steelyard.ui.pages.compare.page import PAGE

__all__ = ["PAGE"]

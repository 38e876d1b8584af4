"""Ranked documents against judgements."""

from steelyard.ui.pages.retrieval.page import PAGE

__all__ = ["PAGE"]

"""One algorithm: what it does, its formula, and a bench to try it on."""

from steelyard.ui.pages.algorithm.page import PAGE

__all__ = ["PAGE"]

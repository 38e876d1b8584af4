"""How far the goodness of an agent travels."""

from steelyard.ui.pages.generalisation.page import PAGE

__all__ = ["PAGE"]

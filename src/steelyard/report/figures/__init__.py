"""One set of figures for notebooks, pages and the web, in both languages and both themes."""

from steelyard.report.figures.catalog import FIGURES, figure_of, figures_of
from steelyard.report.figures.figure import Figure, Table
from steelyard.report.figures.theme import THEMES, Theme

__all__ = ["FIGURES", "THEMES", "Figure", "Table", "Theme", "figure_of", "figures_of"]

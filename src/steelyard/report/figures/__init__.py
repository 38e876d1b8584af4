"""One set of figures for notebooks, pages and the web, in both languages and both themes."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.report.figures.catalog import FIGURES, figure_of, figures_of
    from steelyard.report.figures.figure import Figure, Table
    from steelyard.report.figures.theme import THEMES, Theme

__all__ = ["FIGURES", "THEMES", "Figure", "Table", "Theme", "figure_of", "figures_of"]
lazy_exports(
    __name__,
    {
        "catalog": ("FIGURES", "figure_of", "figures_of"),
        "figure": ("Figure", "Table"),
        "theme": ("THEMES", "Theme"),
    },
)

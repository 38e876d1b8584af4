"""A comparison of runs, rendered: terminal, Markdown, JSON."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.report.comparison.json import json
    from steelyard.report.comparison.markdown import markdown
    from steelyard.report.comparison.sentences import headline
    from steelyard.report.comparison.terminal import terminal

__all__ = ["headline", "json", "markdown", "terminal"]
lazy_exports(
    __name__,
    {
        "json": ("json",),
        "markdown": ("markdown",),
        "sentences": ("headline",),
        "terminal": ("terminal",),
    },
)

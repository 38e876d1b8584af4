"""How measures go together, rendered: terminal, Markdown, JSON."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.report.correlation.document import headline
    from steelyard.report.correlation.json import json
    from steelyard.report.correlation.markdown import correlation_lines, markdown
    from steelyard.report.correlation.terminal import print_correlation, terminal

__all__ = [
    "correlation_lines",
    "headline",
    "json",
    "markdown",
    "print_correlation",
    "terminal",
]
lazy_exports(
    __name__,
    {
        "document": ("headline",),
        "json": ("json",),
        "markdown": ("correlation_lines", "markdown"),
        "terminal": ("print_correlation", "terminal"),
    },
)

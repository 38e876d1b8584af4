"""How measures go together, rendered: terminal, Markdown, JSON."""

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

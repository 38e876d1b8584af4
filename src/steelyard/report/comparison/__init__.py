"""A comparison of runs, rendered: terminal, Markdown, JSON."""

from steelyard.report.comparison.json import json
from steelyard.report.comparison.markdown import markdown
from steelyard.report.comparison.sentences import headline
from steelyard.report.comparison.terminal import terminal

__all__ = ["headline", "json", "markdown", "terminal"]

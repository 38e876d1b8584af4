"""A leaderboard, rendered: terminal, Markdown, JSON, CSV."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.report.leaderboard.csv import csv
    from steelyard.report.leaderboard.json import json
    from steelyard.report.leaderboard.markdown import markdown
    from steelyard.report.leaderboard.sentences import findings, verdict
    from steelyard.report.leaderboard.terminal import terminal

__all__ = ["csv", "findings", "json", "markdown", "terminal", "verdict"]
lazy_exports(
    __name__,
    {
        "csv": ("csv",),
        "json": ("json",),
        "markdown": ("markdown",),
        "sentences": ("findings", "verdict"),
        "terminal": ("terminal",),
    },
)

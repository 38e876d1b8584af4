"""A leaderboard, rendered: terminal, Markdown, JSON, CSV."""

from steelyard.report.leaderboard.csv import csv
from steelyard.report.leaderboard.json import json
from steelyard.report.leaderboard.markdown import markdown
from steelyard.report.leaderboard.sentences import findings, verdict
from steelyard.report.leaderboard.terminal import terminal

__all__ = ["csv", "findings", "json", "markdown", "terminal", "verdict"]

"""Many runs weighed by one scorecard: ranks with their doubts, groups, weights, Pareto front."""

from steelyard.analysis.leaderboard.content import (
    SCHEMA,
    Card,
    Column,
    Leaderboard,
    Line,
    Measure,
    Pair,
    Source,
    Swap,
    Weights,
)
from steelyard.analysis.leaderboard.entries import GROUPINGS, find_runs
from steelyard.analysis.leaderboard.leaderboard import Choice, leaderboard

__all__ = [
    "GROUPINGS",
    "SCHEMA",
    "Card",
    "Choice",
    "Column",
    "Leaderboard",
    "Line",
    "Measure",
    "Pair",
    "Source",
    "Swap",
    "Weights",
    "find_runs",
    "leaderboard",
]

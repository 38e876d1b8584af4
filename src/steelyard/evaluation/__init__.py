"""Steelyard from Python: evaluate an agent, load runs, compare, rank and correlate them."""

from steelyard.evaluation.compared import Compared, compare
from steelyard.evaluation.correlated import Correlated, correlate
from steelyard.evaluation.ranked import Ranked, leaderboard
from steelyard.evaluation.run import Run, evaluate, load_run

__all__ = [
    "Compared",
    "Correlated",
    "Ranked",
    "Run",
    "compare",
    "correlate",
    "evaluate",
    "leaderboard",
    "load_run",
]

"""Scorers: (case, reply) to columns, in batches, without side effects."""

from steelyard.scorers import safety, text
from steelyard.scorers.choose import choose_scorers
from steelyard.scorers.run import Scored, ScorerFailure, run_scorers
from steelyard.scorers.scorer import SCORERS, Batch, Scorer, add_scorer, column_of
from steelyard.scorers.scoring import Scoring
from steelyard.scorers.verdict import decide, is_blank

__all__ = [
    "SCORERS",
    "Batch",
    "Scored",
    "Scorer",
    "ScorerFailure",
    "Scoring",
    "add_scorer",
    "choose_scorers",
    "column_of",
    "decide",
    "is_blank",
    "run_scorers",
    "safety",
    "text",
]

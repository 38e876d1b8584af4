"""Scorers: (case, reply) to columns, in batches, without side effects."""

from steelyard.scorers import (
    classification,
    collaboration,
    foreign,
    judge,
    mission,
    retrieval,
    safety,
    text,
    trajectory,
)
from steelyard.scorers.choose import choose_scorers
from steelyard.scorers.chosen import Chosen, choose
from steelyard.scorers.pairing import PairedScoring
from steelyard.scorers.question import Question
from steelyard.scorers.run import Scored, ScorerFailure, run_scorers
from steelyard.scorers.scorer import SCORERS, Batch, Scorer, add_scorer, column_of
from steelyard.scorers.scoring import Scoring
from steelyard.scorers.verdict import decide, is_blank

__all__ = [
    "SCORERS",
    "Batch",
    "Chosen",
    "PairedScoring",
    "Question",
    "Scored",
    "Scorer",
    "ScorerFailure",
    "Scoring",
    "add_scorer",
    "choose",
    "choose_scorers",
    "classification",
    "collaboration",
    "column_of",
    "decide",
    "foreign",
    "is_blank",
    "judge",
    "mission",
    "retrieval",
    "run_scorers",
    "safety",
    "text",
    "trajectory",
]

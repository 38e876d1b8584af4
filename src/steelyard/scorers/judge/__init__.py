"""An LLM as the judge: by a rubric, or against another answer. Importing this registers both."""

from steelyard.scorers.judge import pairwise, rubric
from steelyard.scorers.judge.judgement import Judgement, read_score, read_winner
from steelyard.scorers.judge.ruling import Ruling, rule

__all__ = ["Judgement", "Ruling", "pairwise", "read_score", "read_winner", "rubric", "rule"]

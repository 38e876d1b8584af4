"""Asking judges: whatever a scorer wants an LLM to say, asked once and kept on disk."""

from steelyard.judging.answers import Answers
from steelyard.judging.ask import ask_judges
from steelyard.judging.judges import Judges, choose_names
from steelyard.judging.rows import judge_run
from steelyard.judging.settle import read_rubric, settle

__all__ = [
    "Answers",
    "Judges",
    "ask_judges",
    "choose_names",
    "judge_run",
    "read_rubric",
    "settle",
]

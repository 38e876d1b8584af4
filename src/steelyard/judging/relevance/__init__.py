"""Graded relevance of query-document pairs, by an LLM, checked against people."""

from steelyard.judging.relevance.agreement import compare_with_people
from steelyard.judging.relevance.grade import Graded, RelevancePolicy, grade_pairs
from steelyard.judging.relevance.pairs import Pair, read_labels, read_pairs
from steelyard.judging.relevance.run import RelevanceJob, judge_relevance, load_judge
from steelyard.judging.relevance.write import write_grades

__all__ = [
    "Graded",
    "Pair",
    "RelevanceJob",
    "RelevancePolicy",
    "compare_with_people",
    "grade_pairs",
    "judge_relevance",
    "load_judge",
    "read_labels",
    "read_pairs",
    "write_grades",
]

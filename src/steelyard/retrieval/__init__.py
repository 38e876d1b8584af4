"""Retrieval: ranked documents and graded judgements, from files of any size, to measures."""

from steelyard.retrieval.evaluate import RunScores, evaluate_run
from steelyard.retrieval.evaluation import Choices, evaluate_files
from steelyard.retrieval.judgements import Judgements
from steelyard.retrieval.measures import HIGHEST, Hits, Pool, Rules, measure
from steelyard.retrieval.read_qrels import read_qrels

__all__ = [
    "HIGHEST",
    "Choices",
    "Hits",
    "Judgements",
    "Pool",
    "Rules",
    "RunScores",
    "evaluate_files",
    "evaluate_run",
    "measure",
    "read_qrels",
]

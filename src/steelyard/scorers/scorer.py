"""What a scorer is: a pure function from a batch of rows to columns, with its facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.lazy import load_exports
from steelyard.model import ALGORITHMS, Algorithm, FieldType
from steelyard.registry import Registry
from steelyard.scorers.question import Question

Batch = Mapping[str, Sequence[Any]]

JUDGEMENTS = "judgements"
"""The column in which a scorer that asks finds what the judges said: a list per row, or None."""


@dataclass(frozen=True, slots=True)
class Scorer:
    """One way of scoring replies.

    Attributes:
        algorithm: id, version, words, parameters, and the formula on single inputs.
        reads: columns of the results table it looks at; one that is absent counts as all None.
            One that reads `passed` runs after the verdict, which it must not give itself.
        writes: columns it makes, with their types; those under default parameters, if these matter.
        score: `score(batch, params)` gives one list per written column, in the order of the batch,
            without touching the batch; a row it cannot judge is None. Params come checked.
        verdict: the boolean column that may serve as the verdict on a case, if it writes one.
        asks: `asks(batch, params)` gives the questions each row has for a judge, before `score` is
            called; the answers, in the same order, then stand in the column `JUDGEMENTS`.
        writes_for: `writes_for(params)` gives the columns, when parameters (cutoffs) name them.
    """

    algorithm: Algorithm
    reads: tuple[str, ...]
    writes: dict[str, FieldType]
    score: Callable[[Batch, Mapping[str, Any]], dict[str, list[Any]]]
    verdict: str | None = None
    asks: Callable[[Batch, Mapping[str, Any]], list[list[Question]]] | None = None
    writes_for: Callable[[Mapping[str, Any]], dict[str, FieldType]] | None = None

    def columns(self, params: Mapping[str, Any]) -> dict[str, FieldType]:
        """Return the columns it makes under these checked parameters, with their types."""
        return self.writes if self.writes_for is None else self.writes_for(params)


def add_scorer(scorer: Scorer) -> Scorer:
    """Register a scorer, built-in or plug-in, under the id of its algorithm."""
    ALGORITHMS.add(scorer.algorithm.id, scorer.algorithm)
    return SCORERS.add(scorer.algorithm.id, scorer)


def column_of(id_: str) -> str:
    """Return the column a scorer with that id writes its main result to."""
    return id_.replace(".", "_")


def _load_builtins() -> None:
    load_exports("steelyard.scorers")


SCORERS: Registry[Scorer] = Registry("scorer", _load_builtins)

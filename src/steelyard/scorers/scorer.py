"""What a scorer is: a pure function from a batch of rows to columns, with its facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.model import ALGORITHMS, Algorithm, FieldType
from steelyard.registry import Registry

Batch = Mapping[str, Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Scorer:
    """One way of scoring replies.

    Attributes:
        algorithm: id, version, words, parameters, and the formula on single inputs.
        reads: columns of the results table it looks at; one that is absent counts as all None.
        writes: columns it makes, with their types.
        score: `score(batch, params)` gives one list per written column, in the order of the batch,
            without touching the batch; a row it cannot judge is None. Params come checked.
        verdict: the boolean column that may serve as the verdict on a case, if it writes one.
    """

    algorithm: Algorithm
    reads: tuple[str, ...]
    writes: dict[str, FieldType]
    score: Callable[[Batch, Mapping[str, Any]], dict[str, list[Any]]]
    verdict: str | None = None


def add_scorer(scorer: Scorer) -> Scorer:
    """Register a scorer, built-in or plug-in, under the id of its algorithm."""
    ALGORITHMS.add(scorer.algorithm.id, scorer.algorithm)
    return SCORERS.add(scorer.algorithm.id, scorer)


def column_of(id_: str) -> str:
    """Return the column a scorer with that id writes its main result to."""
    return id_.replace(".", "_")


def _load_builtins() -> None:
    from importlib import import_module

    import_module("steelyard.scorers")


SCORERS: Registry[Scorer] = Registry("scorer", _load_builtins)

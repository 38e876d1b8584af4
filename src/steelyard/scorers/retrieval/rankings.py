"""Ranked ids and graded relevance, as rows carry them, to what the measures are computed from."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.scorers.plain_json import plain

if TYPE_CHECKING:
    from steelyard.retrieval import Rules

_HIGHEST = 10  # as retrieval.measures.HIGHEST, which would load numpy here
Row = tuple[Sequence[Any], Mapping[str, float]]


def measure_rows(rows: Sequence[Row], rules: Rules) -> dict[str, list[float | None]]:
    """Return every measure of every row; None where it is undefined."""
    import numpy as np

    from steelyard.retrieval import Hits, Pool, measure

    hits: list[tuple[int, int, float]] = []
    pool: list[tuple[int, float]] = []
    sizes = []
    for number, (documents, grades) in enumerate(rows):
        ranking = distinct(documents)
        sizes.append(len(ranking))
        hits += [
            (number, rank, grades[name])
            for rank, name in enumerate(ranking, start=1)
            if name in grades
        ]
        pool += [(number, grade) for grade in sorted(grades.values(), reverse=True)]
    hit_columns = np.array(hits, np.float64).reshape(-1, 3).T
    pool_columns = np.array(pool, np.float64).reshape(-1, 2).T
    found = measure(
        Hits(hit_columns[0].astype(np.int64), hit_columns[1].astype(np.int64), hit_columns[2]),
        Pool(pool_columns[0].astype(np.int64), pool_columns[1]),
        np.array(sizes, np.int64),
        rules,
    )
    return {name: [_plain(value) for value in column.tolist()] for name, column in found.items()}


def distinct(documents: Sequence[Any]) -> list[str]:
    """Return the ids as texts, each at its first place only; a missing id is no document."""
    return list(dict.fromkeys(str(name) for name in documents if name is not None))


def read_grades(owner: str, relevance: Any) -> dict[str, float]:
    """Return document to grade, from an object or its JSON text.

    Raises:
        InputError: it is not an object, or a grade is not a number from 0 to 10.
    """
    relevance = plain(relevance)
    if not isinstance(relevance, Mapping):
        found = f"{type(relevance).__name__} {relevance!r}"[:60]
        raise InputError(t("retrieval.not_grades", id=owner, found=found))
    for name, grade in relevance.items():
        is_number = isinstance(grade, (int, float)) and not isinstance(grade, bool)
        if not is_number or not math.isfinite(grade) or not 0 <= grade <= _HIGHEST:
            raise InputError(t("retrieval.grade", id=owner, document=name, found=repr(grade)))
    return {str(name): float(grade) for name, grade in relevance.items()}


def _plain(value: float) -> float | None:
    return None if math.isnan(value) else value

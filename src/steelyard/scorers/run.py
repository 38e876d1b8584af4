"""Run scorers over a batch of rows; a row that breaks one costs that row's score, not the run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import check_params
from steelyard.scorers.scorer import SCORERS, Batch, Scorer


class ScorerFailure(NamedTuple):
    """One row that one scorer could not score; its columns are None there."""

    scorer: str
    row: int
    error: str


class Scored(NamedTuple):
    """The columns that were made, and the rows that failed."""

    columns: dict[str, list[Any]]
    failures: list[ScorerFailure]


def run_scorers(batch: Batch, scorers: Iterable[tuple[str, Mapping[str, Any]]]) -> Scored:
    """Score a batch with every scorer in turn.

    Args:
        batch: columns of equal length. Columns a scorer reads and the batch lacks count as None.
        scorers: pairs of scorer id and parameters.

    Returns:
        The written columns in the order of the batch, and what failed.

    Raises:
        UnknownNameError: there is no such scorer.
        InputError: a parameter is wrong, or two scorers write the same column.
    """
    size = len(next(iter(batch.values()), ()))
    columns: dict[str, list[Any]] = {}
    failures: list[ScorerFailure] = []
    for id_, params in scorers:
        scorer = SCORERS.get(id_)
        if taken := sorted(set(scorer.writes) & set(columns)):
            raise InputError(t("scorers.column_taken", id=id_, column=taken[0]))
        checked = check_params(scorer.algorithm, params)
        given = {name: batch[name] if name in batch else [None] * size for name in scorer.reads}
        columns |= _score(scorer, given, checked, failures, size=size)
    return Scored(columns, failures)


def _score(
    scorer: Scorer,
    given: Mapping[str, Any],
    params: Mapping[str, Any],
    failures: list[ScorerFailure],
    *,
    size: int,
) -> dict[str, list[Any]]:
    try:
        return scorer.score(given, params)
    except Exception:  # noqa: BLE001  whatever a scorer raises, the other rows still count
        return _one_by_one(scorer, given, params, failures, size=size)


def _one_by_one(
    scorer: Scorer,
    given: Mapping[str, Any],
    params: Mapping[str, Any],
    failures: list[ScorerFailure],
    *,
    size: int,
) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {name: [None] * size for name in scorer.writes}
    for row in range(size):
        try:
            scored = scorer.score({name: [given[name][row]] for name in given}, params)
        except Exception as error:  # noqa: BLE001
            reason = f"{type(error).__name__}: {error}"
            failures.append(ScorerFailure(scorer.algorithm.id, row, reason))
        else:
            for name in scorer.writes:
                columns[name][row] = scored[name][0]
    return columns

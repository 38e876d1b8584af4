"""Run scorers over a batch of rows; a row that breaks one costs that row's score, not the run."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from steelyard.errors import InputError, UserError
from steelyard.i18n import t
from steelyard.model import FIELDS, check_params
from steelyard.scorers.memory import SharedBatch
from steelyard.scorers.scorer import JUDGEMENTS, SCORERS, Batch, Scorer


class ScorerFailure(NamedTuple):
    """One row that one scorer could not score; its columns are None there."""

    scorer: str
    row: int
    error: str


class Scored(NamedTuple):
    """The columns that were made, and the rows that failed."""

    columns: dict[str, list[Any]]
    failures: list[ScorerFailure]


def run_scorers(
    batch: Batch,
    scorers: Iterable[tuple[str, Mapping[str, Any]]],
    judgements: Mapping[str, Sequence[Any]] | None = None,
) -> Scored:
    """Score a batch with every scorer in turn.

    Args:
        batch: columns of equal length. Columns a scorer reads and the batch lacks count as None.
        scorers: pairs of scorer id and parameters.
        judgements: for scorers that ask, by id: per row the answers to its questions.

    Returns:
        The written columns in the order of the batch, and what failed.

    Raises:
        UnknownNameError: there is no such scorer.
        InputError: a parameter is wrong, or two scorers write the same column.
    """
    size = len(next(iter(batch.values()), ()))
    columns: dict[str, list[Any]] = {}
    failures: list[ScorerFailure] = []
    memory: dict[Hashable, Any] = {}
    for id_, params in sorted(scorers, key=_comes_later):
        scorer = SCORERS.get(id_)
        checked = check_params(scorer.algorithm, params)
        if taken := sorted(set(scorer.columns(checked)) & set(columns)):
            raise InputError(t("scorers.column_taken", id=id_, column=taken[0]))
        given = SharedBatch(_given(scorer, batch, columns, size), memory)
        if scorer.asks is not None:
            given[JUDGEMENTS] = (judgements or {}).get(id_) or [None] * size
        columns |= _score(scorer, given, checked, failures, size=size)
    return Scored(columns, failures)


def _comes_later(choice: tuple[str, Mapping[str, Any]]) -> bool:
    """Return whether a scorer may read what others write: those that fill a field come first."""
    return not set(SCORERS.get(choice[0]).writes) & FIELDS.keys()


def _given(
    scorer: Scorer, batch: Batch, columns: Mapping[str, Sequence[Any]], size: int
) -> dict[str, Sequence[Any]]:
    given: dict[str, Sequence[Any]] = {}
    for name in scorer.reads:
        source = columns if name in columns else batch
        given[name] = source[name] if name in source else [None] * size
    return given


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
    except UserError:
        scorer.score({name: [] for name in given}, params)  # raises if it is not about a row
        return _one_by_one(scorer, given, params, failures, size=size)
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
    columns: dict[str, list[Any]] = {name: [None] * size for name in scorer.columns(params)}
    for row in range(size):
        try:
            scored = scorer.score({name: [given[name][row]] for name in given}, params)
        except Exception as error:  # noqa: BLE001
            reason = f"{type(error).__name__}: {error}"
            failures.append(ScorerFailure(scorer.algorithm.id, row, reason))
        else:
            for name in columns:
                columns[name][row] = scored[name][0]
    return columns

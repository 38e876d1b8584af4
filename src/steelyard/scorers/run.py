"""Run scorers over a batch of rows; a row that breaks one costs that row's score, not the run."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from steelyard.errors import UserError
from steelyard.model import FIELDS
from steelyard.scorers.chosen import Chosen, choose, refuse_clashes
from steelyard.scorers.memory import SharedBatch
from steelyard.scorers.scorer import JUDGEMENTS, Batch, Scorer


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
        scorers: pairs of scorer id and parameters; `as` among these names the entry.
        judgements: for scorers that ask, by name or else id: per row the answers to its questions.

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
    entries = [choose(id_, params) for id_, params in scorers]
    refuse_clashes(entries)
    for entry in sorted(entries, key=_comes_later):
        given = SharedBatch(_given(entry.scorer, batch, columns, size), memory)
        if entry.scorer.asks is not None:
            given[JUDGEMENTS] = (judgements or {}).get(entry.label) or [None] * size
        made = _score(entry, given, failures, size=size)
        columns |= {entry.column(name): cells for name, cells in made.items()}
    return Scored(columns, failures)


def _comes_later(entry: Chosen) -> bool:
    """Return whether a scorer may read what others write: those that fill a field come first."""
    return not entry.writes.keys() & FIELDS.keys()


def _given(
    scorer: Scorer, batch: Batch, columns: Mapping[str, Sequence[Any]], size: int
) -> dict[str, Sequence[Any]]:
    given: dict[str, Sequence[Any]] = {}
    for name in scorer.reads:
        source = columns if name in columns else batch
        given[name] = source[name] if name in source else [None] * size
    return given


def _score(
    entry: Chosen, given: Mapping[str, Any], failures: list[ScorerFailure], *, size: int
) -> dict[str, list[Any]]:
    scorer, params = entry.scorer, entry.params
    try:
        return scorer.score(given, params)
    except UserError:
        scorer.score({name: [] for name in given}, params)  # raises if it is not about a row
        return _one_by_one(entry, given, failures, size=size)
    except Exception:  # noqa: BLE001  whatever a scorer raises, the other rows still count
        return _one_by_one(entry, given, failures, size=size)


def _one_by_one(
    entry: Chosen, given: Mapping[str, Any], failures: list[ScorerFailure], *, size: int
) -> dict[str, list[Any]]:
    scorer, params = entry.scorer, entry.params
    columns: dict[str, list[Any]] = {name: [None] * size for name in scorer.columns(params)}
    for row in range(size):
        try:
            scored = scorer.score({name: [given[name][row]] for name in given}, params)
        except Exception as error:  # noqa: BLE001
            reason = f"{type(error).__name__}: {error}"
            failures.append(ScorerFailure(entry.label, row, reason))
        else:
            for name in columns:
                columns[name][row] = scored[name][0]
    return columns

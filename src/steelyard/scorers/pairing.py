"""Rows asked under a condition, set beside the same case at baseline.

Rows of one case lie together in the results table, so one pass with a small memory is enough.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Self

from steelyard.model import FIELDS, SQL_TYPES, clean_case
from steelyard.scorers.found import Found
from steelyard.scorers.scorer import Batch
from steelyard.scorers.scoring import Choice, Scoring

_WRITES = ("clean_success", "original_score", "transferred_score", "single_time")
_TYPES = {name: SQL_TYPES[FIELDS[name].type] for name in _WRITES}
_READS = ("case_id", "parent_case_id", "condition", "completed", "latency_s", *_WRITES)


class PairedScoring(Scoring):
    """Scores, and adds what a row's plain twin came to.

    Batches must come in the order of the table, from its start or (`fresh`) from the start of a
    case.
    """

    of_cases = True

    def __init__(
        self,
        choices: Sequence[Choice] | str,
        fields: Collection[str],
        verdict: str | None = None,
        defaults: Mapping[str, Any] = MappingProxyType({}),
        *,
        labels: Sequence[str] = (),
    ) -> None:
        super().__init__(choices, fields, verdict, defaults, labels=labels)
        self._case: str | None = None
        self._clean = _Mean()
        self._alone = _Mean()

    def fresh(self, before: Batch | None = None) -> Self:
        """Return the same with nothing counted and nothing in mind but the rows `before`."""
        other = super().fresh()
        other._case, other._clean, other._alone = None, _Mean(), _Mean()
        if before is not None:
            other.enrich(before)
            other.found = Found()  # those rows are counted where they stand
        return other

    @property
    def reads(self) -> list[str]:
        """Columns it looks at."""
        return sorted({*super().reads, *_READS})

    @property
    def writes(self) -> dict[str, str]:
        """Columns it makes, with their SQL types."""
        return super().writes | _TYPES

    def enrich(self, batch: Batch) -> dict[str, list[Any]]:
        """Return the score columns of a batch with the columns of its pairs."""
        columns = super().enrich(batch)
        given = [columns[name] if name in columns else batch[name] for name in _READS]
        pairs: dict[str, list[Any]] = {name: [] for name in _WRITES}
        for passed, *values in zip(columns["passed"], *given, strict=True):
            row = dict(zip(_READS, values, strict=True))
            found = self._pair(passed, row)
            self.found.measured.update(found)
            for name, column in pairs.items():
                column.append(found.get(name, row[name]))
        return columns | pairs

    def provenance(self) -> dict[str, str]:
        """Return who wrote the columns it fills."""
        return super().provenance() | dict.fromkeys(self.found.measured, "measured")

    def _pair(self, passed: bool | None, row: dict[str, Any]) -> dict[str, Any]:  # noqa: FBT001
        """Return what is known of a row from the other rows of its case."""
        condition = row["condition"]
        case = clean_case(row)
        if case != self._case:
            self._case, self._clean, self._alone = case, _Mean(), _Mean()
        success = passed if row["completed"] is None else row["completed"]
        if condition is None:
            self._clean.add(success)
            return {} if self._alone.value is None else {"single_time": self._alone.value}
        if condition == "single":
            self._alone.add(row["latency_s"])
            return {}
        if self._clean.value is None:
            return {}
        found = {"clean_success": self._clean.value}
        if condition == "environment" and success is not None:
            moved = {"original_score": self._clean.value, "transferred_score": float(success)}
            return found | moved
        return found


class _Mean:
    """The mean of what there is; None while there is nothing."""

    def __init__(self) -> None:
        self._sum, self._count = 0.0, 0

    def add(self, value: float | bool | None) -> None:  # noqa: FBT001
        if value is not None:
            self._sum += value
            self._count += 1

    @property
    def value(self) -> float | None:
        return self._sum / self._count if self._count else None

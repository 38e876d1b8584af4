"""Where an agent is strong and weak: a line per scene or domain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from steelyard.analysis.generalisation.outcomes import Source, outcomes_by
from steelyard.analysis.generalisation.rate import Rate
from steelyard.bundle import sql_name

FEW_CASES = 10


@dataclass(frozen=True, slots=True)
class Place:
    """One scene or domain; `name` is None for the cases that do not say theirs.

    Attributes:
        accuracy: of its functional cases.
        completion: of all its cases, as the generalisation indicators count it.
        few: whether it has too few cases to rely on.
    """

    name: str | None
    accuracy: Rate
    completion: Rate
    few: bool


def places(source: Source, column: str, columns: Mapping[str, int]) -> tuple[Place, ...]:
    """Return the groups of a column, the weakest first; none without a value and an outcome.

    Args:
        source: the run.
        column: `scene`, `domain` or any other.
        columns: of the table, with how many rows fill them.
    """
    if not columns.get(column):
        return ()
    found = outcomes_by(source, f"CAST({sql_name(column)} AS VARCHAR)", columns)
    lines = [
        Place(name, *outcomes, few=max(outcomes.accuracy.n, outcomes.completion.n) < FEW_CASES)
        for name, outcomes in found.items()
    ]
    if not any(line.accuracy.n or line.completion.n for line in lines):
        return ()  # rows that bring results have a domain and no outcome
    return tuple(sorted(lines, key=_weakest_first))


def _weakest_first(place: Place) -> tuple[bool, bool, float, str]:
    value = place.completion.value
    return place.name is None, value is None, value or 0.0, place.name or ""

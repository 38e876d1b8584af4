"""`ops.adc` taken apart: where missions start, where they end from there, and what that is worth.

Repeats of a case weigh one together, as they do in every indicator.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.indicators import get_indicator
from steelyard.indicators.params import params_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

STATES = ("nominal", "degraded", "failed")
_COLUMNS = ("state_start", "state_end", "ops_effectiveness")


@dataclass(frozen=True, slots=True)
class StartState:
    """The missions that start in one state.

    Attributes:
        state: `nominal`, `degraded` or `failed`.
        available: A, the probability to start there.
        n: runs of missions that did.
        ends: D, the probability of ending in each state from there; None when none started there.
    """

    state: str
    available: float
    n: int
    ends: tuple[float, ...] | None


@dataclass(frozen=True, slots=True)
class Decomposition:
    """E = A · D · C.

    Attributes:
        starts: a line for every state.
        ends: A · D, the probability of each end state; None when `value` is.
        capability: C, mean effectiveness in each end state; None when no mission ended there.
        value: E; None when missions may start in a state that none was seen to start in.
        mean: plain mean of the effectiveness of the same runs.
        given: whether A came with the plan, and not from the run.
    """

    starts: tuple[StartState, ...]
    ends: tuple[float, ...] | None
    capability: tuple[float | None, ...]
    value: float | None
    mean: float
    given: bool


def decomposition(
    con: DuckDBPyConnection, columns: Collection[str], params: Mapping[str, Any]
) -> Decomposition | None:
    """Return the parts of a run's `ops.adc`; None when no row has both states and a value."""
    if not {*columns}.issuperset(_COLUMNS):
        return None
    cells = _cells(con, columns)
    total = sum(cell.weight for cell in cells.values())
    if not total:
        return None
    availability = _given(params)
    starts = tuple(_start(state, cells, total, availability) for state in STATES)
    capability = tuple(_capability(state, cells) for state in STATES)
    unseen = any(start.available > 0 and start.ends is None for start in starts)
    value, ends = (None, None) if unseen else _product(starts, capability)
    mean = sum(cell.worth for cell in cells.values()) / total
    return Decomposition(starts, ends, capability, value, mean, availability is not None)


@dataclass(frozen=True, slots=True)
class _Cell:
    """Missions from one state to another: runs, their weight, and their weighed effectiveness."""

    n: int
    weight: float
    worth: float


def _cells(con: DuckDBPyConnection, columns: Collection[str]) -> dict[tuple[str, str], _Cell]:
    filled = [f"{column} IS NOT NULL" for column in _COLUMNS]
    if "condition" in columns:
        filled.append("condition IS NULL")  # a variant is not one more mission
    rows = con.execute(
        "SELECT state_start, state_end, count(*), sum(w), sum(w * ops_effectiveness) FROM"
        " (SELECT *, 1.0 / count(*) OVER (PARTITION BY coalesce(case_id, '#' || row)) AS w"
        f" FROM results WHERE {' AND '.join(filled)}) GROUP BY ALL"
    ).fetchall()
    return {(start, end): _Cell(n, weight, worth) for start, end, n, weight, worth in rows}


def _given(params: Mapping[str, Any]) -> dict[str, float] | None:
    values = params_of(get_indicator("ops.adc"), params)
    if values["availability_nominal"] is None:
        return None
    return {state: float(values[f"availability_{state}"]) for state in STATES}


def _start(
    state: str,
    cells: Mapping[tuple[str, str], _Cell],
    total: float,
    availability: Mapping[str, float] | None,
) -> StartState:
    own = [cells.get((state, end), _Cell(0, 0.0, 0.0)) for end in STATES]
    weight = sum(cell.weight for cell in own)
    return StartState(
        state,
        weight / total if availability is None else availability[state],
        sum(cell.n for cell in own),
        tuple(cell.weight / weight for cell in own) if weight else None,
    )


def _capability(state: str, cells: Mapping[tuple[str, str], _Cell]) -> float | None:
    ended = [cell for (_, end), cell in cells.items() if end == state]
    weight = sum(cell.weight for cell in ended)
    return sum(cell.worth for cell in ended) / weight if weight else None


def _product(
    starts: tuple[StartState, ...], capability: tuple[float | None, ...]
) -> tuple[float, tuple[float, ...]]:
    from steelyard.scorers.mission.adc import adc  # here: readers of stored reports need no scorer

    nowhere = (0.0,) * len(STATES)
    value, ends = adc(
        [start.available for start in starts],
        [start.ends or nowhere for start in starts],
        [worth or 0.0 for worth in capability],  # a state that nothing ends in adds nothing
    )
    return value, tuple(ends)

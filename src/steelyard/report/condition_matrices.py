"""Faults against outcomes, and requirements against environments, as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.report.correlation.table import Cell, Table
from steelyard.report.numbers import count_text
from steelyard.report.text import one_line
from steelyard.report.wording import words

if TYPE_CHECKING:
    from steelyard.analysis.conditions import Conditions, Requirement

_OUTCOMES = ("right", "wrong", "timed_out", "failed", "unknown")
_STATES = {"pass": "✓", "fail": "✗", "unknown": "?"}


def condition_matrices(found: Conditions) -> list[Table]:
    """Return the matrices that the run has something to fill with."""
    made = (fault_table(found), requirement_table(found))
    return [table for table in made if table is not None]


def fault_table(found: Conditions) -> Table | None:
    """Return what became of the answers on which each kind of fault landed."""
    if not found.fault_outcomes:
        return None
    headings: list[Cell] = [words("generalisation.fault"), words("generalisation.landed")]
    headings += [words(f"generalisation.fault_{name}") for name in _OUTCOMES]
    headings.append(words("generalisation.fault_retried"))
    rows: list[list[Cell]] = [
        [
            one_line(line.fault, 40),
            count_text(line.landed),
            *(count_text(getattr(line, name)) for name in _OUTCOMES),
            count_text(line.retried),
        ]
        for line in found.fault_outcomes
    ]
    sides = "l" + "r" * (len(headings) - 1)
    return Table(words("generalisation.fault_matrix"), headings, rows, sides)


def requirement_table(found: Conditions) -> Table | None:
    """Return which requirement holds in which environment."""
    if not found.requirements:
        return None
    names = list(dict.fromkeys(name for item in found.requirements for name in item.states))
    headings: list[Cell] = [words("generalisation.requirement")]
    headings += [one_line(name, 30) for name in names]
    rows: list[list[Cell]] = [
        [_key(item), *(_state(item, name) for name in names)] for item in found.requirements
    ]
    hint = words("generalisation.requirements_hint")
    return Table(words("generalisation.requirements"), headings, rows, "l" * len(headings), hint)


def _key(item: Requirement) -> str:
    return one_line(item.key, 60) + (" *" if item.critical else "")


def _state(item: Requirement, name: str) -> str:
    state = item.states.get(name)
    if state is None:
        return ""
    mark = _STATES.get(state, one_line(state, 10))
    value = item.found.get(name)
    return mark if value is None else f"{mark} {one_line(value, 30)}"

"""Runs on the plane of quality, latency and cost: which no other run beats in everything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from steelyard.analysis.correlation.case_table import RIGHT, CaseTable, Subject
from steelyard.analysis.correlation.content import ParetoPoint
from steelyard.analysis.correlation.pareto import dominators
from steelyard.analysis.generalisation.rate import Rate
from steelyard.bundle import quantiles_of


def pareto_front(
    subjects: Sequence[Subject], tables: Sequence[CaseTable]
) -> tuple[ParetoPoint, ...]:
    """Return every run with what beats it; a run with a number missing is not compared.

    Cost counts only when every run reports it.
    """
    lines = [_line(table) for table in tables]
    costs = all(cost is not None for _, _, cost in lines)
    points: list[list[float | None]] = [
        [quality.value, latency, *([cost] if costs else [])] for quality, latency, cost in lines
    ]
    beaten = dominators(points, ["up", "down", *(["down"] if costs else [])])
    return tuple(
        ParetoPoint(
            run=subject.name,
            quality=quality,
            latency_s=latency,
            cost=cost,
            front=None if by is None else not by,
            dominated_by=tuple(subjects[at].name for at in by or ()),
        )
        for subject, (quality, latency, cost), by in zip(subjects, lines, beaten, strict=True)
    )


def _line(table: CaseTable) -> tuple[Rate, Any, Any]:
    [(cost,)] = table.query("SELECT avg(cost) FROM case_means")
    median = quantiles_of(table.cursor, "SELECT latency_s FROM case_means", [0.5])
    return table.rate(RIGHT), None if median is None else median[0], cost

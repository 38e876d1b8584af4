"""Faults against what became of the answers, and against scenes."""

from __future__ import annotations

from dataclasses import dataclass

from steelyard.analysis.conditions.source import ASKED, Rows
from steelyard.analysis.generalisation.rate import Rate

_LANDED = f"condition = 'fault' AND {ASKED} AND condition_landed"
_BOTH = "concat_ws('\x1f', fault, scene)"
_SUCCESS = "coalesce(completed, passed)"


@dataclass(frozen=True, slots=True)
class FaultOutcomes:
    """What became of the rows on which one kind of fault landed; the counts add up to `landed`.

    Attributes:
        fault: its kind.
        landed: rows on which it landed.
        right: answered rightly all the same.
        wrong: answered, and not rightly.
        timed_out: no answer in time.
        failed: the agent gave an error instead of an answer.
        unknown: no verdict.
        retried: rows that needed more than one attempt.
        scenes: completion where it landed, by scene.
    """

    fault: str
    landed: int
    right: int
    wrong: int
    timed_out: int
    failed: int
    unknown: int
    retried: int
    scenes: tuple[tuple[str, Rate], ...]


def fault_matrix(rows: Rows) -> tuple[FaultOutcomes, ...]:
    """Return a line per kind of fault that landed, by name."""
    late, broken = "coalesce(timed_out, false)", "status = 'error'"
    counted = rows.query(
        f"SELECT fault, count(*), count_if({_SUCCESS}),"
        f" count_if(NOT {_SUCCESS} AND NOT {late} AND NOT coalesce({broken}, false)),"
        f" count_if(NOT coalesce({_SUCCESS}, false) AND {late}),"
        f" count_if(NOT coalesce({_SUCCESS}, false) AND NOT {late} AND {broken}),"
        f" count_if(attempts > 1) FROM results WHERE {_LANDED} GROUP BY fault ORDER BY fault"
    )
    if not counted:
        return ()
    by_scene = rows.success_by(_BOTH, f"{_LANDED} AND scene IS NOT NULL")
    scenes: dict[str, list[tuple[str, Rate]]] = {}
    for name, rate in by_scene.items():
        fault, _, scene = (name or "").partition("\x1f")
        scenes.setdefault(fault, []).append((scene, rate))
    return tuple(
        FaultOutcomes(
            fault=fault or "",
            landed=landed,
            right=right,
            wrong=wrong,
            timed_out=timed_out,
            failed=failed,
            unknown=landed - right - wrong - timed_out - failed,
            retried=retried,
            scenes=tuple(sorted(scenes.get(fault or "", ()), key=lambda pair: pair[0])),
        )
        for fault, landed, right, wrong, timed_out, failed, retried in counted
    )

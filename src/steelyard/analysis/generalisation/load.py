"""`robust.load`: the same cases before, during and after a load peak."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from steelyard.analysis.generalisation.cells import number_cell, truth_cell, word_cell
from steelyard.analysis.generalisation.record import add_indicator
from steelyard.analysis.generalisation.retention import retention
from steelyard.i18n import t
from steelyard.model import Example, Port, Words

PHASES = ("baseline", "peak", "recovery")
_ID = "robust.load"
_QUANTILE = 0.95


class Phase(NamedTuple):
    """One phase: completion rate over cases, 95th percentile of latency, rows counted."""

    rate: float | None
    p95: float | None
    n: int


def load(cases: Sequence[Mapping[str, Any]]) -> dict[str, Phase]:
    """Return what each phase came to; epochs are averaged inside the case first.

    A row that failed on the way to the agent (`error_kind` infra) does not count; one that failed
    in the agent is a failure.
    """
    passed: dict[str, dict[Any, list[float]]] = {phase: {} for phase in PHASES}
    seconds: dict[str, list[float]] = {phase: [] for phase in PHASES}
    for at, row in enumerate(cases, 1):
        phase = word_cell(_ID, at, row, "phase", PHASES)
        kind = word_cell(_ID, at, row, "error_kind", ("agent", "infra"))
        success = _success(at, row, kind)
        latency = number_cell(_ID, at, row, "latency_s", low=0.0)
        if phase is None or kind == "infra":
            continue
        if success is not None:
            case = at if row.get("case_id") is None else str(row["case_id"])
            passed[phase].setdefault(case, []).append(float(success))
        if latency is not None:
            seconds[phase].append(latency)
    return {phase: _phase(passed[phase], seconds[phase]) for phase in PHASES}


def _success(at: int, row: Mapping[str, Any], kind: str | None) -> bool | None:
    completed = truth_cell(_ID, at, row, "completed")
    passed = truth_cell(_ID, at, row, "passed")
    if kind == "agent":
        return False
    return passed if completed is None else completed


def _phase(passed: Mapping[Any, list[float]], seconds: list[float]) -> Phase:
    rate = fmean(map(fmean, passed.values())) if passed else None
    return Phase(rate, _quantile(sorted(seconds)), sum(map(len, passed.values())))


def _quantile(ordered: Sequence[float]) -> float | None:
    """Return the quantile by linear interpolation, h = (n − 1) q."""
    if not ordered:
        return None
    place = (len(ordered) - 1) * _QUANTILE
    at = math.floor(place)
    above = ordered[min(at + 1, len(ordered) - 1)]
    return ordered[at] + (place - at) * (above - ordered[at])


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    phases = load(inputs["cases"])
    base, peak, recovered = (phases[phase] for phase in PHASES)
    inflation = retention(peak.p95, base.p95)
    p95_score = None if inflation is None else 1.0 if inflation <= 1 else 1 / inflation
    lacking = [phase for phase in PHASES if phases[phase].rate is None]
    return {
        "stability": retention(peak.rate, base.rate),
        "recovery": retention(recovered.rate, base.rate),
        "p95_inflation": inflation,
        "p95_score": p95_score,
        "n": sum(phase.n for phase in phases.values()),
        "notes": [t("generalisation.phases", phases=", ".join(lacking))] if lacking else [],
    }


_CASES = [
    {"case_id": f"{phase}{at}", "phase": phase, "passed": at < passes, "latency_s": latency}
    for phase, passes, latency in (("baseline", 9, 2.0), ("peak", 7, 5.0), ("recovery", 9, 2.0))
    for at in range(10)
]

add_indicator(
    _ID,
    (
        Words("Robustness to load", "负载鲁棒性"),
        Words(
            "What is left of the completion rate at the peak and after it, and how much slower the "
            "slowest answers get.",
            "负载高峰时与高峰过后完成率的保持程度，以及最慢应答变慢的程度。",
        ),
    ),
    "stability = CR_peak / CR_baseline; recovery = CR_recovery / CR_baseline; "
    "p95_inflation = p95_peak / p95_baseline; p95_score = min(1, 1 / p95_inflation)",
    (
        (
            Port(
                "cases",
                "rows",
                Words(
                    "rows with phase (baseline, peak, recovery), passed or completed, latency_s",
                    "含 phase（baseline、peak、recovery）、passed 或 completed、latency_s 的行",
                ),
            ),
        ),
        (
            Port("stability", "float", Words("kept at the peak", "高峰时的保持率")),
            Port("recovery", "float", Words("kept after the peak", "高峰后的保持率")),
            Port("p95_inflation", "float", Words("slowdown at the peak", "高峰时 p95 耗时之比")),
            Port("p95_score", "float", Words("score of the slowdown", "p95 耗时得分")),
            Port("n", "int", Words("rows counted", "计入行数")),
        ),
    ),
    _compute,
    examples=(
        Example(
            {"cases": _CASES},
            {"stability": 0.7778, "recovery": 1.0, "p95_inflation": 2.5, "p95_score": 0.4},
        ),
    ),
)

"""A line per phase of a load, and how far a ramp was carried."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.analysis.conditions.knee import Knee, Step, knee
from steelyard.analysis.conditions.lines import PhaseLine
from steelyard.analysis.conditions.source import ASKED, Rows
from steelyard.analysis.generalisation.rate import Rate

_ORDER = {"baseline": 0, "peak": 1, "recovery": 2, "ramp": 3}
_WHERE = f"condition = 'load' AND {ASKED}"
_GROUP = "concat_ws('\x1f', phase, CAST(load_level AS VARCHAR))"


def phase_lines(rows: Rows) -> tuple[PhaseLine, ...]:
    """Return a line per phase, in the order in which they were asked."""
    counted = rows.query(
        f"SELECT {_GROUP}, phase, load_level, count(*),"
        f" quantile_cont(latency_s, [0.5, 0.95]), quantile_cont(start_delay_s, 0.95),"
        f" max(in_flight) FROM results WHERE {_WHERE} GROUP BY ALL"
    )
    if not counted:
        return ()
    success = rows.success_by(_GROUP, _WHERE)
    lines = [
        PhaseLine(
            phase=phase or "",
            level=level,
            asked=asked,
            success=success.get(group, Rate(None)),
            p50=seconds[0] if seconds else None,
            p95=seconds[1] if seconds else None,
            delay_p95=delay,
            in_flight=together,
        )
        for group, phase, level, asked, seconds, delay, together in counted
    ]
    return tuple(sorted(lines, key=lambda line: (_ORDER.get(line.phase, 9), line.level or 0.0)))


def knee_of(lines: Sequence[PhaseLine], settings: Mapping[str, Any]) -> Knee | None:
    """Return up to where the ramp was carried, by what the plan finds acceptable."""
    steps = [
        Step(line.level, line.success.value, line.p95)
        for line in lines
        if line.phase == "ramp" and line.level is not None
    ]
    acceptable = settings.get("acceptable") or {}
    return knee(steps, completion=acceptable.get("completion", 0.95), p95=acceptable.get("p95"))

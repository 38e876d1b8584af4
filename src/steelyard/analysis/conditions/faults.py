"""A line per kind of fault; only rows on which it landed tell how it was borne."""

from __future__ import annotations

from steelyard.analysis.conditions.lines import FaultLine
from steelyard.analysis.conditions.source import ASKED, Rows, rate_or_none
from steelyard.analysis.generalisation.rate import Rate

_WHERE = f"condition = 'fault' AND {ASKED}"
_LANDED = f"{_WHERE} AND condition_landed"


def fault_lines(rows: Rows) -> tuple[FaultLine, ...]:
    """Return a line per kind of fault, by name."""
    counted = rows.query(
        "SELECT fault, count(*), count_if(condition_landed),"
        " avg(clean_success) FILTER (WHERE condition_landed),"
        " count_if(timed_out AND condition_landed), avg(attempts) FILTER (WHERE condition_landed)"
        f" FROM results WHERE {_WHERE} GROUP BY fault ORDER BY fault"
    )
    if not counted:
        return ()
    success = rows.success_by("fault", _LANDED)
    kept = rows.indicator_by("robust.fault_tolerance", "fault", _LANDED)
    return tuple(
        FaultLine(
            fault=fault or "",
            asked=asked,
            landed=landed or 0,
            success=success.get(fault, Rate(None)),
            plain=plain,
            kept=rate_or_none(kept.get(fault)),
            timed_out=late or 0,
            attempts=attempts,
        )
        for fault, asked, landed, plain, late, attempts in counted
    )

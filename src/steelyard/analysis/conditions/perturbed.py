"""A line per perturbation."""

from __future__ import annotations

from collections.abc import Mapping

from steelyard.analysis.conditions.lines import KindLine
from steelyard.analysis.conditions.source import ASKED, Rows, rate_or_none
from steelyard.analysis.generalisation.rate import Rate

# As `robust.perturb_retention` and `robust.directional` share the variants between them.
WANTS = "coalesce(expected_behavior, 'answer')"
_WHERE = f"condition = 'perturb' AND {ASKED}"
_GROUP = f"concat_ws('\x1f', perturbation, CAST(severity AS VARCHAR), {WANTS})"


def kind_lines(rows: Rows, unsuited: Mapping[str, int]) -> tuple[KindLine, ...]:
    """Return a line per perturbation, strength and wanted reaction, by name.

    Args:
        rows: the run.
        unsuited: perturbations that had nothing to change, with how many cases.
    """
    counted = rows.query(
        f"SELECT {_GROUP} AS g, perturbation, severity, {WANTS}, count(*),"
        f" count_if(condition_landed), avg(clean_success)"
        f" FROM results WHERE {_WHERE} GROUP BY ALL ORDER BY perturbation, severity, g"
    )
    if not counted:
        return ()
    success = rows.success_by(_GROUP, _WHERE)
    kept = rows.indicator_by("robust.perturb_retention", _GROUP, _WHERE)
    return tuple(
        KindLine(
            kind=kind or "",
            strength=strength,
            wants=wants,
            asked=asked,
            landed=landed or 0,
            success=success.get(group, Rate(None)),
            plain=plain if wants == "answer" else None,
            kept=rate_or_none(kept.get(group)) if wants == "answer" else None,
            unsuited=_unsuited(kind or "", unsuited),
        )
        for group, kind, strength, wants, asked, landed, plain in counted
    )


def _unsuited(kind: str, unsuited: Mapping[str, int]) -> int:
    # A kind with a strength of its own is counted under that name too.
    return max((n for name, n in unsuited.items() if name.partition("@")[0] == kind), default=0)

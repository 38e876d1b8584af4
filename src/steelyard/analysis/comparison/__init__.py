"""Runs compared on the same cases: differences with intervals, flips, what they cost."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.analysis.comparison.compare import How, compare_runs
    from steelyard.analysis.comparison.content import (
        OVERALL,
        SCHEMA,
        Adjustment,
        AgainstBase,
        Comparison,
        Difference,
        Flip,
        Flips,
        Pairing,
        Piece,
        Side,
        Slice,
        Sources,
        Trouble,
        Usage,
        Verdict,
    )
    from steelyard.analysis.comparison.passes import pass_curve

__all__ = [
    "OVERALL",
    "SCHEMA",
    "Adjustment",
    "AgainstBase",
    "Comparison",
    "Difference",
    "Flip",
    "Flips",
    "How",
    "Pairing",
    "Piece",
    "Side",
    "Slice",
    "Sources",
    "Trouble",
    "Usage",
    "Verdict",
    "compare_runs",
    "pass_curve",
]
lazy_exports(
    __name__,
    {
        "compare": ("How", "compare_runs"),
        "content": (
            "OVERALL",
            "SCHEMA",
            "Adjustment",
            "AgainstBase",
            "Comparison",
            "Difference",
            "Flip",
            "Flips",
            "Pairing",
            "Piece",
            "Side",
            "Slice",
            "Sources",
            "Trouble",
            "Usage",
            "Verdict",
        ),
        "passes": ("pass_curve",),
    },
)

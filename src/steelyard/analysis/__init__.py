"""Analysis: statistics, correlations, generalisation measured, missions taken apart."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.analysis import correlation, generalisation, operations, statistics

__all__ = ["correlation", "generalisation", "operations", "statistics"]
lazy_exports(
    __name__,
    {
        ".": (
            "correlation",
            "generalisation",
            "operations",
            "statistics",
        ),
    },
)

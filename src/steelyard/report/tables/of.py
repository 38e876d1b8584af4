"""Which tables a report has, by its kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from steelyard.report.tables.comparison import comparison_tables
from steelyard.report.tables.correlation import correlation_tables
from steelyard.report.tables.leaderboard import leaderboard_tables
from steelyard.report.tables.run import run_tables

if TYPE_CHECKING:
    from steelyard.report.tables.table import Table

_TABLES: dict[str, Callable[[Any], list[Table]]] = {
    "RunReport": run_tables,
    "Comparison": comparison_tables,
    "Leaderboard": leaderboard_tables,
    "Correlation": correlation_tables,
}


def tables_of(content: Any) -> list[Table]:
    """Return the tables of a `RunReport`, `Comparison`, `Leaderboard` or `Correlation`."""
    return _TABLES[type(content).__name__](content)

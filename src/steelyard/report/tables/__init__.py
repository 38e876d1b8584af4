"""The tables of every kind of report, with typed cells."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.report.tables.comparison import verdict_tone
    from steelyard.report.tables.of import tables_of
    from steelyard.report.tables.table import (
        Cell,
        Chance,
        Column,
        Link,
        Quantity,
        Span,
        Table,
        Tone,
    )

__all__ = [
    "Cell",
    "Chance",
    "Column",
    "Link",
    "Quantity",
    "Span",
    "Table",
    "Tone",
    "tables_of",
    "verdict_tone",
]
lazy_exports(
    __name__,
    {
        "comparison": ("verdict_tone",),
        "of": ("tables_of",),
        "table": ("Cell", "Chance", "Column", "Link", "Quantity", "Span", "Table", "Tone"),
    },
)

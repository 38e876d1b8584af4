"""The tables of every kind of report, with typed cells."""

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

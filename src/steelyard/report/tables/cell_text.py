"""Typed cells as texts, the same in a report's page and on the pages of the service."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.report.numbers import (
    NOTHING,
    in_points,
    interval_text,
    points_interval_text,
    points_text,
    signed,
    value_and_unit,
    value_text,
)
from steelyard.report.wording import words

if TYPE_CHECKING:
    from steelyard.model import Words
    from steelyard.report.tables.table import Quantity, Span


def quantity_parts(cell: Quantity) -> tuple[str, Words | str]:
    """Return a number and the unit written after it; a heading names other units than % and s."""
    if cell.value is None:
        return NOTHING, ""
    if cell.signed and in_points(cell.unit):
        # What two shares differ by are points, not percent of anything.
        return points_text(cell.value), words("page.points")
    number, unit = value_and_unit(cell.value, cell.unit)
    if cell.signed and cell.value > 0:
        number = f"+{number}"
    return number, unit if in_points(cell.unit) or cell.unit == "s" else ""


def span_text(cell: Span) -> str:
    """Return an interval; empty when there is none."""
    if cell.low is None or cell.high is None:
        return ""
    if cell.unit == "rank":
        return f"{cell.low:g}" if cell.low == cell.high else f"{cell.low:g}–{cell.high:g}"
    if not cell.signed:
        return interval_text(cell.low, cell.high, cell.unit)
    if in_points(cell.unit):
        return points_interval_text(cell.low, cell.high)
    if cell.unit != "s":
        return f"[{signed(cell.low)}, {signed(cell.high)}]"
    low, high = (f"{'+' if end > 0 else ''}{value_text(end, 's')}" for end in (cell.low, cell.high))
    return f"[{low}, {high}]"

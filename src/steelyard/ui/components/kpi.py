"""One headline number with its interval."""

from __future__ import annotations

from nicegui import ui

from steelyard.ui.components.interval import interval_bar
from steelyard.ui.components.layout import panel
from steelyard.ui.components.text import label


def kpi(
    name: str,
    value: str,
    *,
    unit: str = "",
    note: str = "",
    bar: tuple[float | None, float | None, float | None] | None = None,
    span: int = 3,
) -> None:
    """Show a number: its name, value, unit, a note such as ± and n, and a bar if it has one."""
    with panel(span=span) as frame:
        frame.classes("sy-kpi")
        label(name, "sy-kpi-name")
        with ui.element("div").classes("sy-kpi-value"):
            ui.label(value).style("display: inline")
            if unit:
                label(unit, "sy-kpi-unit")
        if bar is not None:
            interval_bar(*bar)
        if note:
            label(note, "sy-quiet sy-small")

"""Names and values, two columns."""

from __future__ import annotations

from collections.abc import Iterable

from nicegui import ui
from nicegui.element import Element

from steelyard.ui.components.text import label


def facts(pairs: Iterable[tuple[str, str]]) -> Element:
    """Show pairs of a name and a text."""
    with ui.element("dl").classes("sy-facts") as shown:
        for name, text in pairs:
            label(name, tag="dt")
            label(text, tag="dd")
    return shown

"""Places with nothing to show: not yet, not at all, or not possible."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui import ui
from nicegui.element import Element

from steelyard.ui.components.layout import row
from steelyard.ui.components.text import label, link

_WIDTHS = ("width: 62%", "width: 88%", "width: 40%", "width: 74%", "width: 55%")


def empty(sentence: str, then: Sequence[tuple[str, str]] = ()) -> Element:
    """Say that there is nothing yet and what to do; `then` are links to where it is done."""
    with ui.element("div").classes("sy-column sy-empty") as shown:
        label(sentence, "sy-quiet", tag="p")
        if then:
            with row():
                for text, to in then:
                    link(text, to, "sy-badge sy-badge-accent")
    return shown


def problem(sentence: str) -> Element:
    """Say in its place why something cannot be shown."""
    shown = label(sentence, "sy-problem", tag="div")
    shown.props["role"] = "alert"
    return shown


def skeleton(lines: int = 4) -> Element:
    """Hold the place of what is being loaded."""
    with ui.element("div").classes("sy-column").props("aria-busy=true") as shown:
        for n in range(lines):
            ui.element("div").classes("sy-skeleton").style(_WIDTHS[n % len(_WIDTHS)])
    return shown

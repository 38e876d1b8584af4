"""Text as text: never markup, whatever it holds."""

from __future__ import annotations

from nicegui import ui
from nicegui.element import Element

_LONGEST = 100_000  # characters of one text that a browser is given


def label(text: str, classes: str = "", tag: str = "span") -> Element:
    """Show a short text."""
    shown = ui.element(tag).classes(classes)
    with shown:
        ui.label(text).style("display: contents")
    return shown


def raw(text: str, classes: str = "sy-text") -> Element:
    """Show a text that nobody vouches for: line breaks kept, everything else as it is."""
    cut = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
    return ui.label(cut).classes(classes).props("tabindex=0")  # a long one scrolls, by keys too


def link(text: str, to: str, classes: str = "") -> Element:
    """Show a link to a page of this service.

    Raises:
        ValueError: it leads elsewhere.
    """
    if not to.startswith("/") or to.startswith("//"):
        msg = f"not a path of this service: {to[:100]}"
        raise ValueError(msg)
    return ui.link(text, to).classes(classes)

"""How everything looks: one stylesheet, and the few defaults of the page library.

No colour and no size stands anywhere else; pages and components name classes.
"""

from __future__ import annotations

from pathlib import Path

from nicegui import ui

STYLE = (Path(__file__).parent / "design.css").read_text("utf-8")


def install() -> None:
    """Set what holds for every page."""
    ui.add_css(STYLE, shared=True)
    ui.button.default_props("no-caps unelevated flat dense")
    ui.button.default_classes("sy-button")
    ui.input.default_props("outlined dense")
    ui.select.default_props("outlined dense options-dense")
    ui.number.default_props("outlined dense")
    ui.textarea.default_props("outlined dense")
    # A fold opens at once: while it slides, what is below moves away from under the pointer.
    ui.expansion.default_props("duration=0")

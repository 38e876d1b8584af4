"""Things to press. Their words are verbs; an icon alone has a name for who cannot see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from nicegui import ui

Weight = Literal["normal", "primary", "danger", "plain"]
_CLASSES: dict[Weight, str] = {
    "normal": "",
    "primary": "sy-primary",
    "danger": "sy-danger",
    "plain": "sy-plain",
}


def action(
    text: str,
    do: Callable[..., Any] | None,
    *,
    icon: str | None = None,
    weight: Weight = "normal",
) -> ui.button:
    """Show a button."""
    return ui.button(text, on_click=do, icon=icon, color=None).classes(_CLASSES[weight])


def icon_action(name: str, icon: str, do: Callable[..., Any] | None = None) -> ui.button:
    """Show a button that is an icon; `name` is said by screen readers and on hover."""
    shown = ui.button(icon=icon, on_click=do, color=None).classes("sy-plain sy-icon")
    shown.props["aria-label"] = name
    with shown:
        ui.tooltip(name)
    return shown

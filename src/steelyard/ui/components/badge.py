"""Short words with a meaning: a dot and a word, never a colour alone."""

from __future__ import annotations

from typing import Literal

from nicegui import ui
from nicegui.element import Element

from steelyard.i18n import t

Tone = Literal["good", "warn", "bad", "idle", "accent"]
_TONES: dict[Tone, str] = {
    "good": "sy-good",
    "warn": "sy-warn",
    "bad": "sy-bad",
    "idle": "sy-idle",
    "accent": "sy-accent",
}
_BADGES: dict[Tone, str] = {
    "good": "sy-badge-good",
    "warn": "sy-badge-warn",
    "bad": "sy-badge-bad",
    "idle": "",
    "accent": "sy-badge-accent",
}
# How each state of a task, or of a run, is shown: tone, and whether something is happening.
STATES: dict[str, tuple[Tone, bool]] = {
    "queued": ("idle", False),
    "starting": ("accent", True),
    "running": ("accent", True),
    "pausing": ("warn", True),
    "paused": ("warn", False),
    "cancelling": ("warn", True),
    "cancelled": ("idle", False),
    "lost": ("warn", True),
    "stopped": ("warn", False),
    "failed": ("bad", False),
    "finished": ("good", False),
    "created": ("idle", False),
    "interrupted": ("warn", False),
    "scored": ("good", False),
}


def badge(text: str, tone: Tone = "idle", hint: str | None = None) -> Element:
    """Show a word in a rounded box."""
    shown = ui.label(text).classes("sy-badge").classes(_BADGES[tone])
    if hint:
        with shown:
            ui.tooltip(hint)
    return shown


def status(state: str) -> Element:
    """Show the state of a task: dot and word."""
    tone, live = STATES.get(state, ("idle", False))
    with ui.element("span").classes("sy-status").classes(_TONES[tone]) as shown:
        dot = ui.element("span").classes("sy-dot")
        if live:
            dot.classes("sy-pulse")
        ui.label(state_word(state))
    return shown


def state_word(state: str) -> str:
    """Return the state in the visitor's language."""
    return t(f"ui.state_{state}")


def provenance(kind: str) -> Element:
    """Show whether a number was measured here, declared by the data or claimed by the agent."""
    key, tone = source_mark(kind)
    return badge(t(f"ui.{key}"), tone, t(f"ui.{key}_explained"))


def source_mark(kind: str) -> tuple[str, Tone]:
    """Return the word for a source and its tone; the weaker, the louder."""
    tones: dict[str, Tone] = {"measured": "accent", "claimed": "warn"}
    return (kind if kind in tones else "declared"), tones.get(kind, "idle")

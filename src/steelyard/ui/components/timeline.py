"""`timeline`: what happened, one below the other."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from nicegui import ui
from nicegui.element import Element

from steelyard.ui.components.badge import Tone
from steelyard.ui.components.moment import moment
from steelyard.ui.components.text import label, raw

_TONES: dict[Tone, str] = {
    "good": "sy-good",
    "warn": "sy-warn",
    "bad": "sy-bad",
    "idle": "sy-idle",
    "accent": "sy-accent",
}


class Happening(NamedTuple):
    """Something that happened: when, in a word what, and what it was about as text."""

    when: str | datetime
    what: str
    text: str = ""
    tone: Tone = "idle"
    plain: bool = False  # words of ours, not a text from outside


def timeline(happenings: Iterable[Happening]) -> Element:
    """Show what happened in its order."""
    with ui.element("div").classes("sy-timeline") as shown:
        for one in happenings:
            with ui.element("div").classes("sy-timeline-item"):
                if isinstance(one.when, datetime):
                    moment(one.when).classes("sy-quiet sy-small")
                else:
                    label(one.when, "sy-quiet sy-small sy-mono")
                ui.element("span").classes("sy-dot").classes(_TONES[one.tone])
                with ui.element("div").classes("sy-column sy-tight"):
                    label(one.what, "sy-strong sy-wrap")
                    if one.text:
                        raw(one.text, "sy-quiet sy-wrap" if one.plain else "sy-text sy-text-short")
    return shown

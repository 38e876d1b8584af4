"""A point in time, in the visitor's own zone."""

from __future__ import annotations

from datetime import datetime

from nicegui.element import Element

from steelyard.ui.components.text import label


class _Moment(Element, component="moment.js"):
    def __init__(self, iso: str) -> None:
        super().__init__()
        self._props["iso"] = iso


def moment(at: datetime | None) -> Element:
    """Show when something was; a dash when it was not."""
    return label("–", "sy-faint") if at is None else _Moment(at.isoformat())

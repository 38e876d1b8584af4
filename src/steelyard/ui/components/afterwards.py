"""What is said after the page was opened anew: a notice of before would be gone with it."""

from __future__ import annotations

from nicegui.element import Element


class Afterwards(Element, component="afterwards.js"):
    """Stands in the shell and says, once, what was left to be said."""

    def __init__(self, later: str = "") -> None:
        super().__init__()
        self._props["later"] = later


def reload_saying(sentence: str) -> None:
    """Open the page anew and tell the visitor there that something was done."""
    Afterwards(sentence)

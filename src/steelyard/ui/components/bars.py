"""Counts as bars with their numbers: the dense way to show a distribution over names."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui.element import Element


class _Bars(Element, component="bars.js"):
    def __init__(self, name: str, rows: Sequence[tuple[str, float, str]]) -> None:
        super().__init__()
        self._props["name"] = name
        self._props["rows"] = [list(row) for row in rows]


def bars(name: str, rows: Sequence[tuple[str, float, str]]) -> Element:
    """Show rows of a name, its share in [0, 1] and the number in words."""
    return _Bars(name, rows)

"""How a score moved from run to run, with its intervals, small enough for a row."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui.element import Element

Point = tuple[float, float | None, float | None]  # value, low, high


class _Sparkline(Element, component="sparkline.js"):
    def __init__(self, name: str, points: Sequence[Point]) -> None:
        super().__init__()
        self._props["name"] = name
        self._props["points"] = [list(point) for point in points]


def sparkline(name: str, points: Sequence[Point]) -> Element:
    """Show scores in [0, 1] in the order given; `name` is what a screen reader says."""
    return _Sparkline(name, points)

"""An estimate and its interval on a line from worst to best."""

from __future__ import annotations

from nicegui.element import Element


class IntervalBar(Element, component="interval.js"):
    """Drawn from numbers only; the words beside it carry the same facts."""

    def __init__(
        self, value: float | None, low: float | None, high: float | None, gate: float | None
    ) -> None:
        super().__init__()
        self._props["value"] = value
        self._props["low"] = low
        self._props["high"] = high
        self._props["gate"] = gate


def interval_bar(
    value: float | None,
    low: float | None = None,
    high: float | None = None,
    *,
    gate: float | None = None,
) -> Element:
    """Show a score in [0, 1] with its interval and the line that a gate draws."""
    return IntervalBar(value, low, high, gate)

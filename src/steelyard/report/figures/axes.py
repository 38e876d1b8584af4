"""Axes, and the marks that several figures share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from steelyard.model import Words
from steelyard.report.figures.theme import colour
from steelyard.report.numbers import interval_text, value_text

ROW = 32  # pixels of a row with two lines of name on it


def share_axis(title: Words, *, low: float = 0.0, high: float = 1.0, **more: Any) -> dict[str, Any]:
    """Return an axis of percents; it holds 0 to 1 and whatever lies beyond."""
    room = (high - low) * 0.02
    return {
        "title": {"text": title},
        "range": [low - room, high + room],
        "tickformat": ".0%",
        "zeroline": False,
        **more,
    }


def row_axis(names: Sequence[Words], **more: Any) -> dict[str, Any]:
    """Return a vertical axis with a name on every row, the first on top."""
    return {
        "tickmode": "array",
        "tickvals": list(range(len(names))),
        "ticktext": list(names),
        "tickfont": {"color": colour("ink")},
        "range": [len(names) - 0.5, -0.5],
        "showgrid": False,
        "zeroline": False,
        "ticks": "",
        "ticklabelstandoff": 6,
        **more,
    }


def height(rows: int, *, above: int = 12, below: int = 56, row: int = ROW) -> int:
    """Return the pixels that so many rows need."""
    return above + below + max(rows, 2) * row


def whiskers(
    values: Sequence[float | None],
    lows: Sequence[float | None],
    highs: Sequence[float | None],
    *,
    paint: str = "accent",
    thickness: float = 2.5,
) -> dict[str, Any]:
    """Return the error bars of an asymmetric interval; none where there is none."""
    return {
        "type": "data",
        "symmetric": False,
        "array": [_beyond(high, value) for value, high in zip(values, highs, strict=True)],
        "arrayminus": [_beyond(value, low) for value, low in zip(values, lows, strict=True)],
        "color": colour(paint),
        "thickness": thickness,
        "width": 0,
    }


def estimate(value: float | None, low: float | None, high: float | None, unit: str = "%") -> str:
    """Return `85.3 % [79.1, 90.2]`, escaped for a drawing."""
    text = f"{value_text(value, unit)} {interval_text(low, high, unit)}".strip()
    marked = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return marked.replace("$", "&#36;")


def finite(value: float | None) -> float | None:
    """Return a number that JSON and Plotly can hold; None for anything else."""
    return None if value is None or not math.isfinite(value) else float(value)


def line_at(
    at: float, *, paint: str = "faint", dash: str = "dash", axis: str = "x"
) -> dict[str, Any]:
    """Return a line across the whole picture at a value of the axis."""
    other = "y" if axis == "x" else "x"
    return {
        "type": "line",
        axis + "0": at,
        axis + "1": at,
        other + "0": 0,
        other + "1": 1,
        other + "ref": "paper",
        "line": {"color": colour(paint), "width": 1.5, "dash": dash},
        "layer": "below",
    }


def rules(rows: int) -> list[dict[str, Any]]:
    """Return hairlines between rows, which lead the eye from the name to the value."""
    return [rule(at + 0.5) for at in range(rows - 1)]


def rule(at: float, *, paint: str = "line", width: float = 0.5) -> dict[str, Any]:
    """Return a line right across at a row."""
    return {
        "type": "line",
        "xref": "paper",
        "x0": 0,
        "x1": 1,
        "y0": at,
        "y1": at,
        "line": {"color": colour(paint), "width": width},
        "layer": "below",
    }


def _beyond(outer: float | None, inner: float | None) -> float:
    return 0.0 if outer is None or inner is None else max(0.0, outer - inner)

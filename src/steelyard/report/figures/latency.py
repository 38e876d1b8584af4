"""`latency`: how the seconds of the answers are spread."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from steelyard.report.figures.axes import finite
from steelyard.report.figures.figure import Figure, table
from steelyard.report.figures.lettering import bold, joined, said
from steelyard.report.figures.theme import colour
from steelyard.report.numbers import count_text, seconds_text, tick_text

if TYPE_CHECKING:
    from steelyard.report.content import Bin, RunReport

_FLOOR = 1e-6
_MOST_DECADES = 309  # beyond are no numbers
_MARK = 18  # pixels between the lines on which marks are written


def latency(report: RunReport) -> Figure | None:
    """Draw the histogram of latency with P50, P95 and P99; None when no row was timed."""
    total, bins = report.latency.total, report.latency.bins
    if total is None or not bins or finite(total.p50) is None:
        return None
    marks = {"P50": total.p50, "P95": total.p95, "P99": total.p99}
    low, high = math.log10(max(bins[0].low, _FLOOR)), math.log10(max(bins[-1].high, _FLOOR))
    layout = {
        "height": 320,
        "margin": {"t": 12 + _MARK * len(marks), "b": 48, "l": 48},
        "bargap": 0,
        "xaxis": {
            "type": "log",
            "title": {"text": said("seconds_axis")},
            "range": [low - 0.02 * (high - low), max(high, low + 0.1)],
            **_ticks(low, high),
            "showgrid": False,
        },
        "yaxis": {
            "title": {"text": said("answers_axis")},
            "rangemode": "tozero",
            "tickformat": ",d",
        },
        "shapes": [_mark(value, turn) for turn, value in enumerate(marks.values())],
        "annotations": [
            _mark_label(name, value, turn, low, high)
            for turn, (name, value) in enumerate(marks.items())
        ],
    }
    return Figure(
        "latency",
        said("latency_title"),
        said("latency_caption", n=count_text(total.n)),
        {"data": [_bars(bins)], "layout": layout},
        table(
            (said("from_s"), said("to_s"), said("answers_axis")),
            [(bar.low, bar.high, bar.count) for bar in bins],
        ),
    )


def _bars(bins: tuple[Bin, ...]) -> dict[str, Any]:
    lows = [max(bar.low, _FLOOR) for bar in bins]
    return {
        "type": "bar",
        "x": lows,
        "y": [bar.count for bar in bins],
        "offset": 0,
        "width": [max(bar.high - low, _FLOOR) for bar, low in zip(bins, lows, strict=True)],
        "marker": {"color": colour("accent"), "line": {"color": colour("panel"), "width": 1}},
        "hovertext": [
            joined(
                bold(f"{seconds_text(bar.low)} – {seconds_text(bar.high)}"),
                said("n_answers", n=count_text(bar.count)),
            )
            for bar in bins
        ],
        "hoverinfo": "text",
        "textposition": "none",
    }


def _ticks(low: float, high: float) -> dict[str, Any]:
    wide = high - low
    steps = (1,) if wide > 3 else (1, 3) if wide > 1.5 else (1, 2, 5)
    found = [
        step * 10.0**decade
        for decade in range(math.floor(low), min(math.ceil(high) + 1, _MOST_DECADES))
        for step in steps
        if low <= math.log10(step * 10.0**decade) <= high
    ]
    if len(found) < 2:
        found = [10**low, 10**high]
    return {"tickmode": "array", "tickvals": found, "ticktext": [tick_text(x, "s") for x in found]}


def _mark(value: float, turn: int) -> dict[str, Any]:
    # Each mark is written on a line of its own: close quantiles must not overprint.
    at = max(value, _FLOOR)
    return {
        "type": "line",
        "x0": at,
        "x1": at,
        "y0": 0,
        "y1": 1,
        "yref": "paper",
        "line": {"color": colour("ink"), "width": 1.5, "dash": ("solid", "dash", "dot")[turn]},
    }


def _mark_label(name: str, value: float, turn: int, low: float, high: float) -> dict[str, Any]:
    at = math.log10(max(value, _FLOOR))
    right = at > low + 0.7 * (high - low)
    return {
        "x": at,
        "y": 1,
        "yref": "paper",
        "yshift": 2 + _MARK * (2 - turn),
        "yanchor": "bottom",
        "xanchor": "right" if right else "left",
        "text": bold(f"{name} {seconds_text(value)}"),
        "showarrow": False,
        "font": {"size": 12},
    }

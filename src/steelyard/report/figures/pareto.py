"""`pareto`: quality against time and money, with those that nothing beats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.model import Words
from steelyard.report.figures.axes import estimate, finite, whiskers
from steelyard.report.figures.figure import Figure, table
from steelyard.report.figures.lettering import (
    NOTHING_MORE,
    bold,
    full,
    joined,
    said,
    sentences,
    short,
)
from steelyard.report.figures.theme import colour
from steelyard.report.numbers import count_text, seconds_text, significant

if TYPE_CHECKING:
    from steelyard.analysis.correlation.content import Correlation
    from steelyard.analysis.leaderboard.content import Leaderboard

_NAMED, _DOUBTED = 12, 40  # with more points, only the front is named; none has an interval
_PANEL, _MOST = 280, 80


@dataclass(frozen=True)
class Point:
    """One run or agent."""

    name: str
    quality: float | None
    low: float | None
    high: float | None
    latency_s: float | None
    cost: float | None
    front: bool | None


def pareto(content: Leaderboard | Correlation) -> Figure | None:
    """Draw the plane of quality and latency, and that of quality and cost where it is known.

    None when fewer than two points can be placed on either.
    """
    every = _points(content)
    # Nothing on the front is left out, then nothing good.
    points = sorted(every, key=lambda p: (not p.front, -(p.quality or 0.0)))[:_MOST]
    panels = [name for name in ("latency_s", "cost") if len(_placed(points, name)) > 1]
    if not panels:
        return None
    data: list[dict[str, Any]] = []
    layout: dict[str, Any] = {
        "height": 24 + (_PANEL + 60) * len(panels),
        "margin": {"b": 52, "t": 24, "r": 40},
    }
    for at, name in enumerate(panels):
        placed = _placed(points, name)
        data += _panel(placed, name, at)
        layout |= _axes(placed, name, at, len(panels))
    caption = said("pareto_caption")
    if len(points) < len(every):
        caption = sentences(caption, said("first_of", shown=_MOST, n=count_text(len(every))))
    return Figure(
        "pareto",
        said("pareto_title"),
        caption,
        {"data": data, "layout": layout},
        table(
            (
                said("line"),
                said("quality_axis"),
                said("low"),
                said("high"),
                said("latency_axis"),
                said("cost_axis"),
                said("on_front"),
            ),
            [(p.name, p.quality, p.low, p.high, p.latency_s, p.cost, p.front) for p in points],
        ),
    )


def _points(content: Leaderboard | Correlation) -> list[Point]:
    if hasattr(content, "lines"):
        return [
            Point(
                line.name,
                finite(line.score.value),
                line.score.ci_low,
                line.score.ci_high,
                finite(line.latency_p50.value),
                finite(line.cost.value),
                line.front,
            )
            for line in content.lines
            if line.not_comparable is None
        ]
    return [
        Point(
            one.run,
            finite(one.quality.value),
            one.quality.ci_low,
            one.quality.ci_high,
            finite(one.latency_s),
            finite(one.cost),
            one.front,
        )
        for one in content.pareto
    ]


def _placed(points: Sequence[Point], name: str) -> list[Point]:
    return [p for p in points if p.quality is not None and getattr(p, name) is not None]


def _panel(points: Sequence[Point], name: str, at: int) -> list[dict[str, Any]]:
    axes = {"xaxis": f"x{at + 1 or ''}" if at else "x", "yaxis": f"y{at + 1}" if at else "y"}
    return [
        _steps(points, name) | axes,
        *(_dots(points, name, front=on) | axes for on in (False, True)),
    ]


def _dots(points: Sequence[Point], name: str, *, front: bool) -> dict[str, Any]:
    kept = [p for p in points if bool(p.front) is front]
    values = [p.quality for p in kept]
    paint = "accent" if front else "second"
    named = front or len(points) <= _NAMED
    return {
        "type": "scatter",
        "mode": "markers+text" if named else "markers",
        "x": [getattr(p, name) for p in kept],
        "y": values,
        "error_y": {"visible": len(points) <= _DOUBTED}
        | whiskers(values, [p.low for p in kept], [p.high for p in kept], paint=paint, thickness=1),
        "marker": {
            "color": colour(paint),
            "symbol": "circle" if front else "circle-open",
            "size": 11 if front else 9,
            "line": {"color": colour(paint), "width": 2},
        },
        "text": [_beside(p, front=front) for p in kept],
        # The line of the front leaves a point to the right and reaches it from below.
        "textposition": "bottom right" if front else "middle right",
        "textfont": {"size": 11.5, "color": colour("ink" if front else "soft")},
        "cliponaxis": False,
        "hovertext": [_hover(p) for p in kept],
        "hoverinfo": "text",
    }


def _beside(point: Point, *, front: bool) -> Words:
    name = joined("\u2002", short(point.name, 16, 1), by="")
    return bold(name) if front else name


def _hover(point: Point) -> Words:
    cost = "" if point.cost is None else significant(point.cost)
    return joined(
        bold(full(point.name)),
        joined(said("quality_axis"), estimate(point.quality, point.low, point.high), by=" "),
        said("half_within", seconds=seconds_text(point.latency_s)),
        said("cost_each", cost=cost) if cost else NOTHING_MORE,
        said("on_front") if point.front else NOTHING_MORE,
    )


def _steps(points: Sequence[Point], name: str) -> dict[str, Any]:
    """Return the line that no point of this plane is beyond."""
    best: list[Point] = []
    for point in sorted(points, key=lambda p: (getattr(p, name), -(p.quality or 0.0))):
        if not best or (point.quality or 0.0) > (best[-1].quality or 0.0):
            best.append(point)
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [getattr(p, name) for p in best],
        "y": [p.quality for p in best],
        "line": {"color": colour("accent"), "width": 1.5, "dash": "dot", "shape": "hv"},
        "hoverinfo": "skip",
    }


def _axes(points: Sequence[Point], name: str, at: int, panels: int) -> dict[str, Any]:
    suffix = str(at + 1) if at else ""
    limits = [x for p in points for x in (p.quality, p.low, p.high) if x is not None]
    low, high = min(limits), max(limits)
    room = max(0.02, (high - low) * 0.15)
    span = 1 / panels
    bottom = 1 - span * (at + 1) + (0.12 if at + 1 < panels else 0)
    xs = [getattr(p, name) for p in points]
    return {
        f"xaxis{suffix}": {
            "title": {"text": said("latency_axis" if name == "latency_s" else "cost_axis")},
            "range": [0, max(xs) * 1.3 or 1],
            "zeroline": False,
            "anchor": f"y{suffix}",
            **({"fixedrange": True, "automargin": True} if suffix else {}),
        },
        f"yaxis{suffix}": {
            "title": {"text": said("quality_axis")},
            "tickformat": ".0%" if high - low > 0.05 else ".1%",
            "range": [max(-0.02, low - room), min(1.02, high + room)],
            "domain": [bottom, 1 - span * at],
            "anchor": f"x{suffix}",
            "zeroline": False,
            **({"fixedrange": True, "automargin": True} if suffix else {}),
        },
    }

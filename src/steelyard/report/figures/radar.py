"""`radar`: the dimensions of the scorecard with the band of their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from steelyard.report.figures.axes import estimate, finite
from steelyard.report.figures.figure import Figure, table
from steelyard.report.figures.lettering import bold, escaped, full, joined, said, sentences, short
from steelyard.report.figures.theme import colour
from steelyard.report.numbers import value_text

if TYPE_CHECKING:
    from steelyard.report.content import Part, RunReport

_FEWEST, _MOST = 3, 8


def radar(report: RunReport) -> Figure | None:
    """Draw the uppermost parts of the scorecard; None when fewer than three have a score."""
    parts = dimensions(report)
    known = [part for part in parts if part.score is not None]
    if len(known) < _FEWEST or len(parts) > _MOST:
        return None
    angles = [360 * at / len(parts) for at in range(len(parts))]
    missing = [part for part in parts if part.score is None]
    caption = said("radar_caption")
    if missing:
        caption = sentences(caption, said("radar_missing"))
    return Figure(
        "radar",
        said("radar_title"),
        caption,
        {"data": [*_band(parts, angles), _shape(parts, angles)], "layout": _layout(parts, angles)},
        table(
            (said("dimension"), said("score_axis"), said("low"), said("high"), said("weight")),
            [(p.name, finite(p.score), p.ci_low, p.ci_high, p.share) for p in parts],
        ),
    )


def dimensions(report: RunReport) -> list[Part]:
    """Return the uppermost parts of the scorecard that are at least three, as far as there are."""
    root = report.scorecard
    parts = [] if root is None else _below(root)
    # Of few parts, the larger ones open up: an overall score of F1 and four dimensions has five.
    while 0 < len(parts) < _FEWEST and any(part.parts for part in parts):
        parts = [below for part in parts for below in (_below(part) or [part])]
    return parts


def _below(part: Part) -> list[Part]:
    used = part.instead
    return list(part.parts if used is None or used.score is None else used.parts or (used,))


def _shape(parts: Sequence[Part], angles: Sequence[float]) -> dict[str, Any]:
    known = [(a, p) for a, p in zip(angles, parts, strict=True) if p.score is not None]
    ring = [*known, known[0]]
    return {
        "type": "scatterpolar",
        "mode": "lines+markers",
        "theta": [angle for angle, _ in ring],
        "r": [part.score for _, part in ring],
        "line": {"color": colour("accent"), "width": 2},
        "marker": {"color": colour("accent"), "size": 8},
        "cliponaxis": False,
        "hovertext": [
            joined(
                bold(full(part.name)),
                estimate(part.score, part.ci_low, part.ci_high),
                said("share_of", share=value_text(part.share, "%")),
            )
            for _, part in ring
        ],
        "hoverinfo": "text",
    }


def _band(parts: Sequence[Part], angles: Sequence[float]) -> list[dict[str, Any]]:
    known = [(a, p) for a, p in zip(angles, parts, strict=True) if p.score is not None]
    if any(part.ci_low is None or part.ci_high is None for _, part in known):
        return []
    outer = [(angle, part.ci_high) for angle, part in (*known, known[0])]
    inner = [(angle, part.ci_low) for angle, part in (*known, known[0])]
    # Out along one edge and back along the other: the ring between them is filled.
    path = [*outer, *reversed(inner)]
    return [
        {
            "type": "scatterpolar",
            "mode": "lines",
            "theta": [angle for angle, _ in path],
            "r": [limit for _, limit in path],
            "fill": "toself",
            "fillcolor": colour("band"),
            "line": {"width": 0, "color": colour("band")},
            "opacity": 0.75,
            "hoverinfo": "skip",
        }
    ]


def _layout(parts: Sequence[Part], angles: Sequence[float]) -> dict[str, Any]:
    labels = [
        joined(short(part.name, 15, 3), bold(escaped(value_text(part.score, "%"))))
        for part in parts
    ]
    # Four dimensions stand in the corners, where names take least of the width.
    corners = len(parts) == 4
    side, above = (62, 20) if corners else (92, 48)
    return {
        "height": 340,
        "margin": {"t": above, "b": above, "l": side, "r": side},
        "polar": {
            "bgcolor": colour("panel"),
            "gridshape": "linear",
            "radialaxis": {
                "range": [0, 1],
                "tickvals": [0.25, 0.5, 0.75, 1],
                "tickformat": ".0%",
                "tickfont": {"size": 10, "color": colour("faint")},
                "gridcolor": colour("line"),
                "linecolor": colour("line"),
                "angle": 0,
                "tickangle": 0,
                "ticks": "",
            },
            "angularaxis": {
                "tickvals": list(angles),
                "ticktext": labels,
                "rotation": 45 if corners else 90,
                "direction": "clockwise",
                "gridcolor": colour("line"),
                "linecolor": colour("line"),
                "ticks": "",
                "tickfont": {"color": colour("ink"), "size": 12.5},
            },
        },
    }

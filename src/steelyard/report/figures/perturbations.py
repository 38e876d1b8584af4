"""`perturbations` and `severity`: what perturbed inputs cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from steelyard.model import Words
from steelyard.report.conditions import answering, kind_words, level_text
from steelyard.report.figures.axes import estimate, finite, share_axis, whiskers
from steelyard.report.figures.figure import Figure, table
from steelyard.report.figures.intervals import Row, Scale, cut, interval_drawing, interval_table
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
from steelyard.report.numbers import count_text, value_text

if TYPE_CHECKING:
    from steelyard.analysis.conditions import KindLine
    from steelyard.report.content import RunReport

_MOST_CURVES, _MOST_TICKS = 6, 8
_DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
_SYMBOLS = ("circle", "square", "diamond", "triangle-up", "triangle-down", "x")
_PLOT_PIXELS, _LABEL_PIXELS = 260, 17


def perturbations(report: RunReport) -> Figure | None:
    """Draw success under each perturbation beside that of the same cases at baseline."""
    lines = [] if report.conditions is None else answering(report.conditions)
    several = _strengths(lines)
    rows = [_row(line, strong=len(several[line.kind]) > 1) for line in lines]
    if not any(row.value is not None for row in rows):
        return None
    scale = Scale(said("completion_axis"), other=said("plainly"))
    rows, caption = cut(rows, said("perturbations_caption"))
    return Figure(
        "perturbations",
        said("perturbations_title"),
        caption,
        interval_drawing(rows, scale),
        interval_table(rows, said("perturbation"), scale),
    )


def severity(report: RunReport) -> Figure | None:
    """Draw success against the strength of each perturbation; None when none has two strengths."""
    lines = [] if report.conditions is None else answering(report.conditions)
    kinds = [kind for kind, found in _strengths(lines).items() if len(found) > 1]
    if not kinds:
        return None
    shown = kinds[:_MOST_CURVES]
    curves = [sorted((x for x in lines if x.kind == kind), key=_strength) for kind in shown]
    caption = said("severity_caption")
    if len(kinds) > len(shown):
        caption = sentences(caption, said("first_of", shown=len(shown), n=len(kinds)))
    return Figure(
        "severity",
        said("severity_title"),
        caption,
        {"data": [_curve(curve, at) for at, curve in enumerate(curves)], "layout": _layout(curves)},
        table(
            (
                said("perturbation"),
                said("strength_axis"),
                said("completion_axis"),
                said("low"),
                said("high"),
                said("n"),
            ),
            [
                (
                    kind_words(x.kind),
                    x.strength,
                    finite(x.success.value),
                    x.success.ci_low,
                    x.success.ci_high,
                    x.asked,
                )
                for curve in curves
                for x in curve
            ],
        ),
    )


def _strengths(lines: Sequence[KindLine]) -> dict[str, set[float]]:
    found: dict[str, set[float]] = {}
    for line in lines:
        known = line.strength is not None and line.success.value is not None
        found.setdefault(line.kind, set()).update([line.strength or 0.0] if known else [])
    return found


def _strength(line: KindLine) -> float:
    return -1.0 if line.strength is None else line.strength


def _row(line: KindLine, *, strong: bool) -> Row:
    name = kind_words(line.kind)
    if strong:
        name = Words(*(f"{text} {level_text(line.strength)}" for text in name))
    kept = line.kept
    return Row(
        name,
        line.success.value,
        line.success.ci_low,
        line.success.ci_high,
        line.asked,
        other=line.plain,
        note=NOTHING_MORE
        if kept is None or kept.value is None
        else said("kept", share=estimate(kept.value, kept.ci_low, kept.ci_high)),
    )


def _curve(curve: Sequence[KindLine], turn: int) -> dict[str, Any]:
    paint = "accent" if turn == 0 else "second"
    values = [finite(line.success.value) for line in curve]
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": [line.strength for line in curve],
        "y": values,
        "line": {"color": colour(paint), "width": 2.5 if turn == 0 else 1.5, "dash": _DASHES[turn]},
        "marker": {"color": colour(paint), "size": 8, "symbol": _SYMBOLS[turn]},
        "error_y": whiskers(
            values,
            [finite(line.success.ci_low) for line in curve],
            [finite(line.success.ci_high) for line in curve],
            paint=paint,
        )
        | {"visible": turn == 0},
        "cliponaxis": False,
        "hovertext": [
            joined(
                bold(full(kind_words(line.kind))),
                said("at_strength", strength=level_text(line.strength)),
                estimate(line.success.value, line.success.ci_low, line.success.ci_high),
                said("plain_was", share=value_text(line.plain, "%")),
                said("n_cases", n=count_text(line.asked)),
            )
            for line in curve
        ],
        "hoverinfo": "text",
    }


def _layout(curves: Sequence[Sequence[KindLine]]) -> dict[str, Any]:
    ends = [next(x for x in reversed(curve) if x.success.value is not None) for curve in curves]
    right = max(end.strength or 0.0 for end in ends)
    return {
        "height": _PLOT_PIXELS + 80,
        "margin": {"b": 52, "t": 16, "r": 132},
        "xaxis": {
            "title": {"text": said("strength_axis")},
            "zeroline": False,
            **_strength_range(curves),
        },
        "yaxis": share_axis(said("completion_axis")),
        "annotations": [
            {
                "x": right,
                "y": at,
                "xanchor": "left",
                "xshift": 10,
                "text": short(kind_words(end.kind), 16, 1),
                "align": "left",
                "showarrow": False,
                "font": {"size": 12, "color": colour("accent" if turn == 0 else "second")},
            }
            for turn, (end, at) in enumerate(
                zip(ends, spread([end.success.value or 0.0 for end in ends]), strict=True)
            )
        ],
    }


def _strength_range(curves: Sequence[Sequence[KindLine]]) -> dict[str, Any]:
    found = sorted({x.strength for curve in curves for x in curve if x.strength is not None})
    room = 0.06 * (found[-1] - found[0])
    ticks = {"tickvals": found} if len(found) <= _MOST_TICKS else {}
    return {"range": [found[0] - room, found[-1] + room], **ticks}


def spread(values: Sequence[float], gap: float = _LABEL_PIXELS / _PLOT_PIXELS) -> list[float]:
    """Return where labels go so that no two are closer than `gap`, near their values."""
    order = sorted(range(len(values)), key=lambda at: values[at])
    placed = [0.0] * len(values)
    floor = float("-inf")
    for at in order:
        floor = placed[at] = max(values[at], floor + gap)
    ceiling = max(1.0, *values) if values else 1.0
    for at in reversed(order):
        ceiling = placed[at] = min(placed[at], ceiling)
        ceiling -= gap
    return placed

"""`load`: completion and latency against the load, with the knee."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from steelyard.model import Words
from steelyard.report.conditions import knee_words
from steelyard.report.figures.axes import estimate, finite, share_axis, whiskers
from steelyard.report.figures.figure import Figure, table
from steelyard.report.figures.lettering import bold, escaped, full, joined, said, sentences
from steelyard.report.figures.theme import colour
from steelyard.report.numbers import count_text, seconds_text, significant
from steelyard.report.wording import known_words

if TYPE_CHECKING:
    from steelyard.analysis.conditions import Knee, PhaseLine
    from steelyard.report.content import RunReport


def load(report: RunReport) -> Figure | None:
    """Draw the steps of the ramp, or the phases of a load without one; None without a load."""
    found = report.conditions
    if found is None or len(found.phases) < 2:
        return None
    ramp = [line for line in found.phases if line.phase == "ramp" and line.level is not None]
    ramped = len(ramp) >= 2
    lines = sorted(ramp, key=_level) if ramped else list(found.phases)
    knee = found.knee if ramped else None
    axis = said("rate_axis" if found.arrivals in ("constant", "poisson") else "users_axis")
    caption = said("load_caption")
    return Figure(
        "load",
        said("load_title"),
        caption if knee is None else sentences(knee_words(knee), caption),
        {"data": _curves(lines), "layout": _layout(lines, knee, axis, ramped=ramped)},
        table(
            (
                said("phase"),
                axis,
                said("completion_axis"),
                said("low"),
                said("high"),
                said("p50_axis"),
                said("p95_axis"),
                said("n"),
            ),
            [
                (
                    known_words("phase", line.phase),
                    line.level,
                    finite(line.success.value),
                    line.success.ci_low,
                    line.success.ci_high,
                    finite(line.p50),
                    finite(line.p95),
                    line.asked,
                )
                for line in lines
            ],
        ),
    )


def _level(line: PhaseLine) -> float:
    return line.level or 0.0


def _curves(lines: Sequence[PhaseLine]) -> list[dict[str, Any]]:
    at = list(range(len(lines)))
    values = [finite(line.success.value) for line in lines]
    completion = {
        "type": "scatter",
        "mode": "lines+markers",
        "x": at,
        "y": values,
        "line": {"color": colour("accent"), "width": 2},
        "marker": {"color": colour("accent"), "size": 9, "symbol": "circle"},
        "error_y": whiskers(
            values,
            [finite(line.success.ci_low) for line in lines],
            [finite(line.success.ci_high) for line in lines],
        ),
        "cliponaxis": False,
        "hovertext": [_hover(line) for line in lines],
        "hoverinfo": "text",
    }
    seconds = [
        {
            "type": "scatter",
            "mode": "lines+markers",
            "x": at,
            "y": [finite(getattr(line, name)) for line in lines],
            "yaxis": "y2",
            "line": {"color": colour(paint), "width": 2, "dash": dash},
            "marker": {"color": colour(paint), "size": 8, "symbol": symbol},
            "cliponaxis": False,
            "hovertext": [_hover(line) for line in lines],
            "hoverinfo": "text",
        }
        for name, paint, dash, symbol in (
            ("p50", "second", "dot", "diamond-open"),
            ("p95", "accent", "solid", "square"),
        )
    ]
    return [completion, *seconds]


def _hover(line: PhaseLine) -> Words:
    rate = line.success
    return joined(
        bold(_step(line)),
        joined(said("completion_axis"), estimate(rate.value, rate.ci_low, rate.ci_high), by=" "),
        escaped(f"P50 {seconds_text(line.p50)} · P95 {seconds_text(line.p95)}"),
        said("n_asked", n=count_text(line.asked)),
    )


def _step(line: PhaseLine) -> Words:
    level = (
        ""
        if line.level is None
        else significant(line.level)
        if line.level >= 1e6
        else f"{line.level:g}"
    )
    if line.phase == "ramp":
        return Words(level, level)
    return joined(full(known_words("phase", line.phase)), level, by=" ")


def _layout(
    lines: Sequence[PhaseLine], knee: Knee | None, axis: Words, *, ramped: bool
) -> dict[str, Any]:
    lowest = min(
        [x for line in lines for x in (line.success.value, line.success.ci_low) if x is not None]
        or [0.0]
    )
    return {
        "height": 440,
        "margin": {"b": 52, "t": 30, "r": 24},
        "xaxis": {
            "tickvals": list(range(len(lines))),
            "ticktext": [_step(line) for line in lines],
            "range": [-0.4, len(lines) - 0.6],
            "title": {"text": axis if ramped else said("phase_axis")},
            "showgrid": False,
            "zeroline": False,
            "anchor": "y2",
        },
        "yaxis": share_axis(
            said("completion_axis"), domain=[0.56, 1], low=0.0 if lowest < 0.5 else 0.5
        ),
        "yaxis2": {
            "title": {"text": said("seconds_title")},
            "domain": [0, 0.44],
            "rangemode": "tozero",
            "anchor": "x",
            "fixedrange": True,
            "automargin": True,
            "gridcolor": colour("line"),
        },
        "shapes": _beyond(lines, knee),
        "annotations": [*_knee_label(lines, knee), *_names(lines)],
    }


def _beyond(lines: Sequence[PhaseLine], knee: Knee | None) -> list[dict[str, Any]]:
    at = _edge(lines, knee)
    if at is None:
        return []
    across = {"xref": "x", "yref": "paper", "y0": 0, "y1": 1, "layer": "below"}
    return [
        {
            "type": "rect",
            **across,
            "x0": at,
            "x1": len(lines) - 0.6,
            "fillcolor": colour("wide"),
            "line": {"width": 0},
        },
        {
            "type": "line",
            **across,
            "x0": at,
            "x1": at,
            "line": {"color": colour("ink"), "width": 1.5, "dash": "dash"},
        },
    ]


def _edge(lines: Sequence[PhaseLine], knee: Knee | None) -> float | None:
    """Return where the loads end that were carried, between two steps; None when all were."""
    if knee is None or knee.next_level is None:
        return None
    return next((at - 0.5 for at, line in enumerate(lines) if line.level == knee.next_level), None)


def _knee_label(lines: Sequence[PhaseLine], knee: Knee | None) -> list[dict[str, Any]]:
    at = _edge(lines, knee)
    if at is None:
        return []
    left = at > len(lines) / 2
    return [
        {
            "x": at,
            "y": 1,
            "yref": "paper",
            "yanchor": "bottom",
            "xanchor": "right" if left else "left",
            "text": bold(said("not_carried") if not left else said("knee_here")),
            "showarrow": False,
            "font": {"size": 12},
        }
    ]


def _names(lines: Sequence[PhaseLine]) -> list[dict[str, Any]]:
    """Return the names of the two curves of seconds, at their last points."""
    last = next((line for line in reversed(lines) if line.p95 is not None), None)
    if last is None or last.p50 is None:
        return []
    at = len(lines) - 1 - list(reversed(lines)).index(last)
    return [
        {
            "x": at,
            "y": value,
            "yref": "y2",
            "text": bold(name),
            "showarrow": False,
            "xanchor": "left",
            "xshift": 8,
            "yanchor": "bottom" if name == "P95" else "top",
            "font": {"size": 12, "color": colour(paint)},
        }
        for name, value, paint in (("P95", last.p95, "accent"), ("P50", last.p50, "second"))
    ]

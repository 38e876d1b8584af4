"""`drivers`: what goes together with passing, and for how much of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.model import Words
from steelyard.report.figures.axes import finite, height, row_axis, share_axis, whiskers
from steelyard.report.figures.figure import Figure
from steelyard.report.figures.intervals import Row, Scale, cut, hover, interval_table, reach
from steelyard.report.figures.lettering import NOTHING_MORE, said, short
from steelyard.report.figures.theme import colour
from steelyard.report.numbers import count_text, value_text

if TYPE_CHECKING:
    from steelyard.analysis.correlation.content import Correlation, Driver


def drivers(found: Correlation) -> Figure | None:
    """Draw the share of all variance that goes with each driver; None without any."""
    known = found.drivers
    if known is None or not any(one.share.value is not None for one in known.drivers):
        return None
    rows, caption = cut(
        [_row(one) for one in known.drivers],
        said("drivers_caption", n=count_text(known.n), r2=value_text(known.r2, "%")),
        most=20,
    )
    scale = Scale(said("driver_axis"))
    return Figure(
        "drivers",
        said("drivers_title"),
        caption,
        {"data": _bars(rows, scale), "layout": _layout(rows, scale)},
        interval_table(rows, said("measure"), scale),
    )


def _row(one: Driver) -> Row:
    share, effect = one.share, one.coefficient
    note = NOTHING_MORE
    if effect is not None and effect.value is not None:
        note = said("goes_up" if effect.value > 0 else "goes_down")
    return Row(one.name, share.value, share.ci_low, share.ci_high, note=note)


def _bars(rows: list[Row], scale: Scale) -> list[dict[str, Any]]:
    values = [finite(row.value) for row in rows]
    bars = {
        "type": "bar",
        "orientation": "h",
        "x": values,
        "y": list(range(len(rows))),
        "width": 0.56,
        "marker": {"color": colour("band"), "line": {"color": colour("accent"), "width": 1}},
        "error_x": whiskers(
            values,
            [finite(row.low) for row in rows],
            [finite(row.high) for row in rows],
            paint="ink",
            thickness=1.5,
        ),
        "hovertext": [hover(row, scale) for row in rows],
        "hoverinfo": "text",
        "textposition": "none",
    }
    right = {"type": "scatter", "mode": "markers", "x": [None], "y": [0], "yaxis": "y2"}
    return [bars, right]


def _layout(rows: list[Row], scale: Scale) -> dict[str, Any]:
    values = [scale.value_text(row.value) for row in rows]
    most = max([x for row in rows for x in (row.value, row.high) if x is not None] or [1.0])
    ends = {**reach(rows), "high": max(most, 0.05)}
    return {
        "height": height(len(rows)),
        "margin": {"b": 48},
        "xaxis": share_axis(scale.title, **ends),
        "yaxis": row_axis([short(row.name) for row in rows]),
        "yaxis2": row_axis([Words(v, v) for v in values], overlaying="y", side="right"),
    }

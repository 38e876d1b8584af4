"""A value and its interval per row: the drawing behind forest plots and dot plots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.model import Words
from steelyard.report.figures.axes import finite, height, row_axis, rules, share_axis, whiskers
from steelyard.report.figures.figure import Table, table
from steelyard.report.figures.lettering import (
    NOTHING_MORE,
    bold,
    escaped,
    full,
    joined,
    said,
    sentences,
    short,
)
from steelyard.report.figures.theme import colour
from steelyard.report.numbers import count_text, interval_text, value_text

MOST_ROWS = 60


@dataclass(frozen=True)
class Row:
    """One row.

    Attributes:
        name: as it came; made short and safe here.
        value: where the dot is; none for None.
        low: lower end of the interval.
        high: upper end.
        n: cases behind it; None where that means nothing.
        mark: symbol of the dot, as Plotly names it.
        paint: colour of dot and interval.
        other: a second value to compare with, drawn hollow.
        note: what hovering adds, safe already.
    """

    name: Words | str
    value: float | None
    low: float | None = None
    high: float | None = None
    n: int | None = None
    mark: str = "circle"
    paint: str = "accent"
    other: float | None = None
    note: Words = NOTHING_MORE


@dataclass(frozen=True)
class Scale:
    """What the values of all rows are.

    Attributes:
        title: of the axis, with the unit.
        unit: as the indicator's; empty for shares.
        axis: what the axis has beyond the usual.
        text: how a value is written at the right.
        other: what the second value is called.
    """

    title: Words
    unit: str = "%"
    axis: dict[str, Any] | None = None
    text: Callable[[float | None], str] | None = None
    other: Words | None = None

    def value_text(self, value: float | None) -> str:
        """Return a value as it is written beside its row."""
        return escaped(value_text(value, self.unit) if self.text is None else self.text(value))


def interval_drawing(
    rows: Sequence[Row], scale: Scale, *, shapes: Sequence[dict[str, Any]] = ()
) -> dict[str, Any]:
    """Draw a dot with its interval on every row, its name at the left, its value at the right."""
    names = [short(row.name) for row in rows]
    axis = scale.axis if scale.axis is not None else share_axis(scale.title, **reach(rows))
    values = [scale.value_text(row.value) for row in rows]
    layout = {
        "height": height(len(rows)),
        "margin": {"b": 48},
        "xaxis": axis,
        "yaxis": row_axis(names),
        "yaxis2": row_axis(
            [Words(text, text) for text in values], overlaying="y", side="right", fixedrange=True
        ),
        "shapes": [*rules(len(rows)), *shapes],
    }
    data = [*_links(rows), *_others(rows, scale), *_dots(rows, scale), _right_side(rows)]
    return {"data": data, "layout": layout}


def reach(rows: Sequence[Row]) -> dict[str, float]:
    """Return the ends of a scale of shares: 0 and 1, or further where values or limits lie."""
    found = [finite(x) for row in rows for x in (row.value, row.low, row.high, row.other)]
    known = [x for x in found if x is not None]
    return {"low": min(0.0, *known) if known else 0.0, "high": max(1.0, *known) if known else 1.0}


def interval_table(rows: Sequence[Row], first: Words, scale: Scale) -> Table:
    """Return the numbers of the rows."""
    columns = [first, scale.title, said("low"), said("high")]
    others = any(row.other is not None for row in rows) and scale.other is not None
    counted = any(row.n is not None for row in rows)
    columns += [scale.other] if others and scale.other is not None else []
    columns += [said("n")] if counted else []
    return table(
        columns,
        [
            (
                row.name,
                *(finite(x) for x in (row.value, row.low, row.high)),
                *([finite(row.other)] if others else []),
                *([row.n] if counted else []),
            )
            for row in rows
        ],
    )


def cut(rows: Sequence[Row], caption: Words, most: int = MOST_ROWS) -> tuple[list[Row], Words]:
    """Return the first rows and a caption that says when there are more."""
    if len(rows) <= most:
        return list(rows), caption
    more = said("first_of", shown=most, n=count_text(len(rows)))
    return list(rows[:most]), sentences(caption, more)


def _dots(rows: Sequence[Row], scale: Scale) -> list[dict[str, Any]]:
    made = []
    for paint in dict.fromkeys(row.paint for row in rows):
        kept = [(at, row) for at, row in enumerate(rows) if row.paint == paint]
        values = [finite(row.value) for _, row in kept]
        made.append(
            {
                "type": "scatter",
                "mode": "markers",
                "x": values,
                "y": [at for at, _ in kept],
                "error_x": whiskers(
                    values,
                    [finite(row.low) for _, row in kept],
                    [finite(row.high) for _, row in kept],
                    paint=paint,
                ),
                "marker": {
                    "color": colour(paint),
                    "symbol": [row.mark for _, row in kept],
                    "size": 10,
                    "line": {"color": colour(paint), "width": 2},
                },
                "hovertext": [hover(row, scale) for _, row in kept],
                "hoverinfo": "text",
            }
        )
    return made


def hover(row: Row, scale: Scale) -> Words:
    """Return what is said about a row when it is pointed at."""
    interval = interval_text(row.low, row.high, scale.unit)
    return joined(
        bold(full(row.name)),
        f"{scale.value_text(row.value)} {escaped(interval)}".strip(),
        NOTHING_MORE
        if row.other is None or scale.other is None
        else joined(scale.other, scale.value_text(row.other), by=" "),
        NOTHING_MORE if row.n is None else said("n_cases", n=count_text(row.n)),
        row.note,
    )


def _others(rows: Sequence[Row], scale: Scale) -> list[dict[str, Any]]:
    kept = [(at, row) for at, row in enumerate(rows) if finite(row.other) is not None]
    if not kept:
        return []
    return [
        {
            "type": "scatter",
            "mode": "markers",
            "x": [row.other for _, row in kept],
            "y": [at for at, _ in kept],
            "marker": {
                "symbol": "diamond-open",
                "color": colour("soft"),
                "size": 9,
                "line": {"width": 1.5},
            },
            "hovertext": [hover(row, scale) for _, row in kept],
            "hoverinfo": "text",
        }
    ]


def _links(rows: Sequence[Row]) -> list[dict[str, Any]]:
    x: list[float | None] = []
    y: list[float | None] = []
    for at, row in enumerate(rows):
        if row.other is not None and row.value is not None:
            x += [finite(row.other), finite(row.value), None]
            y += [at, at, None]
    if not x:
        return []
    line = {"color": colour("faint"), "width": 1, "dash": "dot"}
    return [{"type": "scatter", "mode": "lines", "x": x, "y": y, "line": line, "hoverinfo": "skip"}]


def _right_side(rows: Sequence[Row]) -> dict[str, Any]:
    # An axis is drawn only when something lies on it.
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [None],
        "y": [0],
        "yaxis": "y2",
        "hoverinfo": "skip",
    }

"""A table whose cells are shaded: the drawing behind the matrices of faults and environments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from steelyard.model import Words
from steelyard.report.figures.axes import row_axis
from steelyard.report.figures.lettering import bold, full, joined, short
from steelyard.report.figures.theme import SEQUENTIAL, colour

_ROW = 36


class Cell(NamedTuple):
    """A cell: what it says, and how well that is from 0 to 1; None: neither well nor badly."""

    text: Words
    shade: float | None


def matrix_drawing(
    rows: Sequence[Words | str],
    columns: Sequence[Words],
    cells: Sequence[Sequence[Cell]],
    *,
    scale: Sequence[Any] = SEQUENTIAL,
    ends: tuple[float, float] = (0.0, 1.0),
) -> dict[str, Any]:
    """Draw cells with their texts, names at the left and column heads on top."""
    heat = {
        "type": "heatmap",
        "x": list(range(len(columns))),
        "y": list(range(len(rows))),
        "z": [[cell.shade for cell in row] for row in cells],
        "zmin": ends[0],
        "zmax": ends[1],
        "colorscale": scale,
        "showscale": False,
        "xgap": 2,
        "ygap": 2,
        "hovertext": [
            [
                joined(bold(full(name)), joined(full(head), cell.text, by=": "))
                for head, cell in zip(columns, row, strict=True)
            ]
            for name, row in zip(rows, cells, strict=True)
        ],
        "hoverinfo": "text",
        "hoverongaps": True,
    }
    layout = {
        "height": 76 + max(2, len(rows)) * _ROW,
        "margin": {"t": 8},
        "xaxis": {
            "side": "top",
            "tickvals": list(range(len(columns))),
            "ticktext": [short(head, 10, 3) for head in columns],
            "tickangle": 0,
            "tickfont": {"size": 11},
            "range": [-0.5, len(columns) - 0.5],
            "showgrid": False,
            "zeroline": False,
            "ticks": "",
        },
        "yaxis": row_axis([short(name, 18) for name in rows]),
        "annotations": [
            _text(cell, x, y, ends)
            for y, row in enumerate(cells)
            for x, cell in enumerate(row)
            if cell.text.en
        ],
    }
    return {"data": [heat], "layout": layout}


def _text(cell: Cell, x: int, y: int, ends: tuple[float, float]) -> dict[str, Any]:
    # Ends of a diverging scale are dark in both themes; everything else carries ink.
    dark = ends[0] < 0 and cell.shade is not None and abs(cell.shade) > 0.7 * ends[1]
    return {
        "x": x,
        "y": y,
        "text": cell.text,
        "showarrow": False,
        "font": {"size": 12, "color": "#ffffff" if dark else colour("ink")},
    }

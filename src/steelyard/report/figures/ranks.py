"""`scores` and `ranks`: the leaderboard, and how firmly each line holds its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from steelyard.model import Words
from steelyard.report.figures.axes import height, row_axis
from steelyard.report.figures.figure import Figure, table
from steelyard.report.figures.intervals import Row, Scale, cut, interval_drawing, interval_table
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
from steelyard.report.numbers import count_text, value_text

if TYPE_CHECKING:
    from steelyard.analysis.leaderboard.content import Leaderboard, Line

_MOST = 60


def scores(board: Leaderboard) -> Figure | None:
    """Draw the score of every comparable line with its interval; None when none has a score."""
    rows = [
        Row(
            line.name,
            line.score.value,
            line.score.ci_low,
            line.score.ci_high,
            line.score.n or None,
            note=_group(line),
        )
        for line in board.lines
        if line.not_comparable is None
    ]
    if all(row.value is None for row in rows):
        return None
    rows, caption = cut(rows, said("scores_caption"))
    scale = Scale(said("score_axis"))
    return Figure(
        "scores",
        said("scores_title"),
        caption,
        interval_drawing(rows, scale),
        interval_table(rows, said("line"), scale),
    )


def ranks(board: Leaderboard) -> Figure | None:
    """Draw the ranks each line may have; None when no two lines have a rank interval."""
    every = [line for line in board.lines if line.rank_low is not None and line.rank is not None]
    if len(every) < 2:
        return None
    lines = every[:_MOST]
    caption = said("ranks_caption", draws=count_text(board.draws))
    if len(lines) < len(every):
        caption = sentences(caption, said("first_of", shown=_MOST, n=count_text(len(every))))
    weighed = any(line.weights_rank_low is not None for line in lines)
    if weighed:
        caption = sentences(caption, said("ranks_weights"))
    return Figure(
        "ranks",
        said("ranks_title"),
        caption,
        {"data": _marks(lines), "layout": _layout(lines, len(every))},
        table(
            (
                said("line"),
                said("rank_axis"),
                said("low"),
                said("high"),
                said("first_share"),
                said("weights_low"),
                said("weights_high"),
            ),
            [
                (
                    x.name,
                    x.rank,
                    x.rank_low,
                    x.rank_high,
                    x.p_first,
                    x.weights_rank_low,
                    x.weights_rank_high,
                )
                for x in lines
            ],
        ),
    )


def _group(line: Line) -> Words:
    return said("group_letters", letters=escaped(line.group)) if line.group else NOTHING_MORE


def _marks(lines: Sequence[Line]) -> list[dict[str, Any]]:
    at = list(range(len(lines)))
    hovers = [_hover(line) for line in lines]
    dots = {
        "type": "scatter",
        "mode": "markers",
        "x": [line.rank for line in lines],
        "y": at,
        "marker": {
            "color": colour("accent"),
            "size": 11,
            "line": {"color": colour("panel"), "width": 1.5},
        },
        "hovertext": hovers,
        "hoverinfo": "text",
    }
    return [
        _bars(lines, "rank_low", "rank_high", shift=0.0, width=8, paint="band"),
        _bars(lines, "weights_rank_low", "weights_rank_high", shift=0.26, width=3, paint="faint"),
        dots,
        {"type": "scatter", "mode": "markers", "x": [None], "y": [0], "yaxis": "y2"},
    ]


def _bars(
    lines: Sequence[Line], low: str, high: str, *, shift: float, width: int, paint: str
) -> dict[str, Any]:
    x: list[float | None] = []
    y: list[float | None] = []
    for at, line in enumerate(lines):
        first, last = getattr(line, low), getattr(line, high)
        if first is not None and last is not None:
            # A rank that is certain is still to be seen.
            x += [first - 0.08, last + 0.08, None]
            y += [at + shift, at + shift, None]
    return {
        "type": "scatter",
        "mode": "lines",
        "x": x,
        "y": y,
        "line": {"color": colour(paint), "width": width},
        "hoverinfo": "skip",
    }


def _hover(line: Line) -> Words:
    return joined(
        bold(full(line.name)),
        said("rank_is", rank=line.rank, low=line.rank_low, high=line.rank_high),
        said("first_in", share=escaped(value_text(line.p_first, "%"))),
        _group(line),
    )


def _layout(lines: Sequence[Line], worst: int) -> dict[str, Any]:
    firsts = [escaped(value_text(line.p_first, "%")) for line in lines]
    heading = {
        "x": 1,
        "y": 1,
        "xref": "paper",
        "yref": "paper",
        "xanchor": "right",
        "yanchor": "bottom",
        "text": said("first_share"),
        "showarrow": False,
        "font": {"size": 12, "color": colour("soft")},
        "xshift": 50,
    }
    return {
        "height": height(len(lines), above=36),
        "margin": {"b": 48, "t": 36},
        "xaxis": {
            "title": {"text": said("rank_axis")},
            "range": [0.5, worst + 0.5],
            "dtick": max(1, round(worst / 10)),
            "tick0": 1,
            "tickformat": "d",
            "zeroline": False,
        },
        "yaxis": row_axis([short(line.name) for line in lines]),
        "yaxis2": row_axis([Words(text, text) for text in firsts], overlaying="y", side="right"),
        "annotations": [heading],
    }

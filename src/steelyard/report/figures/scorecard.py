"""`scorecard`: the whole tree, each part with its weight, its score and its interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.model import Words
from steelyard.report.figures.axes import (
    finite,
    height,
    row_axis,
    rule,
    rules,
    share_axis,
    whiskers,
)
from steelyard.report.figures.figure import Figure, table
from steelyard.report.figures.intervals import MOST_ROWS, Row, Scale, hover
from steelyard.report.figures.lettering import bold, joined, said, sentences, short
from steelyard.report.figures.theme import colour
from steelyard.report.numbers import count_text, value_text

if TYPE_CHECKING:
    from steelyard.report.content import Part, RunReport


class _Node(NamedTuple):
    part: Part
    depth: int


def scorecard(report: RunReport) -> Figure | None:
    """Draw the weighed tree; None when the run was not weighed."""
    root = report.scorecard
    if root is None or not (root.parts or root.instead):
        return None
    nodes = _nodes(root)
    shown = _fitting(nodes)
    caption = said("scorecard_caption")
    if len(shown) < len(nodes):
        more = said("upper_of", shown=len(shown), n=count_text(len(nodes)))
        caption = sentences(caption, more)
    return Figure(
        "scorecard",
        said("scorecard_title"),
        caption,
        {"data": [_weights(shown), *_scores(shown)], "layout": _layout(shown)},
        table(
            (
                said("part"),
                said("level"),
                said("share_axis"),
                said("score_axis"),
                said("low"),
                said("high"),
            ),
            [
                (
                    _name(n.part, n.depth),
                    n.depth,
                    n.part.share,
                    finite(n.part.score),
                    n.part.ci_low,
                    n.part.ci_high,
                )
                for n in shown
            ],
        ),
    )


def _nodes(root: Part, depth: int = 0) -> list[_Node]:
    used = root if root.instead is None else root.instead
    return [_Node(root, depth), *(node for part in used.parts for node in _nodes(part, depth + 1))]


def _fitting(nodes: Sequence[_Node]) -> list[_Node]:
    """Leave out the deepest level until the rest fits on a page; at last the tail."""
    kept = list(nodes)
    while len(kept) > MOST_ROWS and (deepest := max(node.depth for node in kept)) > 1:
        kept = [node for node in kept if node.depth < deepest]
    return kept[:MOST_ROWS]


def _name(part: Part, depth: int) -> Words:
    return said("overall") if depth == 0 else part.name


def _label(node: _Node) -> Words:
    text = short(_name(node.part, node.depth), 24 - min(node.depth, 4), 2)
    if node.depth <= 1:
        return bold(text)
    return Words(*("· " * (node.depth - 2) + line for line in text))


def _weights(nodes: Sequence[_Node]) -> dict[str, Any]:
    shares = [node.part.share if node.depth else None for node in nodes]
    return {
        "type": "bar",
        "orientation": "h",
        "x": shares,
        "y": list(range(len(nodes))),
        "width": 0.5,
        "marker": {"color": colour("band"), "line": {"color": colour("faint"), "width": 0.5}},
        "text": ["" if share is None else value_text(share, "%") for share in shares],
        "textposition": "outside",
        "textfont": {"size": 11, "color": colour("soft")},
        "cliponaxis": False,
        "hoverinfo": "skip",
    }


def _scores(nodes: Sequence[_Node]) -> list[dict[str, Any]]:
    scale = Scale(said("score_axis"))
    rows = [
        Row(_name(n.part, n.depth), n.part.score, n.part.ci_low, n.part.ci_high, note=_note(n))
        for n in nodes
    ]
    values = [finite(row.value) for row in rows]
    marks = {0: "diamond", 1: "circle"}
    dots: dict[str, Any] = {
        "type": "scatter",
        "mode": "markers",
        "xaxis": "x2",
        "yaxis": "y",
        "x": values,
        "y": list(range(len(rows))),
        "error_x": whiskers(values, [finite(r.low) for r in rows], [finite(r.high) for r in rows]),
        "marker": {
            "color": colour("accent"),
            "symbol": [marks.get(node.depth, "circle-open") for node in nodes],
            "size": [11 if node.depth < 2 else 8 for node in nodes],
            "opacity": 1,
            "line": {"color": colour("accent"), "width": 2},
        },
        "hovertext": [hover(row, scale) for row in rows],
        "hoverinfo": "text",
    }
    right = {
        "type": "scatter",
        "mode": "markers",
        "x": [None],
        "y": [0],
        "yaxis": "y2",
        "xaxis": "x2",
    }
    return [dots, right]


def _note(node: _Node) -> Words:
    weight = said("weight_of", share=value_text(node.part.weight, "%"))
    share = said("share_of", share=value_text(node.part.share, "%"))
    return joined(*([weight, share] if node.depth else [share]))


def _layout(nodes: Sequence[_Node]) -> dict[str, Any]:
    most = max([node.part.share for node in nodes[1:]] or [1.0])
    values = [value_text(node.part.score, "%") for node in nodes]
    return {
        "height": height(len(nodes)),
        "margin": {"b": 48},
        "shapes": [*rules(len(nodes)), *_above_dimensions(nodes)],
        "xaxis": {
            "domain": [0, 0.26],
            "range": [0, max(most, 0.01) * 1.75],
            "title": {"text": said("share_axis")},
            "showgrid": False,
            "showticklabels": False,
            "zeroline": False,
        },
        "xaxis2": share_axis(said("score_axis"), domain=[0.3, 1], anchor="y", **_fixed()),
        "yaxis": row_axis([_label(node) for node in nodes]),
        "yaxis2": row_axis(
            [Words(v, v) for v in values], overlaying="y", side="right", anchor="x2"
        ),
    }


def _above_dimensions(nodes: Sequence[_Node]) -> list[dict[str, Any]]:
    """Return a stronger line above every dimension: names stand flush right, without indents."""
    return [
        rule(at - 0.5, paint="faint", width=1) for at, node in enumerate(nodes) if node.depth == 1
    ]


def _fixed() -> dict[str, Any]:
    return {"fixedrange": True, "automargin": True, "gridcolor": colour("line")}

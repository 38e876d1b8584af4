"""`score_tree`: parts within parts, each with its score and interval on one common line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from nicegui.element import Element


@dataclass(frozen=True, slots=True)
class Branch:
    """A row of the tree.

    Attributes:
        key: of the row.
        parent: key of the row above it; None at the top.
        depth: how far it is indented.
        branch: whether others are below it.
        name: of the part.
        badges: (text, tone).
        value: where it stands between 0 and 1; None when it has no score, and `why` says why.
        low: end of its interval.
        high: end of its interval.
        cells: texts for the columns behind the bar.
        hint: what a look closer tells.
        why: why there is no score.
    """

    key: str
    parent: str | None
    depth: int
    branch: bool
    name: str
    badges: Sequence[tuple[str, str]]
    value: float | None
    low: float | None
    high: float | None
    cells: Sequence[str]
    hint: str = ""
    why: str = ""


class _ScoreTree(Element, component="score_tree.js"):
    def __init__(self, name: str, headings: Sequence[str], rows: Sequence[Branch]) -> None:
        super().__init__()
        self._props["name"] = name
        self._props["headings"] = list(headings)
        self._props["rows"] = [asdict(row) for row in rows]
        self._props["shut"] = [row.key for row in rows if row.branch and row.value is None]


def score_tree(name: str, headings: Sequence[str], rows: Sequence[Branch]) -> Element:
    """Show a tree; `headings` are the name's, the bar's, and one for each cell."""
    return _ScoreTree(name, headings, rows)

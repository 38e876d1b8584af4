"""The columns of a leaderboard: the parts of the scorecard, then the indicators asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from steelyard.analysis.leaderboard.content import Column, Measure
from steelyard.analysis.leaderboard.weighed import Result, measure_of, score_of
from steelyard.indicators import get_indicator
from steelyard.scorecards import Weighed
from steelyard.scorecards.weigh import dimensions_of


def columns_of(results: Iterable[Result], indicators: Sequence[str]) -> tuple[Column, ...]:
    """Return the parts that some line has a score in, and every indicator asked for."""
    parts: dict[str, Weighed] = {}
    for result in results:
        for key, part in _parts(result.root).items():
            if key not in parts or parts[key].score is None:
                parts[key] = part
    scored = [key for key, part in parts.items() if part.score is not None]
    found = [Column(key, parts[key].node.name, "dimension") for key in scored]
    for id_ in dict.fromkeys(indicators):
        record = get_indicator(id_)
        found.append(Column(id_, record.name, "indicator", record.unit, record.direction))
    return tuple(found)


def measures_of(result: Result, columns: Sequence[Column]) -> Mapping[str, Measure]:
    """Return what a line has in every column; None where it has nothing."""
    parts = _parts(result.root)
    return {
        column.id: score_of(parts.get(column.id))
        if column.kind == "dimension"
        else measure_of(result.values.get(column.id))
        for column in columns
    }


def _parts(root: Weighed) -> dict[str, Weighed]:
    """Return what stands right below the root, the dimensions, and what stands in for a part."""
    listed = [*root.children, *dimensions_of(root)]
    for node in (root, *root.children):
        listed += [] if node.instead is None else node.instead.children
    found: dict[str, Weighed] = {}
    for node in listed:
        if node is root or any(node is other for other in found.values()):
            continue
        found.setdefault(node.node.id, node)
    return found

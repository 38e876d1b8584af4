"""The weighed scorecard of a summary, as a report shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from steelyard.indicators import load_catalog
from steelyard.model import weakest
from steelyard.report.content import Part
from steelyard.report.labels import label
from steelyard.report.text import one_line


def scorecard(summary: Mapping[str, Any]) -> Part | None:
    """Return the tree; None for a summary that has none."""
    root = summary.get("tree")
    known = {record["id"]: record for record in summary.get("indicators") or ()}
    return None if not root else _part(root, 1.0, known)


def walk(part: Part) -> Iterator[Part]:
    """Yield a part and everything below it, what stands in included."""
    yield part
    for below in (*part.parts, *([part.instead] if part.instead else [])):
        yield from walk(below)


def leaves(part: Part) -> Iterator[Part]:
    """Yield the indicators of a tree, what stands in included."""
    return (below for below in walk(part) if below.indicator is not None)


def _part(node: Mapping[str, Any], siblings: float, known: Mapping[str, Mapping[str, Any]]) -> Part:
    given = node.get
    children = given("children") or ()
    total = sum(child.get("weight") or 0.0 for child in children)
    parts = tuple(_part(child, total, known) for child in children)
    other = given("instead")
    instead = None if other is None else _part(other, 1.0, known)
    indicator = known.get(str(given("indicator")), {})
    own = indicator.get("provenance") if given("score") is not None else None
    below = parts if instead is None else (instead,)
    source = weakest([own, *(part.provenance for part in below)])
    weight = given("weight") or 0.0
    return Part(
        id=str(node["id"]),
        name=label(given("name"), str(node["id"])),
        weight=weight / siblings if siblings > 0 else 0.0,
        share=given("share") or 0.0,
        score=given("score"),
        contribution=given("contribution"),
        coverage=given("coverage"),
        lo=given("lo"),
        hi=given("hi"),
        ci_low=given("ci_low"),
        ci_high=given("ci_high"),
        ci_method=given("ci_method"),
        notes=tuple(given("notes") or ()),
        provenance=source,
        declared=source != "measured",
        parts=parts,
        instead=instead,
        **_of_leaf(node, indicator),
    )


def _of_leaf(node: Mapping[str, Any], indicator: Mapping[str, Any]) -> dict[str, Any]:
    id_ = node.get("indicator")
    if id_ is None:
        return {}
    record = load_catalog().get(id_)
    unit = indicator.get("unit") if indicator else None if record is None else record.unit
    otherwise = "up" if record is None else record.direction
    return {
        "indicator": id_,
        "value": node.get("value"),
        "unit": one_line(str(unit or ""), 20),
        "direction": indicator.get("direction") or otherwise,
        "status": node.get("status") or "na",
        "n": node.get("n") or 0,
    }

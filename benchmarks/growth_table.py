"""Cost against size, from the numbers of the growth benchmark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks.suite_table import number


def growth_section(found: dict[str, Any] | None) -> Iterator[list[str]]:
    """Yield the section of the page; nothing when growth was not measured."""
    if not found:
        return
    sizes = found["sizes"]
    yield ["## Growth"]
    yield [
        f"From {min(sizes):,} to {max(sizes):,} rows, by `python -m benchmarks growth`: seconds and"
        " peak memory of every stage at each size. An exponent of 1 is a cost that doubles with"
        " the rows; of 0, one that stays."
    ]
    yield growth_table(found)


def growth_table(found: dict[str, Any]) -> list[str]:
    """Return a row per stage, a column per size, and the exponents that fit best."""
    sizes = found["sizes"]
    heads = ["stage", *(f"{size:,} rows" for size in sizes), "time exponent", "memory exponent"]
    rows = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for name, stage in found["stages"].items():
        points = {point["rows"]: point for point in stage["points"]}
        cells = [name, *(_cell(points.get(size)) for size in sizes)]
        cells += [_exponent(stage.get(f"{what}_exponent")) for what in ("time", "memory")]
        rows.append(f"| {' | '.join(cells)} |")
    return rows


def _cell(point: dict[str, Any] | None) -> str:
    if point is None:
        return ""
    return f"{number(point['seconds'])} s, {number(point['rss_mb'])} MB"


def _exponent(found: float | None) -> str:
    return "" if found is None else f"{found:.2f}"

"""docs/benchmarks/coverage.md from the numbers of the coverage benchmark."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.machine import ROOT

PAGE = ROOT / "docs" / "benchmarks" / "coverage.md"
_NAMES = ("kind", "size", "runs", "coverage", "±", "expected", "width", "none")


def write_page(found: dict[str, Any]) -> None:
    """Write the page again."""
    PAGE.write_text(page(found), "utf-8")


def page(found: dict[str, Any]) -> str:
    """Return the page: settings within the goal, then those outside with the reason."""
    low, high = found["goal"]
    inside = [row for row in found["settings"] if in_goal(row, low, high)]
    outside = [row for row in found["settings"] if not in_goal(row, low, high)]
    without = sum(row["coverage"] is None for row in inside)
    parts = (
        "# Do the intervals keep their promise?",
        "Made by `python -m benchmarks coverage`; the numbers are in"
        " [`benchmarks/results/coverage.json`](../../benchmarks/results/coverage.json)."
        " Runs are simulated whose true value is known, and the intervals that hold it are counted."
        " An interval of 95 % should hold it in 95 % of the runs;"
        f" the goal is {low:.0%} to {high:.0%}, or no interval at all."
        f" Of {len(found['settings'])} settings {len(inside)} meet it"
        f" ({without} of them by giving no interval) and {len(outside)} do not:"
        f" {sum(row['coverage'] > high for row in outside)} cover more, and"
        f" {sum(row['coverage'] < low for row in outside)} less. Those are listed apart,"
        " each with the reason.",
        "Nothing is re-implemented for this: plain indicators are computed by `compute_indicators`,"
        " one simulated run per group of a breakdown, and composites by `compute_indicators`,"
        " `resample_scores` and the default scorecard, one simulated run at a time."
        ' "±" is the Monte-Carlo standard error of the coverage; "expected" is the coverage of the'
        " formula alone, simulated when the method was chosen"
        " ([decision 25](../decisions/0025-intervals-second-edition.md));"
        ' "width" is the mean width of the'
        ' interval; "none" counts runs whose data gave no interval (a report then says why).'
        " A setting that came within half a point of an edge of the goal, or beyond it, was"
        " simulated again with four times as many runs, unless a reason to miss it was known.",
        _table(_NAMES, inside),
        "## Settings that miss the goal",
        _table((*_NAMES, "why"), outside),
        "How each interval is made, and where none is given, is in"
        " [decision 6](../decisions/0006-intervals.md) and"
        " [decision 25](../decisions/0025-intervals-second-edition.md).",
    )
    return "\n\n".join(parts) + "\n"


def in_goal(row: dict[str, Any], low: float, high: float) -> bool:
    """Return whether a setting meets the goal; one that never gives an interval does."""
    return row["coverage"] is None or low <= row["coverage"] <= high


def _table(names: Sequence[str], rows: list[dict[str, Any]]) -> str:
    cells = [
        (
            row["kind"],
            row["size"],
            f"{row['runs']:,}",
            _share(row["coverage"]),
            _share(row["error"]),
            _share(row.get("expected")),
            "–" if row["width"] is None else f"{row['width']:.3f}",
            row["without_interval"],
            row.get("exception", ""),
        )[: len(names)]
        for row in rows
    ]
    lines = (names, ["---"] * len(names), *cells)
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def _share(number: float | None) -> str:
    return "–" if number is None else f"{number:.1%}"

"""docs/benchmarks/coverage.md from the numbers of the coverage benchmark."""

from __future__ import annotations

from typing import Any

from benchmarks.machine import ROOT

PAGE = ROOT / "docs" / "benchmarks" / "coverage.md"
_HEAD = "| kind | size | runs | coverage | ± | width | none |\n|---|---|---|---|---|---|---|"


def write_page(found: dict[str, Any]) -> None:
    """Write the page anew."""
    PAGE.write_text(page(found), "utf-8")


def page(found: dict[str, Any]) -> str:
    """Return the page: what the goals are set for, then what is measured to know its limits."""
    low, high = found["goal"]
    goals = [row for row in found["settings"] if row["goal"]]
    others = [row for row in found["settings"] if not row["goal"]]
    inside = sum(low <= row["coverage"] <= high for row in goals)
    parts = (
        "# Do the intervals keep their promise?",
        "Made by `python -m benchmarks coverage`; the numbers are in"
        " [`benchmarks/results/coverage.json`](../../benchmarks/results/coverage.json)."
        " Runs are simulated whose true value is known, and the intervals that hold it are counted."
        " An interval of 95 % should hold it in 95 % of the runs;"
        f" the goal is {low:.0%} to {high:.0%}."
        f" {inside} of {len(goals)} settings with a goal meet it.",
        "Nothing is re-implemented for this: plain indicators are computed by `compute_indicators`,"
        " one simulated run per group of a breakdown, and composites by `compute_indicators`,"
        " `resample_scores` and the default scorecard, one simulated run at a time."
        ' "±" is the Monte-Carlo standard error of the coverage; "width" is the mean width of the'
        ' interval; "none" counts runs whose data gave no interval (a report then says why).',
        f"{_HEAD}\n{_rows(goals)}",
        "Beyond the goals, to know the limits:",
        f"{_HEAD}\n{_rows(others)}",
        "How each interval is made, and where none is given, is in"
        " [decision 6](../decisions/0006-intervals.md). The exact interval of safety indicators is"
        " meant to cover more than it says: it is a guarantee. Composites near 1 cover more too:"
        " a share of 100 % is drawn from its posterior, never taken as certain.",
    )
    return "\n\n".join(parts) + "\n"


def _rows(rows: list[dict[str, Any]]) -> str:
    return "\n".join(
        f"| {row['kind']} | {row['size']} | {row['runs']:,} | {row['coverage']:.1%}"
        f" | {row['error']:.1%} | {row['width']:.3f} | {row['without_interval']} |"
        for row in rows
    )

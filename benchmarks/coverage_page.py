"""docs/benchmarks/coverage.md from the numbers of the coverage benchmark."""

from __future__ import annotations

from typing import Any

from benchmarks.machine import ROOT

PAGE = ROOT / "docs" / "benchmarks" / "coverage.md"
_HEAD = "| kind | size | runs | coverage | ± | width | none |\n|---|---|---|---|---|---|---|"
_WHY_HEAD = (
    "| kind | size | runs | coverage | ± | width | none | why |\n|---|---|---|---|---|---|---|---|"
)


def write_page(found: dict[str, Any]) -> None:
    """Write the page anew."""
    PAGE.write_text(page(found), "utf-8")


def page(found: dict[str, Any]) -> str:
    """Return the page: goals, named exceptions, then what is measured to know its limits."""
    low, high = found["goal"]
    exceptions = [row for row in found["settings"] if row.get("exception")]
    goals = [row for row in found["settings"] if row["goal"] and not row.get("exception")]
    others = [row for row in found["settings"] if not row["goal"]]
    inside = sum(in_goal(row, low, high) for row in goals)
    parts = (
        "# Do the intervals keep their promise?",
        "Made by `python -m benchmarks coverage`; the numbers are in"
        " [`benchmarks/results/coverage.json`](../../benchmarks/results/coverage.json)."
        " Runs are simulated whose true value is known, and the intervals that hold it are counted."
        " An interval of 95 % should hold it in 95 % of the runs;"
        f" the goal is {low:.0%} to {high:.0%}, or no interval at all."
        f" {inside} of {len(goals)} settings with a goal meet it.",
        "Nothing is re-implemented for this: plain indicators are computed by `compute_indicators`,"
        " one simulated run per group of a breakdown, and composites by `compute_indicators`,"
        " `resample_scores` and the default scorecard, one simulated run at a time."
        ' "±" is the Monte-Carlo standard error of the coverage; "width" is the mean width of the'
        ' interval; "none" counts runs whose data gave no interval (a report then says why).'
        " A setting that came within half a point of an edge of the goal, or beyond it, was"
        " simulated again with four times as many runs.",
        f"{_HEAD}\n{_rows(goals)}",
        "Known exceptions: settings that may leave the goal, with the reason; some meet it.",
        f"{_WHY_HEAD}\n{_rows(exceptions)}",
        "Beyond the goals, to know the limits:",
        f"{_HEAD}\n{_rows(others)}",
        "How each interval is made, and where none is given, is in"
        " [decision 6](../decisions/0006-intervals.md) and"
        " [decision 25](../decisions/0025-intervals-second-edition.md). The exact interval of"
        " safety indicators is meant to cover more than it says: it is a guarantee. Composites near"
        " 1 cover more too: a share of 100 % is drawn from its posterior, never taken as certain.",
    )
    return "\n\n".join(parts) + "\n"


def in_goal(row: dict[str, Any], low: float, high: float) -> bool:
    """Return whether a setting meets the goal; one that never gives an interval does."""
    return row["coverage"] is None or low <= row["coverage"] <= high


def _rows(rows: list[dict[str, Any]]) -> str:
    return "\n".join(
        f"| {row['kind']} | {row['size']} | {row['runs']:,} | {_share(row['coverage'])}"
        f" | {_share(row['error'])} | {_width(row['width'])} | {row['without_interval']} |"
        + (f" {why} |" if (why := row.get("exception")) else "")
        for row in rows
    )


def _width(number: float | None) -> str:
    return "–" if number is None else f"{number:.3f}"


def _share(number: float | None) -> str:
    return "–" if number is None else f"{number:.1%}"

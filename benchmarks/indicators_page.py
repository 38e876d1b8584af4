"""docs/benchmarks/indicators.md from the numbers of the indicators benchmark."""

from __future__ import annotations

from typing import Any

from benchmarks.machine import ROOT

PAGE = ROOT / "docs" / "benchmarks" / "indicators.md"


def write_page(found: dict[str, Any]) -> None:
    """Write the page anew."""
    PAGE.write_text(page(found), "utf-8")


def page(found: dict[str, Any]) -> str:
    """Return the page."""
    ratio, alike, large = found["ratio"], found["ratio_of_values"], found["large"]
    rows = "\n".join(
        f"| {name} | {cost['seconds']:.2f} | {cost['cpu_s']:.2f} |"
        for name, cost in found["costs"].items()
    )
    parts = (
        "# The indicator engine, measured",
        "Made by `python -m benchmarks indicators`; the numbers are in"
        " [`benchmarks/results/indicators.json`](../../benchmarks/results/indicators.json)."
        f" The {found['indicators']} indicators of the default scorecard over"
        f" {found['rows']:,} rows, for the whole table and for each of 12 scenes, beside the same"
        " written in pandas, in one process on a 2-core machine shared with other work: read the"
        " ratios, not the seconds. All values are checked to be equal, to 1e-9, before anything is"
        f" timed. Least of {found['rounds']} rounds.",
        f"| | seconds | CPU s |\n|---|---|---|\n{rows}",
        f"For the same work, values only, pandas takes {alike['seconds']:.1f} times as long"
        f" ({alike['cpu_s']:.1f} times the CPU; DuckDB uses both cores). It gives no intervals;"
        f" against ours with intervals it takes {ratio['seconds']:.1f} times as long"
        f" ({ratio['cpu_s']:.1f} times the CPU). Intervals and values together cost"
        f" {found['with_intervals']:.1f} times the values alone: sums, and how they vary together,"
        " come from the same scan.",
        f"{large['rows']:,} rows from Parquet, the whole summary of a run with resamples and the"
        f" breakdown by scene: {large['seconds']:.0f} s and {large['rss_mb']:,.0f} MB at most.",
    )
    return "\n\n".join(parts) + "\n"

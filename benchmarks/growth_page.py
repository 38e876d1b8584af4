"""docs/benchmarks/growth.md from the numbers of the growth benchmark."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.machine import ROOT

PAGE = ROOT / "docs" / "benchmarks" / "growth.md"
RESULTS = ROOT / "benchmarks" / "results" / "growth.json"
GOAL_MB = 1_500
GOAL_PAGE_S = 0.3
_GOAL_ROWS = 1_000_000
_EXPLORER = "explorer: "


def write_page(found: Mapping[str, Any]) -> None:
    """Write the page anew."""
    PAGE.write_text(page(found), "utf-8")


def page(found: Mapping[str, Any]) -> str:
    """Return the page."""
    stages = found["stages"]
    looks = {name: one for name, one in stages.items() if name.startswith(_EXPLORER)}
    others = {name: one for name, one in stages.items() if name not in looks}
    parts = (
        "# Large runs, measured",
        _made(found),
        "## Memory",
        _memory_said(others),
        _table(others, found["sizes"], "rss_mb", _whole, "memory_exponent"),
        *_failed(found),
        *_again(found),
        "## Processor time",
        "Seconds of user and system together, of all threads.",
        _table(others, found["sizes"], "cpu_s", _seconds, "time_exponent"),
        "Seconds from the start of the process to its end:",
        _table(others, found["sizes"], "seconds", _seconds),
        "## The explorer",
        _looks_said(looks),
        _table(looks, found["sizes"], "seconds", _milliseconds),
        "## On disk",
        _disk(found),
        _table(_with_bytes(others), found["sizes"], "bytes", _megabytes),
    )
    return "\n\n".join(parts) + "\n"


def _made(found: Mapping[str, Any]) -> str:
    return (
        "Made by `python -m benchmarks growth`; the numbers are in"
        " [`benchmarks/results/growth.json`](../../benchmarks/results/growth.json). Runs with"
        " questions and answers of 50 to 300 characters, two thirds English and one third Chinese,"
        " 12 scenes, 4 domains, one answer in five wrong and one ask in a hundred failed, are"
        " carried through every stage, each in a process of its own, start and imports included, on"
        f" {os.cpu_count()} cores that other work may share. Tables of more than"
        f" {found['tabulated']:,} rows are made of a smaller one instead of a journal, and scored"
        f" anew; workbooks are made up to {found['workbook']:,} rows. The last column is the"
        " exponent: how cost grows with the rows at the three largest sizes, where 1 is in"
        " proportion and 0 not at all."
    )


def _failed(found: Mapping[str, Any]) -> list[str]:
    return [
        f"*{one['stage']}* of {one['rows']:,} rows did not come to its end."
        for one in found.get("failed", ())
    ]


def _again(found: Mapping[str, Any]) -> list[str]:
    names = ", ".join(f"*{name}*" for name in found.get("again", ()))
    return [f"Measured again later, in a run of its own: {names}."] if names else []


def _memory_said(stages: Mapping[str, Any]) -> str:
    name, point = max(
        ((name, point) for name, one in stages.items() for point in one["points"]),
        key=lambda item: item[1]["rss_mb"],
    )
    met = "met" if point["rss_mb"] < GOAL_MB else "not met"
    largest = max(point["rows"] for one in stages.values() for point in one["points"])
    return (
        f"Peak resident memory in MB. The most is {point['rss_mb']:,.0f} MB, of *{name}* at"
        f" {point['rows']:,} rows; wanted is less than {GOAL_MB:,} MB, and up to {largest:,} rows"
        f" that is {met}."
        " DuckDB works within fixed limits and spills what does not fit to the temporary directory."
        " What grows by design while a journal becomes a table is one number of 8 bytes per row,"
        " where its reply begins."
    )


def _looks_said(looks: Mapping[str, Any]) -> str:
    return (
        "Milliseconds of one look through the query code of the server, 50 rows a page, the median"
        f" of three. Wanted is under {1000 * GOAL_PAGE_S:.0f} ms for {_GOAL_ROWS:,} rows:"
        f" {_reached(looks)}. Pages in the order of the rows, wherever they are, and single rows"
        " are read from the part that holds them, which is found out once for a table. Sorting and"
        " filtering read the columns they need of all rows. A search that finds little reads every"
        " text."
    )


def _reached(looks: Mapping[str, Any]) -> str:
    """Say which looks at a million rows took longer than wanted."""
    times = {
        name.removeprefix(_EXPLORER): point["seconds"]
        for name, one in looks.items()
        for point in one["points"]
        if point["rows"] == _GOAL_ROWS
    }
    if not times:
        return "not measured in this run, which has no such table"
    slow = [f"{name} ({1000 * s:,.0f} ms)" for name, s in times.items() if s >= GOAL_PAGE_S]
    return f"not met by {', '.join(slow)}" if slow else "met by all"


def _disk(found: Mapping[str, Any]) -> str:
    form = found["format"]
    return (
        f"The largest table has {form['parts']:,} parts of at most {form['part_rows']:,} rows and"
        f" {form['table_mb']:,.0f} MB, {form['bytes_per_row']:.0f} bytes a row. Why it lies so is"
        " in [decision 20](../decisions/0020-table-format.md). Megabytes that a stage leaves:"
    )


def _with_bytes(stages: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: one
        for name, one in stages.items()
        if all(point["bytes"] is not None for point in one["points"])
    }


def _table(
    stages: Mapping[str, Any],
    sizes: Sequence[int],
    key: str,
    shown: Any,
    exponent: str | None = None,
) -> str:
    heads = ["rows", *(f"{size:,}" for size in sizes), *(["exponent"] if exponent else [])]
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    for name, one in stages.items():
        by_size = {point["rows"]: point[key] for point in one["points"]}
        cells = [shown(by_size[size]) if size in by_size else "" for size in sizes]
        if exponent:
            cells.append("" if one[exponent] is None else f"{one[exponent]:.2f}")
        lines.append(f"| {name.removeprefix(_EXPLORER)} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _whole(value: float) -> str:
    return f"{value:,.0f}"


def _seconds(value: float) -> str:
    return f"{value:,.1f}"


def _milliseconds(value: float) -> str:
    return f"{1000 * value:,.0f}"


def _megabytes(value: float) -> str:
    return f"{value / 1e6:,.1f}"

"""docs/benchmarks/findings.md from the numbers of the findings benchmark."""

from __future__ import annotations

from typing import Any

from benchmarks.machine import ROOT

PAGE = ROOT / "docs" / "benchmarks" / "findings.md"


def write_page(found: dict[str, Any]) -> None:
    """Write the page."""
    PAGE.write_text(page(found), "utf-8")


def page(found: dict[str, Any]) -> str:
    """Return the page: false accusations, planted weaknesses, power."""
    parts = [
        "# Do the findings tell the truth?",
        "Made by `python -m benchmarks findings`; the numbers are in"
        " [`benchmarks/results/findings.json`](../../benchmarks/results/findings.json)."
        " Results tables of agents whose truth is known are simulated and given to the function"
        " that every report calls. How the tests are made is in"
        " [decision 26](../decisions/0026-findings.md).",
        "## A healthy agent is not accused",
        "Nothing is wrong with these agents: every difference is chance. A report counts as an"
        " accusation when any of its sentences has the tone `bad`."
        f" The goal is at most {found['goal']:.0%}."
        ' "Uncorrected" is the share of the same reports in which some test is below 2.5 % on its'
        " own.",
        "| agent | reports | comparisons | accused | uncorrected |\n|---|---|---|---|---|\n"
        + "\n".join(_healthy(row) for row in found["healthy"]),
        *_drivers_part(found["drivers"]),
        "## A total weakness is named first",
        "Each agent fails wholly in one respect and is healthy otherwise (160 cases, p = 0.85, 60"
        " of them under every condition). Counted: reports that name it in the first"
        f" {found['first']} findings.",
        "| weakness | reports | named |\n|---|---|---|\n"
        + "\n".join(_named(row, "weakness") for row in found["planted"]),
        "## Smaller weaknesses",
        "The price of not accusing healthy agents: small losses need more cases."
        " The tables of a report show their numbers all the same, and `steelyard power` tells how"
        " many cases a difference needs.",
        "| loss | reports | named |\n|---|---|---|\n"
        + "\n".join(_named(row, "setting") for row in found["power"]),
    ]
    return "\n\n".join(parts) + "\n"


def _healthy(row: dict[str, Any]) -> str:
    reports = row["reports"]
    return (
        f"| {row['setting']} | {reports:,} | {row['tests']} | **{row['accused'] / reports:.1%}**"
        f" | {row['uncorrected'] / reports:.1%} |"
    )


def _drivers_part(rows: list[dict[str, Any]]) -> list[str]:
    """Return what is said about drivers; nothing until they were simulated."""
    if not rows:
        return []
    return [
        "The measure that correlates most closely with passing is no accusation and not in the"
        " family; one permutation test stands for all measures. Here none is related to passing."
        ' "Uncorrected" is the share of reports in which the 95 % interval of some correlation'
        " leaves out 0.",
        "| agent | reports | a measure is named | uncorrected |\n|---|---|---|---|\n"
        + "\n".join(_drivers(row) for row in rows),
    ]


def _drivers(row: dict[str, Any]) -> str:
    reports = row["reports"]
    return (
        f"| {row['setting']} | {reports:,} | **{row['named'] / reports:.1%}**"
        f" | {row['uncorrected'] / reports:.1%} |"
    )


def _named(row: dict[str, Any], name: str) -> str:
    return f"| {row[name]} | {row['reports']:,} | {row['named'] / row['reports']:.1%} |"

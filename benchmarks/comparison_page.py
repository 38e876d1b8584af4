"""docs/benchmarks/comparison.md from the numbers of the comparison benchmark."""

from __future__ import annotations

from typing import Any

from benchmarks.machine import ROOT

PAGE = ROOT / "docs" / "benchmarks" / "comparison.md"
_HEAD = (
    "| kind | pair of runs | true difference | tests | holds the truth | ± | called different |"
    " width |\n|---|---|---|---|---|---|---|---|"
)


def write_page(found: dict[str, Any]) -> None:
    """Write the page anew."""
    PAGE.write_text(page(found), "utf-8")


def page(found: dict[str, Any]) -> str:
    """Return the page."""
    low, high = found["goal"]
    inside = sum(low <= row["coverage"] <= high for row in found["settings"])
    total = len(found["settings"])
    pairs, overall = (found["settings"][at]["pairs"] for at in (0, -1))
    worst = max(row["found"] for row in found["settings"] if row["truth"] == 0)
    parts = (
        "# How often is a comparison wrong?",
        f"Made by `python -m benchmarks comparison_errors --pairs {pairs} --overall {overall}`;"
        " the numbers are in"
        " [`benchmarks/results/comparison_errors.json`]"
        "(../../benchmarks/results/comparison_errors.json). Pairs of runs are simulated whose true"
        " difference is known and compared by the code behind `steelyard compare`: the rows are"
        " matched, the indicators computed, the differences taken. Every simulated run has"
        f" {found['indicators']} independent indicators, each of them a test.",
        "An interval of 95 % should hold the true difference in 95 % of the tests, and where there"
        " is no difference at most 5 % should be called one."
        f" {inside} of {total} settings hold the truth in {low:.0%} to {high:.0%} of the tests; the"
        f" largest share of false alarms in any setting is {worst:.1%}. Without a difference,"
        ' "called different" is the share of false alarms; with one, it is the power.'
        ' "±" is the Monte-Carlo standard error.',
        f"{_HEAD}\n{_rows(found['settings'])}",
        "## Does power_n keep its promise?",
        "As many cases as `steelyard power` asks for to see a difference with a chance of 80 %"
        " (two-sided, 5 %), and how often it was then found:",
        "| to be seen | cases | stated | found |\n|---|---|---|---|\n" + _powers(found["power"]),
        "## Many tests at once",
        _families(found["families"]),
        "Why each interval is what it is: [decision 9](../decisions/0009-comparison.md).",
    )
    return "\n\n".join(parts) + "\n"


def _rows(rows: list[dict[str, Any]]) -> str:
    return "\n".join(
        f"| {row['kind']} | {row['size']} | {row['truth']:+.3g} | {row['tests']:,}"
        f" | {row['coverage']:.1%} | {row['error']:.1%} | {row['found']:.1%}"
        f" | {row['width']:.3f} |"
        for row in rows
    )


def _powers(rows: list[dict[str, Any]]) -> str:
    return "\n".join(
        f"| {row['see']:.0%} | {row['cases']:,} | {row['stated']:.0%} | {row['found']:.1%} |"
        for row in rows
    )


def _families(found: dict[str, Any]) -> str:
    half = found["true"]
    text = (
        f"{found['pairs']:,} families of {found['tests']} tests each. Uncorrected, a family without"
        f" any difference has a false alarm in {found['uncorrected_any_false']:.0%} of the runs."
        " Holm keeps the chance of even one false alarm below 5 %; Benjamini and Hochberg keep the"
        " share of false ones among those found below 5 %, and find more."
    )
    head = (
        f"| correction | any false, none true | any false, {half} true | false among found |"
        " found of the true |\n|---|---|---|---|---|"
    )
    rows = [
        f"| {name} | {row['any_false_when_none_true']:.1%} | {row['any_false_when_half_true']:.1%}"
        f" | {row['false_share']:.1%} | {row['found_of_true']:.1%} |"
        for name, row in (("Holm", found["holm"]), ("Benjamini–Hochberg", found["bh"]))
    ]
    return "\n".join((text, "", head, *rows))

"""docs/benchmarks/all.md from the numbers of the whole suite."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from benchmarks.growth_table import growth_section
from benchmarks.machine import ROOT, WAITING
from benchmarks.record import MET, NOT_MEASURED, SHORT, Measure, from_json
from benchmarks.shortfalls import explain
from benchmarks.suite_table import limit, number, table

PAGE = ROOT / "docs" / "benchmarks" / "all.md"
WHERE = "benchmarks/results/suite.json"


def page(found: dict[str, Any]) -> str:
    """Return the page."""
    measures = [from_json(record) for record in found["measures"]]
    aimed = [one for one in measures if one.goal is not None]
    others = [one for one in measures if one.goal is None]
    parts = [
        ["# All comparisons, measured"],
        [introduction(found)],
        [verdict(measures)],
        *failures(found),
        ["## Goals"],
        table(aimed),
        [HOW_TO_READ],
        *shortfalls(aimed),
        *profiles(),
        *not_measured(measures),
        ["## Without a goal"],
        table(others),
        *growth_section(found["growth"]),
        ["## The machine"],
        machine(found),
        ["## Measure your own"],
        REPRODUCE,
    ]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


HOW_TO_READ = (
    "A ratio is taken in every round, in which all take turns; what stands in the table is the"
    " median, with the lowest and the highest round in brackets. “20 × ours” is a peer that costs"
    " twenty times as much as Steelyard; “1.1 × theirs” is Steelyard at a tenth more than the peer."
    " A goal without a peer is a limit of our own value. CPU is user and system time of a process."
    " That all give the same answers is checked before anything is timed. In the runner's lines the"
    " peers ask fewer cases than ours, because they take long, so that what they do once weighs"
    " more in their cost per case."
)
REPRODUCE = [
    "```",
    "pip install 'steelyard[bench,ray,server,test]'",
    "python -m benchmarks --quick    # minutes, on less data; written to build/benchmarks/",
    "python -m benchmarks            # everything, as above",
    "python -m benchmarks NAME       # one of them, with options of its own: --help",
    "```",
]


def introduction(found: dict[str, Any]) -> str:
    """Return how the page was made, and what to take from it."""
    said = (
        f"Made by `{found['command']}` on {found['date']}; the numbers are in"
        f" [`{WHERE}`](../../{WHERE}). Everything was measured in one run, one comparison after the"
        f" other: read the ratios, not the seconds. When it began, {found['machine'][WAITING]}"
        f" processes wanted one of {found['machine']['cores']} cores; what is measured by the clock"
        " (throughput, seconds, pages) suffers from that, CPU less so."
    )
    for name, result in found["comparisons"].items():
        if "again" in result:
            said += (
                f" The lines of *{name}* were measured again on {result['again']}, when"
                f" {result[WAITING]} processes wanted a core."
            )
    if found["quick"]:
        said += (
            " **This was a quick run**: on less data fixed costs weigh more, so “short” is no"
            " verdict here; the goals are for the full sizes."
        )
    return said


def verdict(measures: list[Measure]) -> str:
    """Return how many goals were reached."""
    counts = {name: sum(one.outcome == name for one in measures) for name in (MET, SHORT)}
    missing = sum(one.outcome == NOT_MEASURED for one in measures)
    goals = counts[MET] + counts[SHORT]
    said = f"{goals} goals were measured: {counts[MET]} met, {counts[SHORT]} short."
    return said + (f" {missing} lines could not be measured." if missing else "")


def failures(found: dict[str, Any]) -> Iterator[list[str]]:
    """Yield a sentence for every comparison that ended without numbers."""
    for name, result in found["comparisons"].items():
        if result["failed"]:
            yield [f"**`{name}` failed**: {result['failed']}. Its lines are missing below."]


def shortfalls(measures: list[Measure]) -> Iterator[list[str]]:
    """Yield a table of the goals that were not reached, with the reason and the next step."""
    short = [one for one in measures if one.outcome == SHORT]
    if not short:
        return
    yield ["## Short of the goal"]
    rows = ["| what | measured | goal | why | next |", "|---|---|---|---|---|"]
    for one in short:
        known = explain(one.id)
        assert one.judged is not None
        assert one.goal is not None
        what = f"{one.name}, against {one.peer}" if one.peer else one.name
        cells = (what, number(one.judged.median), limit(one.goal), known.why, known.next_step)
        rows.append("| " + " | ".join(cells) + " |")
    yield rows


def profiles() -> Iterator[list[str]]:
    """Yield where the time of the slowest goes, as last profiled."""
    path = ROOT / "benchmarks" / "results" / "profiles.json"
    if path.exists():
        yield ["## Where the time goes"]
        yield [
            "Profiles by `python -m benchmarks profiles`: shares of the time, of asking by whose"
            " code it is, of retrieval by the file in `src/steelyard/retrieval/`."
        ]
        found = json.loads(path.read_text("utf-8"))
        yield [f"- {name}: {said(parts)}" for name, parts in found.items()]


def said(parts: dict[str, float]) -> str:
    """Return shares as a sentence."""
    return ", ".join(f"{name} {share:.0%}" for name, share in parts.items())


def not_measured(measures: list[Measure]) -> Iterator[list[str]]:
    """Yield a list of what could not be measured, and why."""
    missing = [one for one in measures if one.outcome == NOT_MEASURED]
    if missing:
        yield ["## Not measured"]
        yield [f"- {one.name}{_against(one)}: {one.missing}" for one in missing]


def machine(found: dict[str, Any]) -> list[str]:
    """Return the table of the machine and of everybody's version."""
    facts = {**found["machine"], **found["packages"]}
    return ["| | |", "|---|---|", *(f"| {name} | {fact} |" for name, fact in facts.items())]


def _against(measure: Measure) -> str:
    return f", against {measure.peer}" if measure.peer else ""

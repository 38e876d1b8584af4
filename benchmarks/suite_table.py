"""Measures as rows of a Markdown table, for the terminal and the page."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.record import MET, NO_GOAL, NOT_MEASURED, SHORT, TIMES_OURS, Goal, Measure, Spread

HEAD = (
    "| what | against | ours | theirs | ratio (lowest–highest round) | goal | |",
    "|---|---|---|---|---|---|---|",
)
SAID = {MET: "met", SHORT: "**short**", NO_GOAL: "", NOT_MEASURED: "not measured"}


def table(measures: Sequence[Measure]) -> list[str]:
    """Return the table."""
    return [*HEAD, *map(row, measures)]


def row(measure: Measure) -> str:
    """Return one row."""
    cells = (
        measure.name,
        f"{measure.peer} {measure.peer_version}".strip(),
        value(measure.ours, measure.unit, spread=not measure.peer),
        value(measure.theirs, measure.unit),
        measure.missing or ratio(measure),
        goal(measure),
        SAID[measure.outcome],
    )
    return "| " + " | ".join(cells) + " |"


def value(found: Spread | None, unit: str, *, spread: bool = False) -> str:
    """Return a median with its unit, and with its lowest and highest round if wanted."""
    if found is None:
        return ""
    said = f"{number(found.median)} {unit}"
    return f"{said} {_between(found)}".strip() if spread else said


def ratio(measure: Measure) -> str:
    """Return the ratio, which way round it is, and its spread."""
    if measure.ratio is None:
        return ""
    side = "ours" if measure.ratio_of == TIMES_OURS else "theirs"
    return f"{number(measure.ratio.median)} × {side} {_between(measure.ratio)}".strip()


def goal(measure: Measure) -> str:
    """Return the goal of a ratio, or of our own value where there is no peer."""
    if measure.goal is None:
        return ""
    return f"{limit(measure.goal)} {'×' if measure.peer else measure.unit}"


def limit(aim: Goal) -> str:
    """Return a goal as a limit."""
    return f"{'≥' if aim.at_least else '≤'} {aim.number:g}"


def number(found: float) -> str:
    """Return a number with about three figures."""
    size = abs(found)
    if size >= 100:
        return f"{found:,.0f}"
    if size >= 10:
        return f"{found:.1f}"
    return f"{found:.2f}" if size >= 1 else f"{found:.3g}"


def _between(found: Spread) -> str:
    if found.low == found.high:
        return ""
    return f"({number(found.low)}–{number(found.high)})"

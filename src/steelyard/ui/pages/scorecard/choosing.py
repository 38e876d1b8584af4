"""Which runs, and which part of the scorecard: asked by what compares runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.library.papers import RunChoice
from steelyard.server.tasks.choosing import told_apart
from steelyard.ui.components import Field, label, panel, skeleton
from steelyard.ui.pages.scorecard.writing import Writing

MOST = 30
_FIRST = 3  # as many as weights from their spread need
WHOLE = "*"  # every indicator of the tree


def runs_field(writing: Writing) -> Field:
    """Return the field that asks for runs; the newest are chosen at first."""
    offered = writing.runs[:MOST]
    options = run_options(offered)
    first = [one.id for one in offered[:_FIRST]]
    return Field("runs", t("ui_scorecards.runs"), "many", first, options=options, wide=True)


def run_options(runs: Sequence[RunChoice]) -> list[tuple[str, str]]:
    """Return runs to choose from, each with a name of its own."""
    return [(one.id, name) for one, name in zip(runs, told_apart(runs), strict=True)]


@contextmanager
def waiting(place: ui.element) -> Iterator[None]:
    """Hold the place of what is being found: every run is weighed anew, which takes its time."""
    place.clear()
    with place, panel():
        label(t("ui_scorecards.weighing"), "sy-quiet", tag="p")
        skeleton(5)
    try:
        yield
    finally:
        place.clear()


def node_field(writing: Writing, *, whole: bool) -> Field:
    """Return the field that asks for a part with others below it."""
    options = [
        (one.place or "-", f"{'　' * one.depth}{one.name}")
        for one in writing.draft.nodes()
        if one.branch and "o" not in one.place.split(".")
    ]
    if whole:
        options.insert(0, (WHOLE, t("ui_scorecards.all_indicators")))
    first = options[0][0] if options else ""
    return Field("node", t("ui_scorecards.parts_of"), "select", first, options=options)


def place_of_option(value: str) -> str:
    """Return the place that an option of `node_field` means."""
    return "" if value == "-" else value

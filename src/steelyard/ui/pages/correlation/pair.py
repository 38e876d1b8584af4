"""Two measures beside each other: every coefficient, and the cases at their ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from nicegui import ui

from steelyard.analysis.correlation import Coefficient, Measure, Pair
from steelyard.i18n import pick, t
from steelyard.report.numbers import coefficient_text, count_text
from steelyard.server.db.tables import Run
from steelyard.ui.components import Column, DataTable, Row, badge, icon_action, label, link, row
from steelyard.ui.visit import Visit

_KINDS = ("spearman", "kendall", "point_biserial", "partial", "within")


def show_pair(two: tuple[Measure, Measure], pair: Pair, close: Callable[[], Any]) -> None:
    """Show how two measures go together."""
    with row():
        label(" × ".join(pick(one.name) for one in two), "sy-wrap", tag="h2")
        ui.element("div").classes("sy-grow")
        icon_action(t("ui.close"), "close", close)
    if pair.structural is not None:
        label(pick(pair.structural), "sy-caution sy-wrap", tag="p")
    else:
        sure = pair.evidence == "established"
        with row():
            badge(
                t(f"ui_analysis.established_{'yes' if sure else 'no'}"), "good" if sure else "idle"
            )
    columns = [
        Column("name", t("ui_analysis.measures")),
        Column("value", t("report.value"), "number"),
        Column("n", "n", "number"),
        Column("why", t("report.notes")),
    ]
    rows = [
        Row(kind, [t(f"tables.{kind}"), *_cells(found)])
        for kind in _KINDS
        if (found := getattr(pair, kind)) is not None
    ]
    DataTable(t("ui_analysis.pair"), columns).show(rows)


def links_to_cases(visit: Visit, run: Run, measures: Sequence[Measure]) -> None:
    """Show links to the samples of a run, sorted by each of these measures."""
    if not measures:
        return
    label(t("ui_analysis.to_cases_hint"), "sy-quiet sy-small", tag="p")
    with row("sy-row-wrap"):
        for one in measures:
            there = visit.url("runs", run.id, "cases", condition="plain", sort=f"-{one.id}")
            link(pick(one.name), there, "sy-badge sy-badge-accent")


def _cells(found: Coefficient) -> list[str | None]:
    value = coefficient_text(found.value)
    if found.ci_low is not None and found.ci_high is not None:
        value += f" [{coefficient_text(found.ci_low)}, {coefficient_text(found.ci_high)}]"
    return [value, count_text(found.n), None if found.reason is None else pick(found.reason)]

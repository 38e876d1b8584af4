"""Scenes against the stages of a mission: where the loop breaks."""

from __future__ import annotations

from nicegui import ui

from steelyard.i18n import pick, t
from steelyard.report import RunReport, outline
from steelyard.report.numbers import count_text
from steelyard.report.sources import indicators_source
from steelyard.server.db.tables import Run
from steelyard.ui.components import Column, DataTable, Row, csv_action, empty, grid, panel
from steelyard.ui.pages.indicator_lines import indicator_kpi, indicator_table, value_cell
from steelyard.ui.pages.run.places import source_note
from steelyard.ui.visit import Visit

_STAGES = ("ops.observe", "ops.orient", "ops.decide", "ops.act")
_COLUMNS = ("ops.effectiveness", "ops.objectives", *_STAGES, "ops.timeliness", "ops.compliance",
            "ops.resource")  # fmt: skip


def show_stages(visit: Visit, run: Run, report: RunReport) -> None:
    """Show the four stages of all missions, then scene by scene."""
    with grid():
        for id_ in _STAGES:
            indicator_kpi(report, id_)
        for column in ("scene", "domain"):
            _groups(visit, run, report, column)
        indicator_table(report, ("ops",), t("ui_analysis.indicators"))


def _groups(visit: Visit, run: Run, report: RunReport, column: str) -> None:
    groups = report.breakdowns.get(column) or ()
    there = [id_ for id_ in _COLUMNS if any(id_ in group.indicators for group in groups)]
    heading = pick(outline.column_words(column))
    if not there:
        if column == "scene":
            named = "scene" in report.generalisation.places
            with panel(heading):
                empty(t("ui_analysis.no_scene_breakdown" if named else "ui_analysis.no_scenes"))
        return
    names = {id_: pick(group.indicators[id_].name) for group in groups for id_ in there
             if id_ in group.indicators}  # fmt: skip
    columns = [
        Column("group", t("report.group")),
        Column("n", "n", "number"),
        *(Column(id_, names[id_], "interval") for id_ in there),
    ]
    rows = [
        Row(
            str(n),
            [
                pick(outline.group_words(group.group)),
                count_text(group.n),
                *(
                    value_cell(group.indicators[id_], sourced=True)
                    if id_ in group.indicators
                    else None
                    for id_ in there
                ),
            ],
        )
        for n, group in enumerate(groups)
    ]

    def look(key: str) -> None:
        group = groups[int(key)].group
        if group is not None:
            ui.navigate.to(visit.url("runs", run.id, "cases", **{column: group}))

    with panel(heading, flush=True) as corner:
        with corner:
            csv_action(column, [c.label for c in columns], [row.cells for row in rows])
        with ui.element("div").classes("sy-scroll"):
            DataTable(heading, columns, on_open=look).show(rows)
        shown = [group.indicators[id_] for group in groups for id_ in there
                 if id_ in group.indicators]  # fmt: skip
        source_note(indicators_source(shown))

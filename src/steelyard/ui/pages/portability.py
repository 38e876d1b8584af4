"""Portability 可移植性: where else the agent comes to run, and what is left of it there."""

from __future__ import annotations

from nicegui import ui

from steelyard.analysis.conditions import Conditions, Requirement
from steelyard.i18n import pick, t
from steelyard.report import RunReport
from steelyard.report import conditions as said
from steelyard.report.figures.environments import environments
from steelyard.report.numbers import count_text, duration_text, significant, value_text
from steelyard.server.db.tables import Run
from steelyard.server.tasks.shape import has_environments
from steelyard.ui.components import (
    Column,
    DataTable,
    Row,
    csv_action,
    empty,
    figure,
    grid,
    label,
    panel,
    raw,
)
from steelyard.ui.page import Page
from steelyard.ui.pages import examples
from steelyard.ui.pages.choosing import page_of_run
from steelyard.ui.pages.indicator_lines import indicator_kpi, indicator_table
from steelyard.ui.pages.run.places import rate_cell, rate_text
from steelyard.ui.visit import Visit

_HEADLINES = (
    "port.deploy_success",
    "port.retention",
    "port.compat_issues",
    "port.checklist_coverage",
)
_STATES = {"pass": ("✓", "good"), "fail": ("✗", "bad"), "unknown": ("?", "warn")}


async def build(visit: Visit) -> None:
    """Show one run."""
    heading, intro = t("ui_analysis.portability"), t("ui_analysis.portability_intro")
    await page_of_run(visit, "portability", heading, intro, _fill, fits=has_environments)


async def _fill(visit: Visit, run: Run, report: RunReport) -> None:
    found = report.conditions
    if found is None or not found.environments:
        again = visit.url("tasks", "new", run=run.id)
        empty(t("ui_analysis.no_environments"), [(t("ui_runs.repeat"), again)])
        raw(examples.ENVIRONMENTS)
        with grid():
            indicator_table(report, ("port",), t("ui_analysis.indicators"))
        return
    drawn = await visit.work(visit.role, lambda: environments(report))
    with grid():
        for id_ in _HEADLINES:
            indicator_kpi(report, id_)
        if drawn is not None:
            figure(drawn)
        _environments(visit, run, found)
        _checklist(found)
        indicator_table(report, ("port",), t("ui_analysis.indicators"))


def _environments(visit: Visit, run: Run, found: Conditions) -> None:
    columns = [
        Column("name", t("report.environment")),
        Column("deployed", t("report.deployed"), "status"),
        Column("seconds", t("ui_analysis.deploy_time"), "number"),
        Column("issues", t("report.issues"), "number"),
        Column("checklist", t("report.checklist")),
        Column("n", "n", "number"),
        Column("success", t("report.under_it"), "interval"),
        Column("plain", t("report.plainly"), "number"),
        Column("kept", t("report.kept")),
        Column("cost", t("ui_analysis.adaptation"), "number"),
        Column("broke", t("ui_analysis.broke")),
    ]
    rows = []
    for one in found.environments:
        tone = "bad" if one.deployed is False else "good"
        rows.append(
            Row(
                one.name,
                [
                    one.name[:80],
                    (pick(said.deployed_words(one)), tone, False),
                    None if one.seconds is None else duration_text(one.seconds),
                    count_text(one.compat_issues),
                    pick(said.checklist_words(one)),
                    count_text(one.asked),
                    rate_cell(one.success),
                    value_text(one.plain, "%"),
                    rate_text(one.kept),
                    None if one.adaptation_cost is None else significant(one.adaptation_cost),
                    pick(said.broke_words(one)) or None,
                ],
            )
        )

    def look(name: str) -> None:
        where = f"deployment_env = {name}"
        ui.navigate.to(visit.url("runs", run.id, "cases", condition="environment", where=where))

    with panel(t("report.table_environments"), flush=True) as corner:
        with corner:
            csv_action("environments", [c.label for c in columns], [row.cells for row in rows])
        with ui.element("div").classes("sy-scroll"):
            DataTable(t("report.table_environments"), columns, on_open=look).show(rows)


def _checklist(found: Conditions) -> None:
    """Show which requirement holds in which environment."""
    heading = t("generalisation.requirements")
    if not found.requirements:
        with panel(heading):
            label(t("ui_analysis.no_requirements"), "sy-quiet sy-wrap", tag="p")
            raw(examples.REQUIREMENTS)
        return
    names = list(dict.fromkeys(name for one in found.requirements for name in one.states))
    columns = [
        Column("key", t("generalisation.requirement"), "mono"),
        Column("critical", t("ui_analysis.criticality"), "badges"),
        *(Column(f"env{n}", name[:40], "status") for n, name in enumerate(names)),
    ]
    rows = [_requirement(one, names) for one in found.requirements]
    with panel(heading, flush=True) as corner:
        with corner:
            label(t("ui_analysis.checklist_hint"), "sy-quiet sy-small")
            csv_action("checklist", [c.label for c in columns], [row.cells for row in rows])
        with ui.element("div").classes("sy-scroll"):
            DataTable(heading, columns).show(rows)


def _requirement(one: Requirement, names: list[str]) -> Row:
    cells: list[object] = [one.key[:100], [(t("ui_analysis.critical"), "warn")] if one.critical
                           else None]  # fmt: skip
    for name in names:
        state = one.states.get(name)
        if state is None:
            cells.append(None)
            continue
        mark, tone = _STATES.get(state, ("?", "warn"))
        words = t(f"ui_analysis.check_{state}") if state in _STATES else state[:20]
        value = one.found.get(name)
        text = f"{mark} {words}" if value is None else f"{mark} {value[:40]}"
        cells.append((text, tone, False))
    return Row(one.key, cells)


PAGE = Page(
    "/p/{project}/portability",
    "ui_analysis.portability",
    build,
    icon="move_down",
    group="analyse",
)

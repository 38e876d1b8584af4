"""Operational capability 能力评估: missions by stage and scene, effectiveness taken apart."""

from __future__ import annotations

from nicegui import ui

from steelyard.analysis.operations import STATES, Decomposition
from steelyard.i18n import pick, t
from steelyard.report import RunReport, beside
from steelyard.report.numbers import count_text, interval_text, is_proportion, value_text
from steelyard.report.sources import column_source
from steelyard.report.wording import words
from steelyard.server.db.tables import Run
from steelyard.server.tasks.missions import has_missions
from steelyard.ui.components import (
    Column,
    DataTable,
    Row,
    Section,
    csv_action,
    grid,
    label,
    panel,
    sections,
)
from steelyard.ui.page import Page
from steelyard.ui.pages.capability import missions, stages, template
from steelyard.ui.pages.choosing import page_of_run, results_reader
from steelyard.ui.pages.indicator_lines import indicator_kpi
from steelyard.ui.pages.run.places import source_note
from steelyard.ui.visit import Visit

_HEADLINES = ("ops.effectiveness", "ops.objectives", "ops.ooda", "ops.veto_rate")


async def build(visit: Visit) -> None:
    """Show one run."""
    heading, intro = t("ui_analysis.capability"), t("ui_analysis.capability_intro")
    await page_of_run(visit, "capability", heading, intro, _fill, fits=has_missions)


async def _fill(visit: Visit, run: Run, report: RunReport) -> None:
    reader = await results_reader(visit, run)
    there = await visit.work(visit.role, lambda: reader.read(has_missions))

    async def overview() -> None:
        _overview(report)

    async def by_stage() -> None:
        stages.show_stages(visit, run, report)

    async def listed() -> None:
        source_note(words("source_line", source=column_source(report, "ops_effectiveness")))
        await missions.show_missions(visit, run, reader)

    async def templates() -> None:
        template.show_template(visit)

    parts = {"templates": Section(t("ui_analysis.templates"), templates)}
    if there:
        parts = {
            "overview": Section(t("ui_runs.overview"), overview),
            "stages": Section(t("ui_analysis.stages"), by_stage),
            "missions": Section(t("ui_analysis.missions"), listed),
            **parts,
        }
    else:
        label(t("ui_analysis.no_missions", run=run.name[:80]), "sy-caution", tag="p")
    await sections(parts, {**visit.query, "run": run.id})


def _overview(report: RunReport) -> None:
    with grid():
        for id_ in _HEADLINES:
            indicator_kpi(report, id_)
        _beside(report)
        adc = beside.adc_of(report)
        if adc is None:
            with panel(t("operations.adc")):
                label(t("ui_analysis.no_adc"), "sy-quiet sy-wrap", tag="p")
        else:
            _adc(report, adc)


def _beside(report: RunReport) -> None:
    """Show what stands beside the score, requirements one by one."""
    lines = beside.panel_lines(report)
    if not lines:
        return
    columns = [
        Column("name", t("report.indicator")),
        Column("value", t("report.value"), "interval"),
        Column("n", "n", "number"),
        Column("why", t("report.notes")),
    ]
    rows = []
    for n, one in enumerate(lines):
        cell = None
        if one.value is not None:
            reach = interval_text(one.ci_low, one.ci_high, one.unit)
            text = f"{value_text(one.value, one.unit)} {reach}".strip()
            share = is_proportion(one.unit)
            cell = (text, one.value, one.ci_low, one.ci_high) if share else (text, None, None, None)
        n_text = None if one.value is None else count_text(one.n)
        cells = [pick(one.name), cell, n_text, pick(one.why) or None]
        rows.append(Row(str(n), cells, one.depth))
    with panel(t("operations.panel"), flush=True) as corner:
        with corner:
            label(t("operations.panel_hint"), "sy-quiet sy-small")
            csv_action("panel", [c.label for c in columns], [row.cells for row in rows])
        with ui.element("div").classes("sy-scroll"):
            DataTable(t("operations.panel"), columns).show(rows)
        source_note(beside.panel_source(report))


def _adc(report: RunReport, adc: Decomposition) -> None:
    """Show availability, dependability and capability, state by state."""
    heads = [pick(one) for one in beside.end_headings()]
    columns = [
        Column("start", t("operations.start")),
        Column("available", t("operations.available"), "progress"),
        *(Column(f"end{n}", head, "progress") for n, head in enumerate(heads)),
        Column("n", t("operations.runs"), "number"),
    ]
    nowhere: tuple[float | None, ...] = (None,) * len(STATES)
    rows = [
        Row(
            one.state,
            [
                pick(beside.state_words(one.state)),
                _share(one.available),
                *map(_share, one.ends or nowhere),
                count_text(one.n),
            ],
        )
        for one in adc.starts
    ]
    for key, shares in (("end_states", adc.ends or nowhere), ("capability", adc.capability)):
        rows.append(Row(key, [t(f"operations.{key}"), None, *map(_share, shares), None]))
    with panel(t("operations.adc"), flush=True) as corner:
        with corner:
            label(t("operations.adc_hint"), "sy-quiet sy-small")
            csv_action("adc", [c.label for c in columns], [row.cells for row in rows])
        DataTable(t("operations.adc"), columns).show(rows)
        label(pick(beside.adc_words(adc)), "sy-panel-text sy-wrap", tag="p")
        source_note(beside.adc_source(report))


def _share(value: float | None) -> tuple[str, float] | None:
    return None if value is None else (value_text(value, "%"), value)


PAGE = Page(
    "/p/{project}/capability",
    "ui_analysis.capability",
    build,
    icon="military_tech",
    group="analyse",
)

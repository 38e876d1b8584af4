"""Generalisation 通用化分析: other scenarios, other domains, perturbed inputs, load and faults."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from steelyard.i18n import pick, t
from steelyard.model import Words
from steelyard.report import RunReport
from steelyard.report.figures.faults import faults
from steelyard.report.figures.figure import Figure
from steelyard.report.figures.load import load
from steelyard.report.figures.perturbations import perturbations, severity
from steelyard.report.figures.scenes import domains, scenes
from steelyard.report.outline import group_words
from steelyard.report.scene_sentences import scene_sentences
from steelyard.server.db.tables import Run
from steelyard.server.tasks.shape import has_conditions
from steelyard.ui.components import (
    Section,
    column,
    empty,
    figure,
    grid,
    label,
    panel,
    raw,
    sections,
)
from steelyard.ui.page import Page
from steelyard.ui.pages import examples
from steelyard.ui.pages.choosing import page_of_run
from steelyard.ui.pages.generalisation import lines
from steelyard.ui.pages.indicator_lines import indicator_kpi, indicator_table
from steelyard.ui.pages.run import places
from steelyard.ui.visit import Visit

_SCENES = ("adapt.train_completion", "adapt.scene_gap", "adapt.unknown_completion",
           "adapt.worst_scene")  # fmt: skip
_DISTURBED = ("robust.perturb_retention", "robust.perturb_flip_rate", "robust.perturb_worst_case",
              "robust.directional")  # fmt: skip
_LOADED = ("robust.concurrency_stability", "robust.load_recovery", "robust.fault_tolerance",
           "robust.env_tolerance")  # fmt: skip


async def build(visit: Visit) -> None:
    """Show one run."""
    heading, intro = t("ui_analysis.generalisation"), t("ui_analysis.generalisation_intro")
    await page_of_run(visit, "generalisation", heading, intro, _fill, fits=has_conditions)


async def _fill(visit: Visit, run: Run, report: RunReport) -> None:
    async def of_scenes() -> None:
        await _scenes(visit, run, report)

    async def disturbed() -> None:
        await _disturbed(visit, run, report)

    async def loaded() -> None:
        await _loaded(visit, run, report)

    async def every() -> None:
        indicator_table(report, ("adapt", "robust"), t("ui_analysis.indicators"))

    parts = {
        "scenes": Section(t("ui_analysis.scenes"), of_scenes),
        "perturbations": Section(t("ui_analysis.perturbations"), disturbed),
        "load": Section(t("ui_analysis.load"), loaded),
        "indicators": Section(t("ui_analysis.indicators"), every),
    }
    await sections(parts, {**visit.query, "run": run.id})


async def _scenes(visit: Visit, run: Run, report: RunReport) -> None:
    drawn = await visit.work(visit.role, lambda: [scenes(report), domains(report)])
    with grid():
        for id_ in _SCENES:
            indicator_kpi(report, id_)
        with column("sy-span-7 sy-sections"):
            if drawn[0] is not None:
                figure(drawn[0], on_pick=_to_cases(visit, run, report, "scene", drawn[0]))
        with column("sy-span-5 sy-sections"):
            if said := scene_sentences(report.generalisation):
                with panel(t("ui_analysis.beyond")):
                    for sentence in said:
                        label(pick(sentence), "sy-wrap", tag="p")
            if drawn[1] is not None:
                figure(drawn[1], on_pick=_to_cases(visit, run, report, "domain", drawn[1]))
    await places.fill(visit, run, report)


async def _disturbed(visit: Visit, run: Run, report: RunReport) -> None:
    found = report.conditions
    if found is None or not found.kinds:
        _teach(visit, run, "no_perturbations", examples.PERTURBATIONS)
        return
    drawn = await visit.work(visit.role, lambda: [perturbations(report), severity(report)])
    with grid():
        for id_ in _DISTURBED:
            indicator_kpi(report, id_)
        _figures(drawn)
        lines.kinds_table(visit, run, found)


async def _loaded(visit: Visit, run: Run, report: RunReport) -> None:
    found = report.conditions
    if found is None or not (found.phases or found.faults):
        _teach(visit, run, "no_load", examples.LOAD)
        return
    drawn = await visit.work(visit.role, lambda: [load(report), faults(report)])
    with grid():
        for id_ in _LOADED:
            indicator_kpi(report, id_)
        _figures(drawn)
        lines.phases_table(visit, run, found)
        lines.faults_table(visit, run, found)


def _to_cases(
    visit: Visit, run: Run, report: RunReport, of: str, drawn: Figure
) -> Callable[[object, object], None]:
    """Return what opens the samples of the place that was clicked."""
    known = {
        pick(group_words(place.name)): place.name for place in report.generalisation.places[of]
    }

    def look(_x: object, y: object) -> None:
        at = int(y) if isinstance(y, int | float) else -1
        if not 0 <= at < len(drawn.table.rows):
            return
        said = drawn.table.rows[at][0]
        name = known.get(pick(said) if isinstance(said, Words) else str(said))
        if name is not None:
            ui.navigate.to(visit.url("runs", run.id, "cases", **{of: name}))

    return look


def _figures(drawn: list[Figure | None]) -> None:
    shown = [one for one in drawn if one is not None]
    for one in shown:
        figure(one, span=6 if len(shown) > 1 else 12)


def _teach(visit: Visit, run: Run, what: str, example: str) -> None:
    """Say what the plan lacks, with an example of it, and where to write it."""
    again = visit.url("tasks", "new", run=run.id)
    empty(t(f"ui_analysis.{what}"), [(t("ui_runs.repeat"), again)])
    raw(example)


PAGE = Page("/p/{project}/generalisation", "ui_analysis.generalisation", build,
            icon="travel_explore", group="analyse")  # fmt: skip

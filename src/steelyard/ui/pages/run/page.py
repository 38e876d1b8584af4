"""The result of a run: everything its report says, live, with what can be done about it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from nicegui import ui

from steelyard.i18n import t
from steelyard.report import RunReport
from steelyard.report.glance import Glance
from steelyard.server.db.tables import Run, Task
from steelyard.server.people.policy import Role
from steelyard.server.tasks import catalogue, runs
from steelyard.server.tasks.choosing import READY
from steelyard.server.tasks.reports import read_glance, read_report
from steelyard.server.tasks.states import ENDED
from steelyard.ui.components import badge, empty, label, link, row, skeleton, status, title
from steelyard.ui.components.sections import Section, sections
from steelyard.ui.page import Page
from steelyard.ui.pages.choosing import results_reader
from steelyard.ui.pages.run import conditions, method, outcomes, overview, places
from steelyard.ui.pages.run.actions import run_actions
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


async def build(visit: Visit, run: str) -> None:
    """Show one run."""
    found = await visit.ask(lambda session, _: runs.find_run(session, visit.here.id, run))
    made_of = await visit.ask(lambda session, _: _beside(session, found))
    with title(found.name, [(t("ui.runs"), visit.url("runs"))]):
        status(found.state)
        _gates(found)
        for tag in found.tags:
            badge(str(tag)[:60])
        ui.element("div").classes("sy-grow")
        run_actions(visit, found)
    _about(visit, found, made_of)
    place = ui.element("div").classes("sy-column sy-sections")
    if found.state not in READY:
        tasks = await visit.ask(lambda session, _: catalogue.tasks_of_run(session, found))
        with place:
            _say_why(visit, found, tasks)
        return
    folder = runs.folder(visit.settings, found)
    with place:
        skeleton(8)
    reader = await results_reader(visit, found)
    report = asyncio.create_task(visit.work(visit.role, lambda: read_report(folder)))
    first = await visit.work(visit.role, lambda: reader.read(read_glance))
    if place.is_deleted:
        report.cancel()
        return  # the visitor did not wait
    place.clear()
    with place:
        await _sections(visit, found, first, report)


async def _sections(visit: Visit, run: Run, first: Glance, report: asyncio.Task[RunReport]) -> None:
    """Show the tabs: the headline of the first one at once, the rest when the report is made."""

    def section(name: str, build: Callable[..., Awaitable[None]]) -> Section:
        async def fill() -> None:
            await build(visit, run, await asyncio.shield(report))

        return Section(name, fill)

    async def show_overview() -> None:
        await overview.fill(visit, run, first, report)

    parts = {
        "overview": Section(t("ui_runs.overview"), show_overview),
        "places": section(t("ui_runs.places"), places.fill),
    }
    if first.asked is not None:
        parts["conditions"] = section(t("ui_runs.conditions"), conditions.fill)
    parts["outcomes"] = section(t("ui_runs.outcomes"), outcomes.fill)
    parts["method"] = section(t("ui_runs.method"), method.fill)
    await sections(parts, visit.query)


def _beside(session: Session, run: Run) -> tuple[Run | None, list[Run]]:
    parent = None
    if run.parent_id is not None:
        parent = runs.find_run(session, run.project_id, run.parent_id)
    return parent, catalogue.runs_made_of(session, run)


def _say_why(visit: Visit, run: Run, tasks: list[Task]) -> None:
    """Say why there are no results, and where something can be done about it."""
    then = [(t("ui_runs.its_task"), visit.url("tasks", task.id)) for task in tasks[:1]]
    if tasks and tasks[0].state not in ENDED:
        empty(t("ui_runs.not_yet"), then)
        return
    if visit.may(Role.EVALUATOR):
        then.append((t("ui_runs.repeat"), visit.url("tasks", "new", run=run.id)))
    empty(t("ui_runs.broken_off_task" if tasks else "ui_runs.broken_off"), then)


def _gates(run: Run) -> None:
    failed = run.headline.get("gates_failed") or []
    if failed:
        badge(t("ui_runs.gates_failed", n=len(failed)), "bad", "; ".join(map(str, failed))[:400])
    elif run.headline.get("gates"):
        badge(t("ui_runs.gates_passed", n=run.headline["gates"]), "good")


def _about(visit: Visit, run: Run, made_of: tuple[Run | None, list[Run]]) -> None:
    parent, children = made_of
    with row("sy-row-wrap sy-quiet sy-small"):
        label(t("ui_runs.of_agent", agent=run.agent or "–", dataset=run.dataset or "–"))
        if parent is not None:
            label("·")
            link(t("ui_runs.made_of", name=parent.name), visit.url("runs", parent.id))
        for child in children[:3]:
            label("·")
            link(t("ui_runs.scored_again", name=child.name), visit.url("runs", child.id))


PAGE = Page("/p/{project}/runs/{run}", "ui.run", build, parent="/p/{project}/runs")

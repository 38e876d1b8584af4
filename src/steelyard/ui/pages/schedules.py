"""Schedules 定时任务: evaluations that are made anew again and again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from steelyard.i18n import t
from steelyard.report.numbers import NOTHING
from steelyard.server.db.tables import Schedule
from steelyard.server.people.policy import Actor, Role
from steelyard.server.tasks import catalogue, schedules
from steelyard.ui.components import (
    action,
    confirm,
    empty,
    facts,
    grid,
    label,
    moment,
    panel,
    row,
    title,
)
from steelyard.ui.page import Page
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from steelyard.server.tasks.catalogue import Parts


async def build(visit: Visit) -> None:
    """Show the schedules of the project."""
    found, parts = await visit.ask(lambda session, _: _read(session, visit.here.id))
    with title(t("ui.schedules"), [(t("ui.tasks"), visit.url("tasks"))]):
        ui.element("div").classes("sy-grow")
        if visit.may(Role.EVALUATOR):
            new = visit.url("tasks", "new")
            action(t("ui.new_task"), lambda: ui.navigate.to(new), icon="add", weight="primary")
    if not found:
        with panel():
            empty(t("ui_tasks.no_schedules"), [(t("ui.new_task"), visit.url("tasks", "new"))])
        return
    with grid():
        for one in found:
            _show(visit, one, parts[one.id])


def _read(session: Session, project_id: str) -> tuple[list[Schedule], dict[str, Parts]]:
    found = catalogue.list_schedules(session, project_id)
    return found, catalogue.named_parts(session, found)


def _show(visit: Visit, one: Schedule, parts: Parts) -> None:
    with panel(one.name, span=6) as corner:
        with corner:
            on = t("ui_tasks.schedule_on") if one.enabled else t("ui_tasks.schedule_off")
            label(on, "sy-badge sy-badge-good" if one.enabled else "sy-badge")
        facts(
            [
                (t("ui.agent"), parts.agent or NOTHING),
                (t("ui.dataset"), parts.dataset or NOTHING),
                (t("ui_tasks.cron"), one.cron),
                (t("ui_tasks.time_zone"), one.time_zone),
            ]
        )
        with row("sy-row-wrap"):
            label(t("ui_tasks.next_time"), "sy-quiet")
            moment(one.next_at if one.enabled else None)
            label(t("ui_tasks.last_time"), "sy-quiet")
            moment(one.last_at)
        if visit.may(Role.EVALUATOR):
            with row("sy-row-wrap"):
                action(t("ui_tasks.run_now"), lambda: _run(visit, one.id), icon="play_arrow")
                word = t("ui_tasks.switch_off") if one.enabled else t("ui_tasks.switch_on")
                action(word, lambda: _switch(visit, one.id, enabled=not one.enabled))
                action(t("ui_tasks.remove"), lambda: _remove(visit, one.id), weight="danger")


async def _run(visit: Visit, id_: str) -> None:
    def run(session: Session, actor: Actor) -> str:
        found = schedules.find_schedule(session, visit.here.id, id_)
        return schedules.run_now(session, actor, visit.settings, found).id

    task = await visit.act(Role.EVALUATOR, run)
    ui.navigate.to(visit.url("tasks", task))


async def _switch(visit: Visit, id_: str, *, enabled: bool) -> None:
    def switch(session: Session, actor: Actor) -> None:
        found = schedules.find_schedule(session, visit.here.id, id_)
        schedules.change_schedule(session, actor, visit.settings, found, {"enabled": enabled})

    await visit.act(Role.EVALUATOR, switch)
    ui.navigate.reload()


async def _remove(visit: Visit, id_: str) -> None:
    def remove(session: Session, actor: Actor) -> None:
        found = schedules.find_schedule(session, visit.here.id, id_)
        schedules.remove_schedule(session, actor, found)

    question, consequence = t("ui_tasks.unschedule_question"), t("ui_tasks.unschedule_consequence")
    if await confirm(question, consequence, t("ui_tasks.remove")):
        await visit.act(Role.EVALUATOR, remove)
        ui.navigate.reload()


PAGE = Page("/p/{project}/schedules", "ui.schedules", build, parent="/p/{project}/tasks")

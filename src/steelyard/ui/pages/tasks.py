"""Evaluation tasks 评估任务: the list, live."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from nicegui import ui

from steelyard.i18n import t
from steelyard.report.numbers import count_text
from steelyard.server.people.policy import Role
from steelyard.server.tasks import catalogue
from steelyard.ui.components import (
    Column,
    Listing,
    Nothing,
    Row,
    Slice,
    action,
    confirm,
    icon_action,
    panel,
    title,
)
from steelyard.ui.components.badge import state_word
from steelyard.ui.page import Page
from steelyard.ui.pages.runs import gates_cell, score_cell
from steelyard.ui.pages.task.actions import act_on
from steelyard.ui.pages.task.progress import state_cell, task_name
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_PAGE_SIZE = 50
_REFRESH_S = 2.0
_SHOWN_STATES = ("queued", "running", "paused", "finished", "failed", "stopped", "cancelled")
_MANY = (("pause", "pause"), ("resume", "play_arrow"), ("cancel", "block"), ("remove", "delete"))


async def build(visit: Visit) -> None:
    """Show the tasks of the project."""
    agents = await visit.ask(lambda session, _: catalogue.agents_in_use(session, visit.here.id))
    chosen: list[str] = []
    with title(t("ui.tasks")):
        ui.element("div").classes("sy-grow")
        action(t("ui.schedules"), lambda: ui.navigate.to(visit.url("schedules")), icon="schedule")
        if visit.may(Role.EVALUATOR):
            new = visit.url("tasks", "new")
            action(t("ui.new_task"), lambda: ui.navigate.to(new), icon="add", weight="primary")
    with panel(flush=True):
        listing = Listing(
            t("ui.tasks"),
            _columns(),
            lambda query, cursor: visit.ask(
                lambda session, _: _find(session, visit, query, cursor)
            ),
            query=visit.query,
            nothing=Nothing(
                t("ui.no_tasks"),
                [
                    (t("ui_tasks.add_agent"), visit.url("agents")),
                    (t("ui_tasks.add_data"), visit.url("data")),
                ],
            ),
            on_open=lambda id_: ui.navigate.to(visit.url("tasks", id_)),
            on_choose=(lambda keys: choose(keys)) if visit.may(Role.EVALUATOR) else None,
            filters={
                "state": {state: state_word(state) for state in _SHOWN_STATES},
                "agent": {name: name for name in agents[:200]},
                "gates": {one: t(f"ui_tasks.gates_{one}") for one in ("failed", "passed")},
            },
        )
    with listing.toolbar:
        buttons = [
            icon_action(t(f"ui_tasks.many_{verb}"), icon, lambda verb=verb: many(verb))
            for verb, icon in _MANY
        ]

    def choose(keys: list[str]) -> None:
        chosen[:] = keys
        listing.table.choose(keys)
        for button in buttons:
            button.set_visibility(bool(keys))

    async def many(verb: str) -> None:
        if verb in ("cancel", "remove"):
            question = t(f"ui_tasks.many_{verb}_question", n=len(chosen))
            consequence = t(
                "ui.cancel_consequence" if verb == "cancel" else "ui_tasks.remove_consequence"
            )
            if not await confirm(question, consequence, t(f"ui_tasks.many_{verb}")):
                return
        await act_on(visit, list(chosen), verb)
        choose([])
        await listing.refresh()

    choose([])
    await listing.refresh()
    ui.timer(_REFRESH_S, listing.refresh, immediate=False)


def _columns() -> list[Column]:
    return [
        Column("name", t("ui.name"), sortable=True),
        Column("state", t("ui.state"), "status"),
        Column("progress", t("ui.progress"), "progress"),
        Column("score", t("ui.score"), "interval", sortable=True),
        Column("gates", t("ui.gates"), "badges"),
        Column("agent", t("ui.agent")),
        Column("dataset", t("ui.dataset")),
        Column("created", t("ui.created"), "time", sortable=True),
    ]


def _find(session: Session, visit: Visit, query: Mapping[str, str], cursor: str | None) -> Slice:
    skip = int(cursor or 0)
    wish = catalogue.Wish(
        text=query.get("text", ""),
        state=query.get("state", ""),
        agent=query.get("agent", ""),
        gates=query.get("gates", ""),
        sort=query.get("sort") or "-created",
        skip=skip,
        limit=_PAGE_SIZE,
    )
    found = catalogue.list_tasks(session, visit.here.id, wish)
    return Slice.counted([_row(task) for task in found.items], skip, found.total)


def _row(task: catalogue.TaskSeen) -> Row:
    ended = task.state in ("finished", "stopped")
    name = task_name(task.name, task.kind)
    return Row(
        task.id,
        [
            name,
            state_cell(task.state, task.progress),
            progress_cell(task.progress),
            score_cell(task.headline) if ended else None,
            gates_cell(task.headline) if ended else None,
            task.agent,
            task.dataset,
            task.created_at.isoformat(),
        ],
    )


def progress_cell(progress: Mapping[str, Any]) -> tuple[str, float | None] | None:
    """Return how far a task is: `120 / 400` and its share."""
    done, total = progress.get("done"), progress.get("total")
    if not total:
        return None
    return f"{count_text(done or 0)} / {count_text(total)}", min(1.0, (done or 0) / total)


PAGE = Page("/p/{project}/tasks", "ui.tasks", build, icon="checklist", group="evaluate")

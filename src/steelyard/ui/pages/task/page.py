"""One task while it runs: how far it is, what fails, what happened, what can be done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import yaml
from nicegui import ui

from steelyard.i18n import t
from steelyard.report.told import retold
from steelyard.server.db.tables import Task, TaskEvent
from steelyard.server.people.policy import Role
from steelyard.server.tasks import manage
from steelyard.server.tasks.failing import Failure, read_failures
from steelyard.server.tasks.runs import find_run, folder
from steelyard.server.tasks.states import ENDED
from steelyard.ui.components import (
    Column,
    DataTable,
    Happening,
    Row,
    download_link,
    empty,
    grid,
    label,
    panel,
    problem,
    raw,
    row,
    status,
    table_action,
    timeline,
    title,
)
from steelyard.ui.components.badge import STATES, state_word
from steelyard.ui.page import Page
from steelyard.ui.pages.task.actions import task_actions
from steelyard.ui.pages.task.progress import gauges_of, task_name
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_EVERY_S = 1.0
_FAILURES = 50


async def build(visit: Visit, task: str) -> None:
    """Show one task."""
    await _Live(visit, task).build()


class _Live:
    """Parts that change in place while the task goes on."""

    def __init__(self, visit: Visit, task_id: str) -> None:
        self._visit, self._id = visit, task_id
        self._state = ""
        self._moves = -1
        self._failed = -1

    async def build(self) -> None:
        task, moves, failures = await self._visit.ask(lambda session, _: self._read(session))
        with title(task_name(task.name, task.kind), [(t("ui.tasks"), self._visit.url("tasks"))]):
            self._status = row()
            ui.element("div").classes("sy-grow")
            self._actions = row("sy-row-wrap")
        self._said = ui.element("div").classes("sy-column sy-nothing")
        with grid():
            self._gauges = gauges_of(task)
            with panel(t("ui_tasks.failing"), span=7, flush=True) as corner:
                self._failures = DataTable(t("ui_tasks.failing"), _columns())
                with corner:
                    self._save = table_action(self._failures)
                self._none = ui.element("div")
                with self._none:
                    empty(t("ui_tasks.none_failing"))
            with panel(t("ui.history"), span=5):
                self._history = ui.element("div").classes("sy-scroll")
            with panel(t("ui.plan")) as corner:
                with corner:
                    base = f"/api/v1/projects/{self._visit.here.id}/tasks/{task.id}/plan.yaml"
                    download_link(t("ui.export"), base)
                raw(yaml.safe_dump(_short(task.plan), allow_unicode=True, sort_keys=False))
        self._show(task, moves, failures)
        self._timer = ui.timer(_EVERY_S, self._again, active=task.state not in ENDED)

    async def refresh(self) -> None:
        """Ask again at once, and go on asking if there is a reason to."""
        await self._again()
        self._timer.active = self._state not in ENDED

    async def _again(self) -> None:
        task, moves, failures = await self._visit.ask(lambda session, _: self._read(session))
        self._show(task, moves, failures)
        if task.state in ENDED:
            self._timer.deactivate()

    def _read(self, session: Session) -> tuple[Task, list[TaskEvent], list[Failure]]:
        here = self._visit.here.id
        task = manage.find_task(session, here, self._id)
        failures: list[Failure] = []
        failed = task.progress.get("failed")
        if task.run_id is not None and failed and failed != self._failed:
            place = folder(self._visit.settings, find_run(session, here, task.run_id))
            failures = read_failures(place, _FAILURES)
        return task, manage.history(session, task), failures

    def _show(self, task: Task, moves: list[TaskEvent], failures: list[Failure]) -> None:
        self._gauges.show(task)
        if task.state != self._state:
            self._state = task.state
            self._show_state(task)
        if len(moves) != self._moves:
            self._moves = len(moves)
            self._history.clear()
            with self._history:
                timeline(_happening(one) for one in reversed(moves))
        if failures:
            self._failed = int(task.progress.get("failed") or 0)
            self._failures.show([_failure(n, one) for n, one in enumerate(failures)])
        self._failures.set_visibility(self._failed > 0)
        self._save.set_visibility(self._failed > 0)
        self._none.set_visibility(self._failed <= 0)

    def _show_state(self, task: Task) -> None:
        self._status.clear()
        with self._status:
            status(task.state)
        self._actions.clear()
        with self._actions:
            task_actions(self._visit, task, self.refresh)
        self._said.clear()
        with self._said:
            if task.error:
                problem(retold(task.error))
            if task.progress.get("stuck"):
                label(t("ui_tasks.stuck"), "sy-caution", tag="p")


def _columns() -> list[Column]:
    return [
        Column("row", t("ui_tasks.row"), "number"),
        Column("kind", t("ui_tasks.blame")),
        Column("text", t("report.error")),
        Column("attempts", t("ui_tasks.attempts"), "number"),
    ]


def _failure(number: int, one: Failure) -> Row:
    kind = t(f"report.blame_{one.kind}") if one.kind in ("agent", "infra") else None
    return Row(str(number), [str(one.row), kind, retold(one.text), str(one.attempts)])


def _happening(move: TaskEvent) -> Happening:
    tone, _ = STATES.get(move.after, ("idle", False))
    known = f"reason_{move.reason}" if move.reason.isidentifier() else ""
    reason = _reason(known) or move.reason
    said = f"{move.by} · {reason}" if reason else move.by
    return Happening(move.at, state_word(move.after), said, tone, plain=True)


def _reason(key: str) -> str:
    try:
        return t(f"tasks.{key}") if key else ""
    except KeyError:
        return ""


def _short(plan: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in plan.items() if value not in (None, [], {})}


PAGE = Page(
    "/p/{project}/tasks/{task}", "ui.task", build, role=Role.VIEWER, parent="/p/{project}/tasks"
)

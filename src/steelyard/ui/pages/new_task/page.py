"""New task: a form and the plan as YAML beside it; what is typed is kept as it is typed."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from nicegui import ui

from steelyard.errors import SteelyardError
from steelyard.i18n import t
from steelyard.server.people import projects
from steelyard.server.people.policy import Actor, Role
from steelyard.server.tasks import drafts, manage, runs, schedules, written
from steelyard.server.tasks.written import Checked, Choices
from steelyard.ui.components import (
    Field,
    action,
    ask_form,
    confirm,
    editor,
    grid,
    label,
    panel,
    problem,
    row,
    title,
)
from steelyard.ui.errors import problem_text
from steelyard.ui.page import Page
from steelyard.ui.pages.new_task.draft import Draft
from steelyard.ui.pages.new_task.estimate import show_estimate
from steelyard.ui.pages.new_task.form import PlanForm
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_PAUSE_S = 0.6  # without a change before the plan is kept and checked


async def build(visit: Visit) -> None:
    """Show the plan that is being written."""
    text, choices = await visit.ask(lambda session, actor: _begin(session, actor, visit))
    await _Writing(visit, Draft(text), choices).build()


class _Writing:
    """The draft, the form, the editor and the estimate of one visitor."""

    def __init__(self, visit: Visit, draft: Draft, choices: Choices) -> None:
        self._visit, self._draft = visit, draft
        self._form = PlanForm(visit, draft, choices, self._from_form)
        self._turn = 0
        self._priority = 0
        self._in_order = False

    async def build(self) -> None:
        visit = self._visit
        with title(t("ui.new_task"), [(t("ui.tasks"), visit.url("tasks"))]):
            self._kept = label("", "sy-quiet sy-small")
            self._kept.props["aria-live"] = "polite"
            ui.element("div").classes("sy-grow")
            action(t("ui_tasks.start_over"), self._start_over, icon="restart_alt", weight="plain")
            self._schedule = action(t("ui_tasks.schedule"), self._schedule_it, icon="schedule")
            self._queue = action(
                t("ui_tasks.queue"), self._queue_it, icon="play_arrow", weight="primary"
            )
        with grid():
            with panel(span=7):
                self._form.build()
            with ui.element("div").classes("sy-span-5 sy-column sy-sticky sy-sections"):
                with panel(t("ui_tasks.check")):
                    self._estimate = ui.element("div").classes("sy-column")
                with panel(t("ui_tasks.plan_yaml")):
                    label(t("ui_tasks.plan_hint"), "sy-quiet sy-small", tag="p")
                    name = t("ui_tasks.plan_yaml")
                    self._editor = editor(self._draft.text, name, self._from_text, language="YAML")
                    self._editor.classes("sy-plan")
                    _priority(self)
        await self._check()

    def set_priority(self, value: Any) -> None:
        """Let it go before others, or after them."""
        self._priority = int(value or 0)

    async def _from_form(self) -> None:
        self._editor.set_value(self._draft.text)
        await self._changed()

    async def _from_text(self, text: str) -> None:
        if text == self._draft.text:
            return
        self._draft.write(text)
        self._form.refresh()
        await self._changed()

    async def _changed(self) -> None:
        """Keep and check, once nothing more comes for a moment."""
        self._turn = turn = self._turn + 1
        await asyncio.sleep(_PAUSE_S)
        if turn != self._turn or self._estimate.is_deleted:
            return
        text = self._draft.text
        await self._visit.act(
            Role.EVALUATOR,
            lambda session, actor: drafts.save_draft(session, actor, self._visit.here.id, text),
        )
        self._kept.clear()
        with self._kept:
            ui.label(t("ui_tasks.kept", at=f"{datetime.now(UTC):%H:%M:%S} UTC"))
        await self._check()

    async def _check(self) -> None:
        turn, text = self._turn, self._draft.text
        found: Checked | str
        if self._draft.problem is not None:
            found = self._draft.problem
        else:
            try:
                found = await self._visit.ask(lambda s, a: _check(s, a, self._visit, text))
            except SteelyardError as error:
                found = problem_text(error)
        if turn != self._turn or self._estimate.is_deleted:
            return  # something newer is on its way, or the page is gone
        self._in_order = isinstance(found, Checked)
        self._queue.set_enabled(self._in_order)
        self._schedule.set_enabled(self._in_order)
        self._estimate.clear()
        with self._estimate:
            if isinstance(found, Checked):
                show_estimate(found)
            else:
                problem(found)

    async def _queue_it(self) -> None:
        text, place = self._draft.text, manage.Place(priority=self._priority)
        self._queue.set_enabled(False)
        try:
            task = await self._visit.act(
                Role.EVALUATOR, lambda s, a: _create(s, a, self._visit, text, place)
            )
        finally:
            self._queue.set_enabled(self._in_order)
        ui.navigate.to(self._visit.url("tasks", task))

    async def _schedule_it(self) -> None:
        name = str(self._draft.get("name") or "")
        fields = [
            Field("name", t("ui.name"), value=name, required=True, wide=True),
            Field("cron", t("ui_tasks.cron"), value="0 2 * * *", required=True, mono=True,
                  hint=t("ui_tasks.cron_hint")),
            Field("time_zone", t("ui_tasks.time_zone"), value="Asia/Shanghai", required=True),
        ]  # fmt: skip

        async def send(values: dict[str, Any]) -> None:
            text = self._draft.text
            await self._visit.act(
                Role.EVALUATOR, lambda s, a: _plan(s, a, self._visit, text, values)
            )

        if await ask_form(t("ui_tasks.schedule_question"), fields, t("ui_tasks.schedule"), send):
            ui.navigate.to(self._visit.url("schedules"))

    async def _start_over(self) -> None:
        question, consequence = t("ui_tasks.over_question"), t("ui_tasks.over_consequence")
        if not await confirm(question, consequence, t("ui_tasks.start_over")):
            return
        here = self._visit.here.id
        await self._visit.act(
            Role.EVALUATOR, lambda session, actor: drafts.save_draft(session, actor, here, None)
        )
        ui.navigate.to(self._visit.url("tasks", "new"))
        ui.navigate.reload()


def _priority(writing: _Writing) -> None:
    with row():
        field = ui.number(t("ui_tasks.priority"), value=0, min=-100, max=100, step=1)
        field.on_value_change(lambda event: writing.set_priority(event.value))
        label(t("ui_tasks.priority_hint"), "sy-quiet sy-small")


def _begin(session: Session, actor: Actor, visit: Visit) -> tuple[str, Choices]:
    """Return where to begin: what is to be repeated, what was being written, or a first plan."""
    here, choices = visit.here.id, written.find_choices(session, visit.here.id)
    text = None
    if run := visit.query.get("run"):
        text = written.write_again_of_run(session, runs.find_run(session, here, run))
    elif task := visit.query.get("task"):
        text = written.write_again(session, manage.find_task(session, here, task))
    if text is None:
        text = drafts.load_draft(session, actor, here)
    if text is not None:
        return text, choices
    first = {
        "name": "evaluation",
        "agent": visit.query.get("agent") or next(iter(choices.agents), None),
        "dataset": visit.query.get("dataset") or next(iter(choices.datasets), None),
        "run": {"concurrency": 8},
    }
    return written.dump_plan({k: v for k, v in first.items() if v is not None}), choices


def _check(session: Session, actor: Actor, visit: Visit, text: str) -> Checked:
    project = projects.find_project(session, visit.here.id)
    return written.check_text(session, actor, visit.settings, project, text)


def _create(session: Session, actor: Actor, visit: Visit, text: str, place: manage.Place) -> str:
    project = projects.find_project(session, visit.here.id)
    wanted = written.read_wanted(session, project.id, text)
    task = manage.create_task(session, actor, visit.settings, project, wanted, place)
    drafts.save_draft(session, actor, project.id, None)
    return task.id


def _plan(session: Session, actor: Actor, visit: Visit, text: str, values: dict[str, Any]) -> None:
    project = projects.find_project(session, visit.here.id)
    wanted = written.read_wanted(session, project.id, text)
    task = {
        "plan": dict(wanted.plan),
        "agent_id": wanted.agent_id,
        "dataset_version_id": wanted.dataset_version_id,
    }
    fields = {name: values[name] for name in ("name", "cron", "time_zone")}
    schedules.create_schedule(session, actor, visit.settings, project, {**fields, "task": task})
    drafts.save_draft(session, actor, project.id, None)


PAGE = Page(
    "/p/{project}/tasks/new",
    "ui.new_task",
    build,
    role=Role.EVALUATOR,
    parent="/p/{project}/tasks",
)

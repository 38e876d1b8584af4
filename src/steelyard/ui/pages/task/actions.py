"""What can be done with a task, in the state it is in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.db.tables import Task
from steelyard.server.people.policy import Actor, Role
from steelyard.server.tasks import manage
from steelyard.server.tasks.states import ENDED, MOVES, State
from steelyard.ui.components import Field, action, ask_form, confirm
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_WITH_RESULT = (State.FINISHED, State.STOPPED)


def task_actions(visit: Visit, task: Task, again: Callable[[], Awaitable[None]]) -> None:
    """Show the buttons; the service decides anew when one is pressed."""
    state, id_ = State(task.state), task.id
    if task.run_id is not None and state in _WITH_RESULT:
        there = visit.url("runs", task.run_id)
        action(t("ui_tasks.open_result"), lambda: ui.navigate.to(there), icon="fact_check",
               weight="primary")  # fmt: skip
    if not visit.may(Role.EVALUATOR):
        return
    leads = MOVES[state]
    if State.PAUSING in leads or State.PAUSED in leads:
        action(t("ui.pause"), lambda: _act(visit, id_, "pause", again), icon="pause")
    if State.QUEUED in leads and state not in (State.STARTING, State.RUNNING):
        action(t("ui.resume"), lambda: _act(visit, id_, "resume", again), icon="play_arrow")
    if state == State.QUEUED:
        action(t("ui_tasks.priority"), lambda: _priority(visit, task, again), icon="low_priority")
    if state in ENDED:
        again_url = visit.url("tasks", "new", task=id_)
        action(t("ui_runs.repeat"), lambda: ui.navigate.to(again_url), icon="replay")
        action(t("ui_tasks.remove"), lambda: _remove(visit, id_), icon="delete", weight="plain")
    if State.CANCELLING in leads or State.CANCELLED in leads:
        action(t("ui.cancel"), lambda: _cancel(visit, id_, again), weight="danger")


async def _act(visit: Visit, id_: str, verb: str, again: Callable[[], Awaitable[None]]) -> None:
    await act_on(visit, [id_], verb)
    await again()


async def act_on(visit: Visit, ids: list[str], verb: str) -> None:
    """Do the same with some tasks of the project, all of them or none."""
    verbs: dict[str, Callable[[Session, Actor, str], object]] = {
        "pause": manage.pause_task,
        "resume": manage.resume_task,
        "cancel": manage.cancel_task,
        "remove": manage.remove_task,
    }

    def every(session: Session, actor: Actor) -> None:
        for id_ in ids:
            found = manage.find_task(session, visit.here.id, id_)
            verbs[verb](session, actor, found.id)

    await visit.act(Role.EVALUATOR, every)


async def _cancel(visit: Visit, id_: str, again: Callable[[], Awaitable[None]]) -> None:
    if await confirm(t("ui.cancel_question"), t("ui.cancel_consequence"), t("ui.cancel")):
        await _act(visit, id_, "cancel", again)


async def _remove(visit: Visit, id_: str) -> None:
    question, consequence = t("ui_tasks.remove_question"), t("ui_tasks.remove_consequence")
    if await confirm(question, consequence, t("ui_tasks.remove")):
        await act_on(visit, [id_], "remove")
        ui.navigate.to(visit.url("tasks"))


async def _priority(visit: Visit, task: Task, again: Callable[[], Awaitable[None]]) -> None:
    async def send(values: dict[str, object]) -> None:
        number = int(float(str(values["priority"] or 0)))
        await visit.act(Role.EVALUATOR, lambda s, a: manage.set_priority(s, a, task.id, number))

    fields = [
        Field("priority", t("ui_tasks.priority"), "number", str(task.priority),
              hint=t("ui_tasks.priority_hint"), wide=True)
    ]  # fmt: skip
    if await ask_form(t("ui_tasks.priority"), fields, t("ui_runs.save"), send):
        await again()

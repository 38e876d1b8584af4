"""Tasks: queue evaluations, watch them, pause, resume and end them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, Self

import yaml
from fastapi import Depends, Query, Response
from pydantic import BaseModel, Field

from steelyard.api.files import file_of
from steelyard.api.guard import needs
from steelyard.api.match import IfMatch, refuse_stale, tagged
from steelyard.api.once import Repeatable
from steelyard.api.paging import Page, Paging, page_of, paging, part_of
from steelyard.api.route import Router
from steelyard.api.session import Configured, Reading, Writing
from steelyard.i18n import t
from steelyard.server.db.tables import Task, TaskEvent
from steelyard.server.people import projects
from steelyard.server.people.policy import Actor, Role
from steelyard.server.tasks import manage
from steelyard.server.tasks.manage import Place
from steelyard.server.tasks.resolve import Wanted, read_plan, resolve

router = Router(prefix="/projects/{project}/tasks", tags=["tasks"])
Viewer = Annotated[Actor, needs(Role.VIEWER)]
Evaluator = Annotated[Actor, needs(Role.EVALUATOR)]
Stopper = Annotated[Actor, needs(Role.EVALUATOR, in_archived=True)]
Manager = Annotated[Actor, needs(Role.MANAGER)]
Priority = Annotated[int, Field(ge=-1000, le=1000)]
Id = Annotated[str, Field(max_length=22)]
StateWord = Literal[
    "queued",
    "starting",
    "running",
    "pausing",
    "paused",
    "cancelling",
    "cancelled",
    "lost",
    "stopped",
    "failed",
    "finished",
]


class TaskOut(BaseModel):
    """A task, and how it stands."""

    id: str
    name: str
    kind: str
    state: StateWord
    wanted: str
    priority: int
    attempt: int
    agent_id: str | None
    dataset_version_id: str | None
    run_id: str | None
    schedule_id: str | None
    worker_id: str | None
    progress: dict[str, Any]
    error: str | None
    gates_failed: bool
    created_at: datetime
    created_by: str | None
    started_at: datetime | None
    finished_at: datetime | None

    @classmethod
    def of(cls, task: Task) -> Self:
        """Return what is shown of a task."""
        return cls.model_validate(task, from_attributes=True)


# Lists ask for what they show: rows are made in half the time that objects are.
_LISTED = [getattr(Task, name) for name in TaskOut.model_fields]


class TaskShown(TaskOut):
    """A task with its plan, which needs nothing but the library."""

    plan: dict[str, Any]


class PlanIn(BaseModel):
    """What is to be evaluated: a plan, as a mapping or as YAML, with its parts in the library."""

    plan: dict[str, Any] = Field(default={}, max_length=100)
    yaml: str | None = Field(default=None, max_length=500_000, description="instead of `plan`")
    agent_id: Id | None = None
    dataset_version_id: Id | None = None
    scorecard_id: Id | None = Field(default=None, description="a published version of a document")

    def wanted(self) -> Wanted:
        """Return it as the service takes it."""
        plan = self.plan if self.yaml is None else read_plan(self.yaml)
        return Wanted(plan, self.agent_id, self.dataset_version_id, self.scorecard_id)


class TaskIn(PlanIn):
    """A new task."""

    name: str | None = Field(default=None, min_length=1, max_length=200)
    priority: Priority = 0
    hold: bool = Field(default=False, description="make it, but let it rest until it is resumed")


class TaskChange(BaseModel):
    """What is to change."""

    priority: Priority


class EstimateOut(BaseModel):
    """How much a plan asks: exactly without conditions, about so much with them."""

    cases: int
    epochs: int
    conditions: int
    asks: int


class MoveOut(BaseModel):
    """A move of a task from one state to another; `said` is the reason in words."""

    id: int
    at: datetime
    before: str | None
    after: str
    attempt: int
    by: str
    reason: str
    said: str

    @classmethod
    def of(cls, event: TaskEvent) -> MoveOut:
        """Return what is shown of a move."""
        known = {name: getattr(event, name) for name in cls.model_fields if name != "said"}
        return cls(**known, said=say_reason(event.reason))


def say_reason(reason: str) -> str:
    """Return the reason of a move in words; an error is in words already."""
    try:
        return t(f"tasks.reason_{reason}")
    except KeyError:
        return reason


async def _narrow(
    state: StateWord | None = None,
    kind: Literal["run", "retry", "rescore"] | None = None,
    agent: Annotated[str | None, Query(max_length=22)] = None,
    run: Annotated[str | None, Query(max_length=22)] = None,
    schedule: Annotated[str | None, Query(max_length=22)] = None,
) -> dict[str, str | None]:
    return {
        "state": state,
        "kind": kind,
        "agent_id": agent,
        "run_id": run,
        "schedule_id": schedule,
    }


@router.get("")
def list_tasks(
    project: str,
    session: Reading,
    _: Viewer,
    wanted: Annotated[Paging, Depends(paging)],
    narrow: Annotated[dict[str, str | None], Depends(_narrow)],
    text: Annotated[str, Query(max_length=200)] = "",
) -> Page[TaskOut]:
    """List tasks, the newest first."""
    query = part_of(manage.tasks_of(project, text=text, **narrow), Task.id, wanted, newest=True)
    rows = session.execute(query.with_only_columns(*_LISTED)).mappings()
    return page_of([TaskOut(**row) for row in rows], wanted, lambda one: one.id)


@router.post("", status_code=201)
def create_task(
    project: str,
    given: TaskIn,
    session: Writing,
    settings: Configured,
    actor: Evaluator,
    once: Repeatable,
) -> TaskOut:
    """Queue an evaluation."""

    def make() -> TaskOut:
        where = projects.find_project(session, project)
        place = Place(given.name, given.priority, hold=given.hold)
        made = manage.create_task(session, actor, settings, where, given.wanted(), place)
        return TaskOut.of(made)

    return once(session, actor, given, TaskOut, make)


@router.post("/estimate")
def estimate(
    project: str, given: PlanIn, session: Reading, settings: Configured, actor: Evaluator
) -> EstimateOut:
    """Check a plan without queueing it, and say how much it asks."""
    where = projects.find_project(session, project)
    found = resolve(session, actor, settings, where, given.wanted())
    return EstimateOut(**found.estimate())


@router.get("/{task}")
def show_task(
    project: str, task: str, session: Reading, _: Viewer, response: Response
) -> TaskShown:
    """Show one task."""
    shown = TaskShown.of(manage.find_task(session, project, task))
    tagged(response, shown)
    return shown


@router.get("/{task}/plan.yaml", response_class=Response, responses=file_of("application/yaml"))
def show_plan(project: str, task: str, session: Reading, _: Viewer) -> Response:
    """Return the plan of a task as the file that the command line reads."""
    plan = manage.find_task(session, project, task).plan
    text = yaml.safe_dump(plan, allow_unicode=True, sort_keys=False)
    return Response(text, media_type="application/yaml")


@router.get("/{task}/history")
def show_history(project: str, task: str, session: Reading, _: Viewer) -> list[MoveOut]:
    """Return every move of a task, the first one first."""
    found = manage.find_task(session, project, task)
    return [MoveOut.of(event) for event in manage.history(session, found)]


@router.patch("/{task}")
def change_task(
    project: str,
    task: str,
    given: TaskChange,
    session: Writing,
    actor: Evaluator,
    response: Response,
    if_match: IfMatch = None,
) -> TaskOut:
    """Let a task go before or after others."""
    found = manage.find_task(session, project, task)
    refuse_stale(if_match, TaskShown.of(found))
    changed = manage.set_priority(session, actor, task, given.priority)
    tagged(response, TaskShown.of(changed))
    return TaskOut.of(changed)


@router.post("/{task}/pause")
def pause_task(project: str, task: str, session: Writing, actor: Stopper) -> TaskOut:
    """Let a task rest; what was answered is kept."""
    manage.find_task(session, project, task)
    return TaskOut.of(manage.pause_task(session, actor, task))


@router.post("/{task}/resume")
def resume_task(project: str, task: str, session: Writing, actor: Evaluator) -> TaskOut:
    """Let a task that rests, was stopped or failed go on where it was."""
    manage.find_task(session, project, task)
    return TaskOut.of(manage.resume_task(session, actor, task))


@router.post("/{task}/cancel")
def cancel_task(project: str, task: str, session: Writing, actor: Stopper) -> TaskOut:
    """End a task."""
    manage.find_task(session, project, task)
    return TaskOut.of(manage.cancel_task(session, actor, task))


@router.post("/{task}/clone", status_code=201)
def clone_task(
    project: str,
    task: str,
    session: Writing,
    settings: Configured,
    actor: Evaluator,
    once: Repeatable,
) -> TaskOut:
    """Queue the same evaluation again."""

    def make() -> TaskOut:
        found = manage.find_task(session, project, task)
        return TaskOut.of(manage.clone_task(session, actor, settings, found))

    return once(session, actor, None, TaskOut, make)


@router.delete("/{task}", status_code=204)
def remove_task(project: str, task: str, session: Writing, actor: Manager) -> None:
    """Take a task that has ended out of the list; its run stays."""
    manage.find_task(session, project, task)
    manage.remove_task(session, actor, task)

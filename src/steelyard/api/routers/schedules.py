"""Schedules: tasks made anew by the clock."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from fastapi import Depends, Response
from pydantic import BaseModel, Field

from steelyard.api.guard import needs
from steelyard.api.match import IfMatch, refuse_stale, tagged
from steelyard.api.once import Repeatable
from steelyard.api.paging import Page, Paging, page_of, paging, part_of
from steelyard.api.route import Router
from steelyard.api.routers.tasks import TaskIn, TaskOut
from steelyard.api.session import Configured, Reading, Writing
from steelyard.server.db.tables import Schedule
from steelyard.server.people import projects
from steelyard.server.people.policy import Actor, Role
from steelyard.server.tasks import schedules

router = Router(prefix="/projects/{project}/schedules", tags=["schedules"])
Viewer = Annotated[Actor, needs(Role.VIEWER)]
Evaluator = Annotated[Actor, needs(Role.EVALUATOR)]
Manager = Annotated[Actor, needs(Role.MANAGER)]
Name = Annotated[str, Field(min_length=1, max_length=200)]


class ScheduleOut(BaseModel):
    """A schedule, and when it is next due."""

    id: str
    name: str
    cron: str
    time_zone: str
    task: dict[str, Any]
    enabled: bool
    next_at: datetime | None
    last_at: datetime | None
    created_at: datetime
    created_by: str | None

    @classmethod
    def of(cls, schedule: Schedule) -> ScheduleOut:
        """Return what is shown of a schedule."""
        return cls.model_validate(schedule, from_attributes=True)


class ScheduleIn(BaseModel):
    """A new schedule: five fields of cron, in a time zone such as Asia/Shanghai."""

    name: Name
    cron: str = Field(min_length=1, max_length=100)
    time_zone: str = Field(default="UTC", max_length=60)
    task: TaskIn
    enabled: bool = True

    def fields(self) -> dict[str, Any]:
        """Return it as the service takes it."""
        return {**self.model_dump(exclude={"task"}), "task": _task(self.task)}


class ScheduleChange(BaseModel):
    """What is to change; what is not given stays."""

    name: Name | None = None
    cron: str | None = Field(default=None, min_length=1, max_length=100)
    time_zone: str | None = Field(default=None, max_length=60)
    task: TaskIn | None = None
    enabled: bool | None = None

    def fields(self) -> dict[str, Any]:
        """Return it as the service takes it."""
        given = self.model_dump(exclude_none=True, exclude={"task"})
        return given if self.task is None else {**given, "task": _task(self.task)}


def _task(given: TaskIn) -> dict[str, Any]:
    plan = dict(given.wanted().plan)
    return {**given.model_dump(exclude={"plan", "yaml"}, exclude_none=True), "plan": plan}


@router.get("")
def list_schedules(
    project: str, session: Reading, _: Viewer, wanted: Annotated[Paging, Depends(paging)]
) -> Page[ScheduleOut]:
    """List schedules, in the order they were made."""
    rows = session.scalars(part_of(schedules.schedules_of(project), Schedule.id, wanted))
    return page_of([ScheduleOut.of(row) for row in rows], wanted, lambda one: one.id)


@router.post("", status_code=201)
def create_schedule(
    project: str,
    given: ScheduleIn,
    session: Writing,
    settings: Configured,
    actor: Manager,
    once: Repeatable,
) -> ScheduleOut:
    """Make a schedule; its task is checked as if it were made now."""

    def make() -> ScheduleOut:
        where = projects.find_project(session, project)
        made = schedules.create_schedule(session, actor, settings, where, given.fields())
        return ScheduleOut.of(made)

    return once(session, actor, given, ScheduleOut, make)


@router.get("/{schedule}")
def show_schedule(
    project: str, schedule: str, session: Reading, _: Viewer, response: Response
) -> ScheduleOut:
    """Show one schedule."""
    shown = ScheduleOut.of(schedules.find_schedule(session, project, schedule))
    tagged(response, shown)
    return shown


@router.patch("/{schedule}")
def change_schedule(
    project: str,
    schedule: str,
    given: ScheduleChange,
    session: Writing,
    settings: Configured,
    actor: Manager,
    response: Response,
    if_match: IfMatch = None,
) -> ScheduleOut:
    """Change a schedule, or switch it on or off."""
    found = schedules.find_schedule(session, project, schedule)
    refuse_stale(if_match, ScheduleOut.of(found))
    schedules.change_schedule(session, actor, settings, found, given.fields())
    shown = ScheduleOut.of(found)
    tagged(response, shown)
    return shown


@router.delete("/{schedule}", status_code=204)
def remove_schedule(project: str, schedule: str, session: Writing, actor: Manager) -> None:
    """Remove a schedule; the tasks it made stay."""
    found = schedules.find_schedule(session, project, schedule)
    schedules.remove_schedule(session, actor, found)


@router.post("/{schedule}/run", status_code=201)
def run_now(
    project: str,
    schedule: str,
    session: Writing,
    settings: Configured,
    actor: Evaluator,
    once: Repeatable,
) -> TaskOut:
    """Make the task of a schedule at once."""

    def make() -> TaskOut:
        found = schedules.find_schedule(session, project, schedule)
        return TaskOut.of(schedules.run_now(session, actor, settings, found))

    return once(session, actor, None, TaskOut, make)

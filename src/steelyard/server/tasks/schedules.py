"""Schedules: the same task made anew, by the clock."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from steelyard.errors import SteelyardError
from steelyard.i18n import say, t
from steelyard.server.db import Database
from steelyard.server.db.base import now
from steelyard.server.db.tables import Project, Schedule, Task
from steelyard.server.errors import NotFoundError
from steelyard.server.people import audit
from steelyard.server.people.policy import SERVICE, Actor
from steelyard.server.settings import Settings
from steelyard.server.tasks.cron import check_cron, next_time
from steelyard.server.tasks.manage import Place, queue_task
from steelyard.server.tasks.resolve import Wanted, resolve

log = logging.getLogger(__name__)
_SHOWN = ("name", "cron", "time_zone", "task", "enabled")


def create_schedule(
    session: Session, actor: Actor, settings: Settings, project: Project, fields: Mapping[str, Any]
) -> Schedule:
    """Keep a schedule; its task is checked as if it were made now.

    Args:
        session: of the transaction.
        actor: who makes it.
        settings: of the service.
        project: where.
        fields: name, cron, time_zone, task (see `wanted_of`), enabled.
    """
    check_cron(fields["cron"], fields["time_zone"])
    resolve(session, actor, settings, project, wanted_of(fields["task"]))
    schedule = Schedule(project_id=project.id, created_by=actor.user_id, **fields)
    schedule.enabled = fields.get("enabled", True)
    _set_next(schedule, now())
    session.add(schedule)
    session.flush()
    audit.record(session, actor, "schedule.create", _subject(schedule), after=_shown(schedule))
    return schedule


def change_schedule(
    session: Session,
    actor: Actor,
    settings: Settings,
    schedule: Schedule,
    fields: Mapping[str, Any],
) -> None:
    """Change what is given; the next time is found anew."""
    before = _shown(schedule)
    for name, value in fields.items():
        setattr(schedule, name, value)
    check_cron(schedule.cron, schedule.time_zone)
    if "task" in fields:
        project = session.get(Project, schedule.project_id)
        assert project is not None
        resolve(session, actor, settings, project, wanted_of(schedule.task))
    _set_next(schedule, now())
    after = _shown(schedule)
    audit.record(session, actor, "schedule.change", _subject(schedule), before=before, after=after)


def remove_schedule(session: Session, actor: Actor, schedule: Schedule) -> None:
    """Remove a schedule; the tasks it made stay."""
    for task in session.scalars(select(Task).where(Task.schedule_id == schedule.id)):
        task.schedule_id = None
    audit.record(session, actor, "schedule.remove", _subject(schedule), before=_shown(schedule))
    session.flush()
    session.delete(schedule)


def find_schedule(session: Session, project_id: str, schedule_id: str) -> Schedule:
    """Return a schedule of the project, or say that there is none."""
    schedule = session.get(Schedule, schedule_id)
    if schedule is None or schedule.project_id != project_id:
        raise NotFoundError(t("tasks.no_schedule", id=schedule_id[:100]))
    return schedule


def schedules_of(project_id: str) -> Select[Schedule]:
    """Return the query for the schedules of a project."""
    return select(Schedule).where(Schedule.project_id == project_id)


def run_now(session: Session, actor: Actor, settings: Settings, schedule: Schedule) -> Task:
    """Make the task of a schedule at once; its times stay as they are."""
    project = session.get(Project, schedule.project_id)
    assert project is not None
    place = Place(
        schedule.task.get("name") or schedule.name,
        schedule.task.get("priority") or 0,
        hold=bool(schedule.task.get("hold")),
        schedule_id=schedule.id,
        created_by=actor.user_id or schedule.created_by,
    )
    # Whoever made the schedule was allowed what it says; whoever starts it changes nothing of that.
    resolved = resolve(session, SERVICE, settings, project, wanted_of(schedule.task))
    return queue_task(session, actor, project, resolved, place)


def fire_due(database: Database, settings: Settings) -> int:
    """Make the tasks that are due; one that was missed while nothing ran is made once."""
    moment = now()
    due = (
        select(Schedule.id)
        .join(Project, Project.id == Schedule.project_id)
        .where(Schedule.enabled.is_(True), Schedule.next_at <= moment)
        .where(Project.archived_at.is_(None))
    )
    with database.reading() as session:
        ids = list(session.scalars(due))
    return sum(_fire(database, settings, schedule_id, moment) for schedule_id in ids)


def wanted_of(task: Mapping[str, Any]) -> Wanted:
    """Return what the task of a schedule wants evaluated."""
    return Wanted(
        task.get("plan") or {},
        task.get("agent_id"),
        task.get("dataset_version_id"),
        task.get("scorecard_id"),
    )


def _fire(database: Database, settings: Settings, schedule_id: str, moment: datetime) -> bool:
    try:
        with database.transaction() as session:
            schedule = _take(session, schedule_id, moment)
            if schedule is None:
                return False
            run_now(session, SERVICE, settings, schedule)
            return True
    except SteelyardError as error:
        log.warning("schedule %s: %s", schedule_id, error)
        said = say(error)
    with database.transaction() as session:  # the time counts; what was wrong is in the trail
        if (schedule := _take(session, schedule_id, moment)) is not None:
            subject, after = _subject(schedule), {"error": said}
            audit.record(session, SERVICE, "schedule.fire", subject, after=after, outcome="failed")
    return False


def _take(session: Session, schedule_id: str, moment: datetime) -> Schedule | None:
    """Lock a schedule that is still due, and set its next time."""
    schedule = session.get(Schedule, schedule_id, with_for_update=True, populate_existing=True)
    if schedule is None or not schedule.enabled:
        return None
    if schedule.next_at is None or schedule.next_at > moment:
        return None  # another worker was faster
    schedule.last_at = moment
    _set_next(schedule, moment)
    return schedule


def _set_next(schedule: Schedule, after: datetime) -> None:
    schedule.next_at = (
        next_time(schedule.cron, schedule.time_zone, after) if schedule.enabled else None
    )


def _shown(schedule: Schedule) -> dict[str, Any]:
    return {name: getattr(schedule, name) for name in _SHOWN}


def _subject(schedule: Schedule) -> audit.Subject:
    return audit.Subject(schedule.id, schedule.name, schedule.project_id)

"""Tasks whose worker is gone: found by their silence, and put back in line.

A worker that comes back under its name is handed its tasks by the engine; this is for one that does
not, or that stands still, and for a database that was put back from a backup.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from steelyard.i18n import t
from steelyard.server.db import Database
from steelyard.server.db.base import now
from steelyard.server.db.tables import Task, Worker
from steelyard.server.settings import Settings
from steelyard.server.tasks import engine
from steelyard.server.tasks.states import CARRIED, State, lock_task, move, ticket_of

log = logging.getLogger(__name__)
MOST_LOSSES = 5  # in a row, without an answer in between: then it is the task that kills workers
_START_SECONDS = 3.0  # an admitted task is with the engine by then


def find_lost(database: Database, settings: Settings, by: str) -> int:
    """Put every task back in line that nobody carries; return how many."""
    moment = now()
    silent = moment - timedelta(seconds=settings.worker_timeout_s)
    with database.reading() as session:
        carried = session.scalars(
            select(Task.id).where(Task.state.in_(CARRIED), Task.beat_at < silent)
        ).all()
        late = moment - timedelta(seconds=_START_SECONDS)
        starting = session.scalars(
            select(Task.id).where(Task.state == State.STARTING, Task.beat_at < late)
        ).all()
        living = set(session.scalars(select(Worker.id).where(Worker.beat_at >= silent)))
    found = sum(_give_up(database, task_id, silent, by) for task_id in carried)
    found += sum(_start_again(database, task_id, living, by) for task_id in starting)
    _forget_workers(database, moment)
    return found


def mark_lost(session: Session, task: Task, by: str, reason: str) -> None:
    """Take a task from a worker that is gone, and bring it to what was wanted of it."""
    done = task.progress.get("done", 0)
    again = task.progress.get("lost_at") == done
    times = task.progress.get("lost", 0) + 1 if again else 1
    task.progress = {**task.progress, "lost": times, "lost_at": done}
    move(session, task, State.LOST, by, reason)
    if task.wanted == "cancel":
        move(session, task, State.CANCELLED, by, "wanted")
    elif task.wanted == "pause":
        move(session, task, State.PAUSED, by, "wanted")
    elif times >= MOST_LOSSES:
        task.error = t("tasks.kills_workers", times=times)
        move(session, task, State.FAILED, by, task.error)


def _give_up(database: Database, task_id: str, silent: datetime, by: str) -> bool:
    with database.transaction() as session:
        task = lock_task(session, task_id)
        if task.state not in CARRIED or (task.beat_at is not None and task.beat_at >= silent):
            return False  # it has been heard of meanwhile
        log.warning("task %s: nothing heard from worker %s", task_id, task.worker_id)
        ticket = ticket_of(session, task)
        mark_lost(session, task, by, "worker_lost")
    if ticket is not None:
        engine.forget(task_id, ticket)
    return True


def _start_again(database: Database, task_id: str, living: set[str], by: str) -> bool:
    """Look after a task that was admitted and that no worker has taken."""
    with database.reading() as session:
        task = session.get(Task, task_id)
        ticket = None if task is None else ticket_of(session, task)
    if ticket is None:
        return False
    status, worker = engine.holder_of(task_id, ticket)
    if status is None:  # whoever admitted it died before it could say so
        engine.enqueue(task_id, ticket)
        return False
    if status == "ENQUEUED" or (status == "PENDING" and worker in living):
        return False
    with database.transaction() as session:
        task = lock_task(session, task_id)
        if task.state != State.STARTING or ticket_of(session, task) != ticket:
            return False
        mark_lost(session, task, by, "worker_lost")
    engine.forget(task_id, ticket)
    return True


def _forget_workers(database: Database, moment: datetime) -> None:
    old = Worker.beat_at < moment - timedelta(days=1)
    with database.reading() as session:
        if session.scalar(select(Worker.id).where(old).limit(1)) is None:
            return
    with database.transaction() as session:
        session.execute(delete(Worker).where(old))

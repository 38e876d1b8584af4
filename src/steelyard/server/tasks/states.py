"""The states of a task and the one table of moves between them.

    queued ─▶ starting ─▶ running ─▶ finished | stopped | failed
                 ▲           │  ├──▶ pausing ─▶ paused ─▶ queued
                 └── lost ◀──┘  └──▶ cancelling ─▶ cancelled

Every move is written down in the same transaction; nothing else changes `Task.state`.
"""

from __future__ import annotations

from enum import StrEnum

from sqlalchemy import select
from sqlalchemy.orm import Session

from steelyard.i18n import t
from steelyard.server.db.base import now
from steelyard.server.db.tables import Task, TaskEvent
from steelyard.server.errors import ConflictError, NotFoundError
from steelyard.server.tasks import outbox


class State(StrEnum):
    """Where a task is."""

    QUEUED = "queued"  # waits for a worker and for its limits
    STARTING = "starting"  # was admitted; a worker is about to take it
    RUNNING = "running"  # a worker carries it
    PAUSING = "pausing"  # somebody asked for a pause; asks in flight are being finished
    PAUSED = "paused"  # everything answered so far is on disk
    CANCELLING = "cancelling"  # somebody asked for its end
    CANCELLED = "cancelled"
    LOST = "lost"  # its worker died; another one will take it up where it was
    STOPPED = "stopped"  # a limit of the plan ended it; what was answered is scored
    FAILED = "failed"  # it cannot go on; `error` says why
    FINISHED = "finished"


S = State
MOVES: dict[State, frozenset[State]] = {
    S.QUEUED: frozenset({S.STARTING, S.PAUSED, S.CANCELLED}),
    S.STARTING: frozenset({S.RUNNING, S.QUEUED, S.LOST, S.PAUSED, S.CANCELLED}),
    S.RUNNING: frozenset(
        {S.FINISHED, S.STOPPED, S.FAILED, S.PAUSING, S.CANCELLING, S.LOST, S.QUEUED}
    ),
    # What was all but done when a pause or an end was asked for may still get there.
    S.PAUSING: frozenset({S.PAUSED, S.CANCELLING, S.LOST, S.FINISHED, S.STOPPED, S.FAILED}),
    S.CANCELLING: frozenset({S.CANCELLED, S.LOST, S.FINISHED, S.STOPPED, S.FAILED}),
    S.LOST: frozenset({S.STARTING, S.RUNNING, S.PAUSED, S.CANCELLED, S.FAILED}),
    S.PAUSED: frozenset({S.QUEUED, S.CANCELLED}),
    S.STOPPED: frozenset({S.QUEUED}),
    S.FAILED: frozenset({S.QUEUED}),
    S.CANCELLED: frozenset(),
    S.FINISHED: frozenset(),
}
CARRIED = frozenset({S.RUNNING, S.PAUSING, S.CANCELLING})  # a worker has it
ADMITTED = CARRIED | {S.STARTING}  # counts against the limits
WAITING = frozenset({S.QUEUED, S.LOST})  # to be admitted
ENDED = frozenset({S.FINISHED, S.STOPPED, S.FAILED, S.CANCELLED})


def move(session: Session, task: Task, after: State, by: str, reason: str = "") -> None:
    """Bring a task, whose row is locked, to another state and write that down.

    Args:
        session: of the transaction that locked it.
        task: the row.
        after: where to.
        by: a person's name, a worker's, or the service.
        reason: a word of `tasks.reason_*`, or an error in its own words.

    Raises:
        ConflictError: there is no such move from where it is.
    """
    before = State(task.state)
    if after not in MOVES[before]:
        raise ConflictError(t("tasks.no_move", before=before, after=after))
    task.state = after
    moment = now()
    if after is State.RUNNING:
        task.started_at = task.started_at or moment
    if after not in CARRIED:
        task.worker_id = None
    task.finished_at = moment if after in ENDED else None
    task.beat_at = moment
    _write_down(session, task, before, by, reason)
    outbox.announce(session, task, after)


def begin(session: Session, task: Task, by: str) -> None:
    """Write down that a task was made."""
    _write_down(session, task, None, by, "")


def lock_task(session: Session, task_id: str) -> Task:
    """Return the newest row of a task, held until the transaction ends."""
    # SQLite has no row locks; there a transaction is alone in the database.
    task = session.get(Task, task_id, with_for_update=True, populate_existing=True)
    if task is None:
        raise NotFoundError(t("tasks.no_task", id=task_id))
    return task


def ticket_of(session: Session, task: Task) -> int | None:
    """Return the number of the last admission; a workflow with another one is out of date."""
    query = (
        select(TaskEvent.attempt)
        .where(TaskEvent.task_id == task.id, TaskEvent.after == State.STARTING)
        .order_by(TaskEvent.attempt.desc())
        .limit(1)
    )
    return session.scalar(query)


def _write_down(session: Session, task: Task, before: State | None, by: str, reason: str) -> None:
    session.add(
        TaskEvent(
            task_id=task.id,
            at=now(),
            before=before,
            after=task.state,
            attempt=task.attempt,
            by=by,
            reason=reason,
        )
    )
    session.flush()

"""Which task is next: by priority and age, within the limits of agents, projects and workers.

Any worker may do this at any time: on PostgreSQL one at a time holds a lock that belongs to the
transaction, on SQLite a transaction is alone anyway.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Row, Select, case, func, select
from sqlalchemy.orm import Session

from steelyard.server.db import Database
from steelyard.server.db.base import now
from steelyard.server.db.tables import AgentRow, Project, Task, Worker
from steelyard.server.people.adjust import adjusted
from steelyard.server.settings import Settings
from steelyard.server.tasks.states import ADMITTED, WAITING, State, lock_task, move

_LOCK = 0x57E1  # any number, the same in every process
_ANY_WAITING = select(Task.id).where(Task.state.in_(WAITING)).limit(1)


class Ticket(NamedTuple):
    """An admission: which task, and the how-manieth hand-over of it."""

    task_id: str
    number: int


def dispatch(database: Database, settings: Settings) -> list[Ticket]:
    """Admit what may start now; the caller enqueues it, once this has been committed."""
    # Most looks find nothing that may start; they must not take the lock of those that write.
    with database.reading() as session:
        if session.scalar(_ANY_WAITING) is None:
            return []
        limits = _Limits(session, settings)
        if limits.room <= 0 or not any(limits.allow(row) for row in _waiting(session)):
            return []
    with database.transaction() as session:
        return _admit(session, settings) if _alone(session) else []


def _alone(session: Session) -> bool:
    if session.get_bind().dialect.name == "sqlite":
        return True
    return bool(session.scalar(select(func.pg_try_advisory_xact_lock(_LOCK))))


def _admit(session: Session, settings: Settings) -> list[Ticket]:
    limits = _Limits(session, settings)
    admitted = []
    for row in _waiting(session):
        if limits.room <= 0:
            break
        if not limits.allow(row):
            continue
        task = lock_task(session, row.id)
        if State(task.state) not in WAITING:
            continue
        task.attempt += 1
        move(session, task, State.STARTING, "steelyard", "admitted")
        limits.count(row)
        admitted.append(Ticket(task.id, task.attempt))
    return admitted


def _waiting(session: Session) -> Sequence[Row[Any]]:
    """Return what waits, in the order of its turn."""
    first = case((Task.state == State.LOST, 0), else_=1)  # these had been let in before
    query = _sketch().where(Task.state.in_(WAITING), Project.archived_at.is_(None))
    return session.execute(query.order_by(first, Task.priority.desc(), Task.id)).all()


class _Limits:
    """What is going on, and how much more may."""

    def __init__(self, session: Session, settings: Settings) -> None:
        self._settings = adjusted(session, settings)
        self._agents: Counter[str] = Counter()
        self._projects: Counter[str] = Counter()
        self.room = _slots(session, settings)
        for row in session.execute(_sketch().where(Task.state.in_(ADMITTED))):
            self.count(row)

    def allow(self, row: Row[Any]) -> bool:
        """Whether one more of this agent and this project may start."""
        agents = row.agent_limit or self._settings.agent_concurrency
        projects = row.project_limit or self._settings.project_concurrency
        agent = _agent_key(row)
        return (agent is None or self._agents[agent] < agents) and self._projects[
            row.project_id
        ] < projects

    def count(self, row: Row[Any]) -> None:
        """Take one into account."""
        self.room -= 1
        self._projects[row.project_id] += 1
        if (agent := _agent_key(row)) is not None:
            self._agents[agent] += 1


def _sketch() -> Select[Any]:
    return (
        select(
            Task.id,
            Task.kind,
            Task.project_id,
            Task.agent_id,
            Task.plan["agent"].label("agent"),
            AgentRow.concurrency.label("agent_limit"),
            Project.concurrency.label("project_limit"),
        )
        .join(Project, Project.id == Task.project_id)
        .outerjoin(AgentRow, AgentRow.id == Task.agent_id)
    )


def _agent_key(row: Row[Any]) -> str | None:
    """Return what tells agents apart: one of the library, or what the plan says of its own."""
    if row.kind == "rescore":
        return None  # asks no agent
    if row.agent_id is not None:
        return str(row.agent_id)
    return hashlib.sha256(orjson.dumps(row.agent, option=orjson.OPT_SORT_KEYS)).hexdigest()


def _slots(session: Session, settings: Settings) -> int:
    since = now() - timedelta(seconds=settings.worker_timeout_s)
    query = select(func.count()).where(Worker.beat_at > since, Worker.leaving.is_(False))
    return (session.scalar(query) or 0) * settings.tasks_per_worker

"""What somebody looks at first: what runs, what came out, what needs them."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from steelyard.errors import UnknownNameError
from steelyard.i18n import pick
from steelyard.indicators import get_indicator
from steelyard.server.db.base import now
from steelyard.server.db.tables import AgentRow, Run, Task, Worker
from steelyard.server.library.seen import AgentSeen, with_trends
from steelyard.server.library.storage import KEEP_FREE
from steelyard.server.people.directory import locked_users
from steelyard.server.people.policy import Actor, Role
from steelyard.server.settings import Settings
from steelyard.server.tasks.states import ENDED

_RECENT = timedelta(days=7)
_LOW_DISK = 4 * KEEP_FREE
Concern = Literal[
    "task_failed", "task_stopped", "gates_failed", "agent_silent", "locked", "disk", "no_worker"
]


@dataclass(frozen=True, slots=True)
class Attention:
    """Something that somebody should look at; `id` and `project_id` say what it is about."""

    concern: Concern
    name: str
    detail: str = ""
    id: str = ""
    project_id: str | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class WorkerSeen:
    """A worker, whether it was heard of lately, and how many tasks it carries."""

    worker: Worker
    alive: bool
    tasks: int


def active_tasks(session: Session, projects: Sequence[str], limit: int = 20) -> list[Task]:
    """Return the tasks that have not ended, the newest first."""
    query = select(Task).where(Task.project_id.in_(projects), Task.state.not_in(ENDED))
    return list(session.scalars(query.order_by(Task.id.desc()).limit(limit)))


def recent_runs(session: Session, projects: Sequence[str], limit: int = 10) -> list[Run]:
    """Return the runs that have a result, the newest first."""
    query = select(Run).where(Run.project_id.in_(projects), Run.archived_at.is_(None))
    query = query.where(Run.score.is_not(None)).order_by(Run.id.desc())
    return list(session.scalars(query.limit(limit)))


def agents_at_work(session: Session, projects: Sequence[str], limit: int = 8) -> list[AgentSeen]:
    """Return agents with their trends, the ones made last first."""
    query = select(AgentRow).where(
        AgentRow.project_id.in_(projects), AgentRow.archived_at.is_(None)
    )
    rows = session.scalars(query.order_by(AgentRow.id.desc()).limit(limit))
    return with_trends(session, list(rows))


def find_attention(
    session: Session, actor: Actor, settings: Settings, projects: Sequence[str], limit: int = 12
) -> list[Attention]:
    """Return what needs somebody, the most pressing first; the service is for administrators."""
    found: list[Attention] = []
    if actor.may(Role.ADMIN, None):
        found += _of_service(session, settings)
    found += _of_tasks(session, projects, limit)
    found += _of_runs(session, projects, limit)
    found += _of_agents(session, projects, limit)
    return found[:limit]


def list_workers(session: Session, settings: Settings) -> list[WorkerSeen]:
    """Return the workers that are known, by name."""
    heard = now() - timedelta(seconds=settings.worker_timeout_s)
    counts = select(Task.worker_id, func.count()).where(Task.state.not_in(ENDED))
    carried = {row[0]: row[1] for row in session.execute(counts.group_by(Task.worker_id))}
    return [
        WorkerSeen(one, one.beat_at > heard and not one.leaving, carried.get(one.id, 0))
        for one in session.scalars(select(Worker).order_by(Worker.id))
    ]


def count_tasks(session: Session) -> dict[str, int]:
    """Return how many tasks of the service are in each state."""
    query = select(Task.state, func.count()).group_by(Task.state)
    return {row[0]: row[1] for row in session.execute(query)}


def _of_service(session: Session, settings: Settings) -> list[Attention]:
    found = [
        Attention("locked", user.login, id=user.id) for user in locked_users(session, settings)
    ]
    free = shutil.disk_usage(settings.data_dir).free
    if free < _LOW_DISK:
        found.insert(0, Attention("disk", str(settings.data_dir), detail=str(free)))
    waiting = select(func.count()).where(Task.state == "queued")
    workers = list_workers(session, settings)
    if session.scalar(waiting) and not any(one.alive for one in workers):
        found.insert(0, Attention("no_worker", ""))
    return found


def _of_tasks(session: Session, projects: Sequence[str], limit: int) -> list[Attention]:
    query = select(Task).where(
        Task.project_id.in_(projects),
        Task.state.in_(("failed", "stopped")),
        Task.finished_at > now() - _RECENT,
    )
    return [
        Attention(
            "task_failed" if task.state == "failed" else "task_stopped",
            task.name,
            (task.error or "")[:300],
            task.id,
            task.project_id,
            task.finished_at,
        )
        for task in session.scalars(query.order_by(Task.state, Task.id.desc()).limit(limit))
    ]


def _of_runs(session: Session, projects: Sequence[str], limit: int) -> list[Attention]:
    found = []
    for run in recent_runs(session, projects, 10 * limit):
        failed = run.headline.get("gates_failed") or []
        if failed and run.created_at > now() - _RECENT:
            said = "; ".join(_named(str(gate)) for gate in failed)[:300]
            found.append(
                Attention("gates_failed", run.name, said, run.id, run.project_id, run.created_at)
            )
    return found[:limit]


def _named(gate: str) -> str:
    """Return a gate with the name of its indicator instead of the id, where it is known."""
    id_, colon, rest = gate.partition(":")
    try:
        return f"{pick(get_indicator(id_.strip()).name)}{colon}{rest}"
    except UnknownNameError:
        return gate


def _of_agents(session: Session, projects: Sequence[str], limit: int) -> list[Attention]:
    query = select(AgentRow).where(
        AgentRow.project_id.in_(projects), AgentRow.archived_at.is_(None)
    )
    found = []
    for agent in session.scalars(query.order_by(AgentRow.id.desc())):
        tested = agent.tested or {}
        if tested and not tested.get("ok"):
            said = str(tested.get("error") or "")[:300]
            found.append(Attention("agent_silent", agent.name, said, agent.id, agent.project_id))
    return found[:limit]

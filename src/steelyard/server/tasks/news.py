"""What is new about tasks since one last looked: moves, and how far the running ones are."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, bindparam, func, select
from sqlalchemy.orm import Session

from steelyard.server.db.tables import Task, TaskEvent
from steelyard.server.tasks.states import CARRIED

# Numbers are given out before transactions end, so a move may show up after one with a higher
# number; this many are looked at again.
_OVERLAP = 200
_NUMBERS = select(TaskEvent.id).where(TaskEvent.id > bindparam("after")).order_by(TaskEvent.id)
_PROGRESS = select(Task.id, Task.project_id, Task.progress).where(
    Task.project_id.in_(bindparam("projects", expanding=True)), Task.state.in_(CARRIED)
)


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened to a task; `id` is None for progress, which is not kept."""

    id: int | None
    event: str  # `state` or `progress`
    project_id: str
    task_id: str
    data: dict[str, Any]


def moves_after(
    session: Session,
    project_ids: Collection[str],
    after: int,
    limit: int,
    task_id: str | None = None,
) -> list[News]:
    """Return the moves in some projects with a higher number, the first ones first."""
    wanted = TaskEvent.id > after
    if task_id is not None:
        wanted &= Task.id == task_id
    return _moves(session, project_ids, wanted, limit)


def _moves(
    session: Session, project_ids: Collection[str], wanted: ColumnElement[bool], limit: int = 10_000
) -> list[News]:
    query = (
        select(TaskEvent, Task.project_id, Task.name, Task.run_id)
        .join(Task, Task.id == TaskEvent.task_id)
        .where(Task.project_id.in_(project_ids), wanted)
        .order_by(TaskEvent.id)
        .limit(limit)
    )
    return [_move(*row) for row in session.execute(query)]


def last_move(session: Session) -> int:
    """Return the highest number given out."""
    return session.scalar(select(func.max(TaskEvent.id))) or 0


class Reader:
    """Reads what is new, for all who listen at once."""

    def __init__(self) -> None:
        self._last: int | None = None
        self._seen: set[int] = set()
        self._progress: dict[str, dict[str, Any]] = {}

    def read(self, session: Session, project_ids: Collection[str]) -> list[News]:
        """Return what has happened in some projects since the last call."""
        if self._last is None:
            self._last = last_move(session)
            self._seen = set(range(max(0, self._last - _OVERLAP), self._last + 1))
        found = session.scalars(_NUMBERS, {"after": self._last - _OVERLAP}).all()
        new = [number for number in found if number not in self._seen]
        self._last = max([self._last, *new])
        self._seen = {one for one in (*self._seen, *new) if one >= self._last - _OVERLAP}
        moves = _moves(session, project_ids, TaskEvent.id.in_(new)) if new else []
        return moves + self._moved(session, project_ids)

    def _moved(self, session: Session, project_ids: Collection[str]) -> list[News]:
        rows = session.execute(_PROGRESS, {"projects": list(project_ids)}).all()
        new = [
            News(None, "progress", row.project_id, row.id, {"task_id": row.id, **row.progress})
            for row in rows
            if self._progress.get(row.id) != row.progress
        ]
        self._progress = {row.id: row.progress for row in rows}
        return new


def _move(event: TaskEvent, project_id: str, name: str, run_id: str | None) -> News:
    data = {
        "task_id": event.task_id,
        "name": name,
        "run_id": run_id,
        "before": event.before,
        "after": event.after,
        "attempt": event.attempt,
        "by": event.by,
        "reason": event.reason,
        "at": event.at.isoformat(),
    }
    return News(event.id, "state", project_id, event.task_id, data)

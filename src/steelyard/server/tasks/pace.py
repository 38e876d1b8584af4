"""How fast and how dear an agent was so far, to say beforehand what a task will take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from sqlalchemy import select
from sqlalchemy.orm import Session

from steelyard.server.db.tables import Task
from steelyard.server.tasks.states import State

_LOOKED_AT = 10


@dataclass(frozen=True, slots=True)
class Pace:
    """The middle of the last tasks of an agent.

    Attributes:
        tasks: how many there were.
        slot_seconds: from one ask to the next, of each of those that are asked side by side.
        cost: of an ask; None when the agent does not say.
        tokens: of an ask; None when the agent does not say.
    """

    tasks: int
    slot_seconds: float
    cost: float | None
    tokens: float | None

    def seconds(self, asks: int, concurrency: int) -> float:
        """Return how long so many asks take."""
        return self.slot_seconds * asks / max(1, concurrency)


def pace_of(session: Session, project_id: str, agent_id: str) -> Pace | None:
    """Return the pace of an agent; None when no task of it was ever finished here."""
    query = (
        select(Task.plan, Task.progress, Task.started_at, Task.finished_at)
        .where(
            Task.project_id == project_id,
            Task.agent_id == agent_id,
            Task.kind == "run",
            Task.state == State.FINISHED,
        )
        .order_by(Task.id.desc())
        .limit(_LOOKED_AT)
    )
    slots, costs, tokens = [], [], []
    for plan, progress, started, finished in session.execute(query):
        done = int(progress.get("done") or 0)
        if not done or started is None or finished is None:
            continue
        policy = plan.get("run") or {}
        at_once = min(int(policy.get("concurrency") or 1), done)
        slots.append((finished - started).total_seconds() * at_once / done)
        costs.append(float(progress.get("cost") or 0) / done)
        tokens.append(float(progress.get("tokens") or 0) / done)
    if not slots:
        return None
    return Pace(len(slots), median(slots), _said(costs), _said(tokens))


def _said(values: Sequence[float]) -> float | None:
    found = [value for value in values if value > 0]
    return median(found) if found else None

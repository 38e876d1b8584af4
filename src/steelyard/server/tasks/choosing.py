"""Runs to choose from where something is made of runs: those that have results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from steelyard.server.db.tables import Run
from steelyard.server.tasks.runs import find_run

_LONGEST = 60  # characters of a name that stands beside others
READY = ("finished", "stopped", "scored")
_MOST = 200


class Named(Protocol):
    """A run by its name and the time it was made."""

    @property
    def name(self) -> str:
        """As people named it."""

    @property
    def created_at(self) -> datetime:
        """When it was made."""


def ready_runs(session: Session, project_id: str, limit: int = _MOST) -> list[Run]:
    """Return the runs of a project that have results, the newest first."""
    query = select(Run).where(
        Run.project_id == project_id, Run.archived_at.is_(None), Run.state.in_(READY)
    )
    return list(session.scalars(query.order_by(Run.id.desc()).limit(limit)))


def named_runs(session: Session, project_id: str, ids: Sequence[str]) -> list[Run]:
    """Return these runs of the project in this order, each once.

    Raises:
        NotFoundError: one of them is not there.
    """
    return [find_run(session, project_id, id_) for id_ in dict.fromkeys(ids)]


def told_apart(runs: Sequence[Named]) -> list[str]:
    """Return what each run is called beside the others: its name, and its time if names repeat."""
    often = Counter(run.name for run in runs)
    found: list[str] = []
    for run in runs:
        name = run.name[:_LONGEST]
        if often[run.name] > 1 or name in found:
            name = f"{name} · {run.created_at:%m-%d %H:%M:%S}"
        number, plain = 2, name
        while name in found:
            name, number = f"{plain} ({number})", number + 1
        found.append(name)
    return found


def newest_alike(session: Session, project_id: str, limit: int) -> list[Run]:
    """Return the newest runs with results on the dataset used last."""
    known = ready_runs(session, project_id)
    return [run for run in known if run.dataset == known[0].dataset][:limit]


def latest_per_agent(session: Session, project_id: str, limit: int) -> list[Run]:
    """Return the newest run of every agent on the dataset used last, the best score first."""
    last = ready_runs(session, project_id, 1)
    if not last:
        return []
    newest = (
        select(func.max(Run.id))
        .where(
            Run.project_id == project_id,
            Run.archived_at.is_(None),
            Run.state.in_(READY),
            Run.agent.is_not(None),
            Run.dataset.is_not_distinct_from(last[0].dataset),
        )
        .group_by(Run.agent)
    )
    query = select(Run).where(Run.id.in_(newest))
    query = query.order_by(Run.score.is_(None), Run.score.desc(), Run.id.desc())
    return list(session.scalars(query.limit(limit)))

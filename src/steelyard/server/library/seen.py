"""What lists of the library show of each thing, found with few queries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from steelyard.cases import read_cases
from steelyard.server.db.pieces import page
from steelyard.server.db.tables import AgentRow, Dataset, DatasetVersion, Run
from steelyard.server.library.agents import agents_of
from steelyard.server.library.datasets import datasets_of
from steelyard.server.library.intake import opened
from steelyard.server.library.storage import Storage

_TREND = 20


@dataclass(frozen=True, slots=True)
class DatasetSeen:
    """A dataset with its newest version, if anything was uploaded yet."""

    dataset: Dataset
    newest: DatasetVersion | None


@dataclass(frozen=True, slots=True)
class Scored:
    """A run of an agent, for its trend."""

    run_id: str
    name: str
    project_id: str
    score: float
    low: float | None
    high: float | None
    measure: str | None = None
    provenance: str | None = None


@dataclass(frozen=True, slots=True)
class AgentSeen:
    """An agent with its last runs, the oldest first."""

    agent: AgentRow
    trend: tuple[Scored, ...]


def list_datasets(
    session: Session,
    project_id: str,
    *,
    text: str = "",
    archived: bool = False,
    after: str | None = None,
    limit: int = 50,
) -> tuple[list[DatasetSeen], str | None]:
    """Return datasets, the newest first, and where the list goes on."""
    query = datasets_of(project_id, text=text, archived=archived)
    if archived:
        query = query.where(Dataset.archived_at.is_not(None))
    rows, following = page(session, query, Dataset.id, after, limit, newest=True)
    newest = _newest(session, [one.id for one in rows])
    return [DatasetSeen(one, newest.get(one.id)) for one in rows], following


def list_agents(
    session: Session,
    project_id: str,
    *,
    text: str = "",
    archived: bool = False,
    after: str | None = None,
    limit: int = 50,
) -> tuple[list[AgentSeen], str | None]:
    """Return agents, the newest first, and where the list goes on."""
    query = agents_of(project_id, text=text, archived=archived)
    if archived:
        query = query.where(AgentRow.archived_at.is_not(None))
    rows, following = page(session, query, AgentRow.id, after, limit, newest=True)
    return with_trends(session, rows), following


def with_trends(session: Session, agents: Sequence[AgentRow]) -> list[AgentSeen]:
    """Return agents with the scores of their last runs; one query, however many they are."""
    whose = (Run.project_id, Run.agent)
    place = func.row_number().over(partition_by=whose, order_by=Run.id.desc())
    ranked = (
        select(Run.id, place.label("place"))
        .where(Run.project_id.in_({one.project_id for one in agents}))
        .where(Run.agent.in_({one.name for one in agents}))
        .where(Run.score.is_not(None), Run.archived_at.is_(None))
        .subquery()
    )
    newest = select(ranked.c.id).where(ranked.c.place <= _TREND)
    trends: dict[tuple[str, str | None], list[Scored]] = {}
    for run in session.scalars(select(Run).where(Run.id.in_(newest)).order_by(Run.id)):
        trends.setdefault((run.project_id, run.agent), []).append(scored(run))
    return [AgentSeen(one, tuple(trends.get((one.project_id, one.name), ()))) for one in agents]


def scored(run: Run) -> Scored:
    """Return a run as a point of a trend."""
    shown = (run.headline.get(name) for name in ("ci_low", "ci_high", "measure", "provenance"))
    return Scored(run.id, run.name, run.project_id, float(run.score or 0.0), *shown)


def read_page(
    storage: Storage, version: DatasetVersion, start: int, limit: int
) -> Sequence[dict[str, Any]]:
    """Return some cases of a version, from the one at `start`; those before are passed over."""
    with opened(storage, version) as (folder, spec):
        cases: Iterator[dict[str, Any]] = iter(read_cases(spec, base=folder))
        return list(islice(cases, start, start + limit))


def _newest(session: Session, ids: list[str]) -> dict[str, DatasetVersion]:
    last = (
        select(DatasetVersion.dataset_id, func.max(DatasetVersion.number).label("number"))
        .where(DatasetVersion.dataset_id.in_(ids))
        .group_by(DatasetVersion.dataset_id)
        .subquery()
    )
    query = select(DatasetVersion).join(
        last,
        (DatasetVersion.dataset_id == last.c.dataset_id) & (DatasetVersion.number == last.c.number),
    )
    return {version.dataset_id: version for version in session.scalars(query)}

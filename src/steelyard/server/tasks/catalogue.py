"""Tasks and runs as lists show them: a row each, with the names and numbers one looks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import Session

from steelyard.server.db.tables import AgentRow, Dataset, DatasetVersion, Run, Schedule, Task

_TASK_ORDER: dict[str, Any] = {"created": Task.id, "name": Task.name, "score": Run.score}
_RUN_ORDER: dict[str, Any] = {
    "created": Run.id,
    "name": Run.name,
    "score": Run.score,
    "rows": Run.rows,
}


@dataclass(frozen=True, slots=True)
class Wish:
    """Which rows of a list are wanted; empty fields ask for nothing."""

    text: str = ""
    state: str = ""
    agent: str = ""
    gates: str = ""  # `passed` or `failed`
    archived: bool = False
    sort: str = "-created"
    skip: int = 0
    limit: int = 50


@dataclass(frozen=True, slots=True)
class TaskSeen:
    """A task in a list."""

    id: str
    name: str
    kind: str
    state: str
    priority: int
    progress: Mapping[str, Any]
    error: str | None
    created_at: datetime
    agent: str | None
    dataset: str | None
    schedule: str | None
    run_id: str | None
    headline: Mapping[str, Any] = field(default_factory=dict)


class Parts(NamedTuple):
    """What is evaluated on what, by name; None where the plan itself says it."""

    agent: str | None
    dataset: str | None


@dataclass(frozen=True, slots=True)
class Tasks:
    """A page of tasks, and how many there are."""

    items: list[TaskSeen]
    total: int


@dataclass(frozen=True, slots=True)
class Runs:
    """A page of runs, and how many there are."""

    items: list[Run]
    total: int


def list_tasks(session: Session, project_id: str, wish: Wish) -> Tasks:
    """Return tasks of a project with their agent, data, and what came out."""
    version = DatasetVersion
    query = (
        select(Task.id, Task.name, Task.kind, Task.state, Task.priority, Task.progress, Task.error,
               Task.created_at, AgentRow.name.label("agent"), Dataset.name.label("dataset"),
               version.number, Schedule.name.label("schedule"), Task.run_id, Run.headline)
        .outerjoin(AgentRow, AgentRow.id == Task.agent_id)
        .outerjoin(version, version.id == Task.dataset_version_id)
        .outerjoin(Dataset, Dataset.id == version.dataset_id)
        .outerjoin(Schedule, Schedule.id == Task.schedule_id)
        .outerjoin(Run, Run.id == Task.run_id)
        .where(Task.project_id == project_id)
    )  # fmt: skip
    if wish.state:
        query = query.where(Task.state == wish.state)
    if wish.agent:
        query = query.where(AgentRow.name == wish.agent)
    if wish.text:
        query = query.where(Task.name.icontains(wish.text, autoescape=True))
    if wish.gates:
        query = query.where(Task.gates_failed.is_(wish.gates == "failed"))
    rows = session.execute(_page(query, wish, _TASK_ORDER, Task.id)).all()
    return Tasks([_task(row) for row in rows], _count(session, query))


def list_runs(session: Session, project_id: str, wish: Wish) -> Runs:
    """Return runs of a project."""
    query = select(Run).where(Run.project_id == project_id)
    archived = Run.archived_at.is_not(None) if wish.archived else Run.archived_at.is_(None)
    query = query.where(archived)
    if wish.state:
        query = query.where(Run.state == wish.state)
    if wish.agent:
        query = query.where(Run.agent == wish.agent)
    if wish.text:
        query = query.where(Run.name.icontains(wish.text, autoescape=True))
    rows = list(session.scalars(_page(query, wish, _RUN_ORDER, Run.id)))
    return Runs(rows, _count(session, query))


def agents_in_use(session: Session, project_id: str) -> list[str]:
    """Return the names under which runs of a project say whom they asked."""
    query = select(Run.agent).where(Run.project_id == project_id, Run.agent.is_not(None))
    return sorted({name for name in session.scalars(query.distinct()) if name})


def list_schedules(session: Session, project_id: str) -> list[Schedule]:
    """Return the schedules of a project, those that are next first."""
    query = select(Schedule).where(Schedule.project_id == project_id)
    order = (Schedule.enabled.desc(), Schedule.next_at, Schedule.id)
    return list(session.scalars(query.order_by(*order)))


def named_parts(session: Session, schedules: Iterable[Schedule]) -> dict[str, Parts]:
    """Return what schedules evaluate, by their ids."""
    wanted = {one.id: one.task for one in schedules}
    agents = {task.get("agent_id") for task in wanted.values()}
    versions = {task.get("dataset_version_id") for task in wanted.values()}
    of_agents = select(AgentRow.id, AgentRow.name).where(AgentRow.id.in_(agents))
    agent_names = {row.id: row.name for row in session.execute(of_agents)}
    of_data = (
        select(DatasetVersion.id, Dataset.name, DatasetVersion.number)
        .join(Dataset, Dataset.id == DatasetVersion.dataset_id)
        .where(DatasetVersion.id.in_(versions))
    )
    data_names = {id_: f"{name} v{number}" for id_, name, number in session.execute(of_data)}
    return {
        id_: Parts(
            agent_names.get(task.get("agent_id") or ""),
            data_names.get(task.get("dataset_version_id") or ""),
        )
        for id_, task in wanted.items()
    }


def tasks_of_run(session: Session, run: Run) -> list[Task]:
    """Return the tasks that made or changed a run, the newest first."""
    query = select(Task).where(Task.run_id == run.id).order_by(Task.id.desc())
    return list(session.scalars(query))


def runs_made_of(session: Session, run: Run) -> list[Run]:
    """Return the runs that were made of this one by scoring with verdicts of people."""
    query = select(Run).where(Run.parent_id == run.id).order_by(Run.id.desc())
    return list(session.scalars(query))


def _page(
    query: Select[Any], wish: Wish, known: Mapping[str, Any], last: ColumnElement[str] | Any
) -> Select[Any]:
    by = known.get(wish.sort.removeprefix("-"), last)
    order = by.desc() if wish.sort.startswith("-") else by.asc()
    # Without a number is last either way; the newest first among equals.
    return query.order_by(by.is_(None), order, last.desc()).offset(wish.skip).limit(wish.limit)


def _count(session: Session, query: Select[Any]) -> int:
    return session.scalar(select(func.count()).select_from(query.subquery())) or 0


def _task(row: Any) -> TaskSeen:
    dataset = None if row.dataset is None else f"{row.dataset} v{row.number}"
    return TaskSeen(
        id=row.id,
        name=row.name,
        kind=row.kind,
        state=row.state,
        priority=row.priority,
        progress=row.progress,
        error=row.error,
        created_at=row.created_at,
        agent=row.agent,
        dataset=dataset,
        schedule=row.schedule,
        run_id=row.run_id,
        headline=row.headline or {},
    )

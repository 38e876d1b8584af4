"""Runs: the row of a bundle in the catalogue, with what lists need of its summary."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Select, Text, cast, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from steelyard import scorecards
from steelyard.bundle import Bundle, agent_name
from steelyard.errors import BundleError
from steelyard.i18n import t
from steelyard.server.db.base import now
from steelyard.server.db.tables import AgentRow, Dataset, DatasetVersion, Run, Task
from steelyard.server.db.texts import fitting
from steelyard.server.errors import ConflictError, NotFoundError
from steelyard.server.library.storage import open_storage
from steelyard.server.people import audit
from steelyard.server.people.policy import Actor
from steelyard.server.settings import Settings
from steelyard.server.tasks.states import ENDED


def run_of(session: Session, task: Task) -> Run:
    """Return the run of a task, made if it has none."""
    if task.run_id is not None:
        run = session.get(Run, task.run_id)
        assert run is not None
        return run
    agent = None if task.agent_id is None else session.get(AgentRow, task.agent_id)
    run = Run(
        project_id=task.project_id,
        name=task.name,
        path="",
        state="created",
        agent=None if agent is None else agent.name,
        dataset=_dataset_name(session, task),
        created_by=task.created_by,
    )
    session.add(run)
    session.flush()
    run.path = f"runs/{run.id}"
    task.run_id = run.id
    return run


def child_of(session: Session, actor: Actor, run: Run) -> Run:
    """Return a new run that is to be made of another one."""
    made = Run(
        project_id=run.project_id,
        name=run.name,
        path="",
        state="created",
        parent_id=run.id,
        agent=run.agent,
        dataset=run.dataset,
        tags=list(run.tags),
        created_by=actor.user_id,
    )
    session.add(made)
    session.flush()
    made.path = f"runs/{made.id}"
    return made


def folder(settings: Settings, run: Run) -> Path:
    """Return where the bundle of a run lies on this machine."""
    return open_storage(settings).run_folder(run.id)


def find_run(session: Session, project_id: str, run_id: str) -> Run:
    """Return a run of the project, or say that there is none."""
    run = session.get(Run, run_id)
    if run is None or run.project_id != project_id:
        raise NotFoundError(t("tasks.no_run", id=run_id[:100]))
    return run


def runs_of(
    project_id: str,
    *,
    text: str = "",
    agent: str | None = None,
    tag: str | None = None,
    parent_id: str | None = None,
    archived: bool = False,
) -> Select[Run]:
    """Return the query for the runs of a project."""
    query = select(Run).where(Run.project_id == project_id)
    if not archived:
        query = query.where(Run.archived_at.is_(None))
    if agent is not None:
        query = query.where(Run.agent == agent)
    if tag is not None:
        query = query.where(has_tag(Run.tags, tag))
    if parent_id is not None:
        query = query.where(Run.parent_id == parent_id)
    return query.where(Run.name.icontains(text, autoescape=True)) if text else query


def has_tag(tags: InstrumentedAttribute[list[Any]], tag: str) -> ColumnElement[bool]:
    """Return the condition that a list of tags holds one."""
    # The list is JSON; within it a tag stands in quotes, as the same writer writes it.
    return cast(tags, Text).contains(json.dumps(tag), autoescape=True)


def change_run(session: Session, actor: Actor, run: Run, **fields: Any) -> None:
    """Change what is given: name, tags, whether it is archived."""
    archived = fields.pop("archived", None)
    if archived is not None:
        fields["archived_at"] = (run.archived_at or now()) if archived else None
    before = {name: _plain(getattr(run, name)) for name in fields}
    for name, value in fields.items():
        setattr(run, name, value)
    after = {name: _plain(value) for name, value in fields.items()}
    audit.record(session, actor, "run.change", _subject(run), before=before, after=after)


def remove_run(session: Session, actor: Actor, run: Run) -> str:
    """Take a run out of the catalogue; the caller removes the returned path once that is done.

    Raises:
        ConflictError: a task is at work on it.
    """
    children = select(Run.id).where(Run.parent_id == run.id)
    concerned = select(Task).where(or_(Task.run_id == run.id, Task.run_id.in_(children)))
    tasks = list(session.scalars(concerned.with_for_update()))
    if any(task.state not in ENDED for task in tasks):
        raise ConflictError(t("tasks.run_in_use", name=run.name))
    for task in tasks:
        if task.run_id == run.id:
            task.run_id = None
    audit.record(session, actor, "run.remove", _subject(run), before={"name": run.name})
    session.delete(run)
    return run.path


def note(run: Run, found: Mapping[str, Any]) -> None:
    """Put in the row what `read_headline` found in the bundle."""
    for name, value in found.items():
        if name in ("agent", "dataset") and getattr(run, name) is not None:
            continue  # as the library calls it
        setattr(run, name, value)


def read_headline(path: Path) -> dict[str, Any] | None:
    """Return what the row of a run shows of its bundle; None when there is no bundle."""
    try:
        bundle = Bundle(path)
    except BundleError:
        return None
    values = bundle.manifest.values
    agent = agent_name(values.get("agent"))
    try:
        summary = bundle.summary()
    except BundleError:
        summary = {}
    first = scorecards.read_headline(summary)
    ended = values.get("finished_at")
    return {
        "state": str(bundle.state),
        "run_id": values["run_id"],
        "agent": None if agent is None else fitting(agent),
        "dataset": fitting(str(values["dataset"].get("path")), 300),
        "rows": bundle.rows if "asks" in values else None,
        "score": first.value,
        "headline": _headline(values, summary, first),
        "finished_at": None if ended is None else datetime.fromisoformat(ended),
    }


def _headline(
    values: Mapping[str, Any], summary: Mapping[str, Any], first: scorecards.Headline
) -> dict[str, Any]:
    gates = summary.get("gates") or []
    return {
        "measure": first.id,
        "score": first.value,
        "ci_low": first.ci_low,
        "ci_high": first.ci_high,
        "provenance": first.provenance,
        "coverage": first.coverage,
        "scorecard": (summary.get("scorecard") or {}).get("id"),
        "gates": len(gates),
        "gates_failed": [gate["text"] for gate in gates if not gate["passed"]],
        "counts": values.get("counts", {}),
        "duration_s": values.get("duration_s"),
    }


def _dataset_name(session: Session, task: Task) -> str | None:
    version = session.get(DatasetVersion, task.dataset_version_id or "")
    dataset = None if version is None else session.get(Dataset, version.dataset_id)
    return f"{dataset.name} v{version.number}" if version and dataset else None


def _plain(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value


def _subject(run: Run) -> audit.Subject:
    return audit.Subject(run.id, run.name, run.project_id)

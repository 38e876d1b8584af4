"""A plan as a person writes it here: its agent and its data are named as the library names them.

agent: demo-agent
dataset: bilingual-qa v2
scorecard: scorecards/ours.yaml
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import yaml
from sqlalchemy import select
from sqlalchemy.orm import Session

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.plan import make_plan
from steelyard.scorecards import template_names
from steelyard.server.db.tables import AgentRow, Dataset, DatasetVersion, Project, Run, Task
from steelyard.server.errors import NotFoundError
from steelyard.server.library import agents, datasets, documents
from steelyard.server.library.checks import FOLDERS
from steelyard.server.people.policy import Actor
from steelyard.server.settings import Settings
from steelyard.server.tasks.pace import Pace, pace_of
from steelyard.server.tasks.resolve import Wanted, read_plan, resolve

_VERSION = re.compile(r"(?P<name>.+) v(?P<number>\d{1,9})", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Choices:
    """What the library of a project offers a plan: names as they are written, and what they are."""

    agents: dict[str, str]  # name to its kind
    datasets: dict[str, int]  # name with version to its rows
    scorecards: dict[str, str]  # as written to its name


@dataclass(frozen=True, slots=True)
class Checked:
    """A plan that is in order: how much it asks, and at which pace its agent went so far."""

    name: str
    cases: int
    epochs: int
    conditions: int
    asks: int
    concurrency: int
    pace: Pace | None


def find_choices(session: Session, project_id: str) -> Choices:
    """Return what a plan of the project can name."""
    known = session.scalars(agents.agents_of(project_id).order_by(AgentRow.name))
    query = (
        select(Dataset.name, DatasetVersion.number, DatasetVersion.rows)
        .join(DatasetVersion, DatasetVersion.dataset_id == Dataset.id)
        .where(Dataset.project_id == project_id, Dataset.archived_at.is_(None))
        .order_by(Dataset.name, DatasetVersion.number.desc())
    )
    cards = {name: name for name in template_names()}
    for one in session.scalars(documents.documents_of(project_id, kind="scorecard")):
        if documents.newest_number(session, one) is not None:
            cards[f"{FOLDERS['scorecard']}/{one.name}.yaml"] = one.name
    return Choices(
        {agent.name: next(iter(agent.config), "") for agent in known},
        {f"{name} v{number}": rows for name, number, rows in session.execute(query)},
        cards,
    )


def read_wanted(session: Session, project_id: str, text: str) -> Wanted:
    """Return what a written plan wants evaluated.

    Raises:
        InputError: it is no plan, or says nothing of its agent or its data.
        NotFoundError: the project has no agent or dataset of that name.
    """
    content = read_plan(text)
    agent_id = None
    if isinstance(content.get("agent"), str):
        agent_id = _agent(session, project_id, content.pop("agent")).id
    elif not content.get("agent"):
        raise InputError(t("plans.no_agent"))
    given = content.pop("dataset", None)
    named = given.get("path") if isinstance(given, dict) else given
    if not isinstance(named, str) or not named.strip():
        raise InputError(t("tasks.no_dataset"))
    if isinstance(given, dict):
        content["dataset"] = given  # its steps; where it lies is the library's to say
    return Wanted(content, agent_id, _version(session, project_id, named).id)


def check_text(
    session: Session, actor: Actor, settings: Settings, project: Project, text: str
) -> Checked:
    """See whether a written plan is in order, and say how much it asks.

    Raises:
        PlanError, InputError, NotFoundError, ForbiddenError: see `read_wanted` and `resolve`.
    """
    wanted = read_wanted(session, project.id, text)
    found = resolve(session, actor, settings, project, wanted)
    pace = None if found.agent_id is None else pace_of(session, project.id, found.agent_id)
    return Checked(
        name=found.plan.name, concurrency=found.plan.run.concurrency, pace=pace, **found.estimate()
    )


def write_again(session: Session, task: Task) -> str:
    """Return the plan of a task as a person would write it, to be changed and queued again."""
    # Less what holds anyway: a person would not write it.
    plan = make_plan(task.plan, source=task.name).model_dump(mode="json", exclude_defaults=True)
    agent = session.get(AgentRow, task.agent_id or "")
    version = session.get(DatasetVersion, task.dataset_version_id or "")
    dataset = None if version is None else session.get(Dataset, version.dataset_id)
    given: Mapping[str, Any] = plan.get("dataset") or {}
    first: dict[str, Any] = {"name": task.name}
    first["agent"] = plan.get("agent") if agent is None else agent.name
    first["dataset"] = f"{dataset.name} v{version.number}" if version and dataset else None
    if given.get("steps"):
        first["dataset"] = {"path": first["dataset"], "steps": given["steps"]}
    return dump_plan({**first, **{k: v for k, v in plan.items() if k not in first}})


def write_again_of_run(session: Session, run: Run) -> str | None:
    """Return the plan by which a run was made here; None for one that was pushed."""
    query = select(Task).where(Task.run_id == run.id, Task.kind == "run").order_by(Task.id)
    task = session.scalar(query.limit(1))
    return None if task is None else write_again(session, task)


def dump_plan(content: Mapping[str, Any]) -> str:
    """Return a plan as YAML that reads well."""
    return yaml.safe_dump(dict(content), allow_unicode=True, sort_keys=False, width=100)


def _agent(session: Session, project_id: str, name: str) -> AgentRow:
    query = agents.agents_of(project_id).where(AgentRow.name == name.strip())
    if (found := session.scalar(query)) is None:
        raise NotFoundError(t("plans.no_such_agent", name=name[:200]))
    return found


def _version(session: Session, project_id: str, named: str) -> DatasetVersion:
    whole = named.strip()
    tried: list[tuple[str, int | None]] = [(whole, None)]  # a name may itself end like a version
    if (parts := _VERSION.fullmatch(whole)) is not None:
        tried.append((parts["name"], int(parts["number"])))
    for name, number in tried:
        query = datasets.datasets_of(project_id).where(Dataset.name == name)
        if (dataset := session.scalar(query)) is not None:
            return datasets.find_version(session, dataset, number)
    raise NotFoundError(t("plans.no_such_dataset", name=named[:200]))

"""The parts of a plan laid out on a worker's disk, and what the task may take from outside."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from steelyard.model import Outside
from steelyard.plan import Plan, make_plan
from steelyard.scorecards import Scorecard
from steelyard.server.db.tables import Project, Run, Task
from steelyard.server.library import datasets
from steelyard.server.library.algorithms import algorithms_of, refuse_disabled
from steelyard.server.library.intake import place_version
from steelyard.server.library.secrets import outside_of
from steelyard.server.library.storage import Storage, open_storage
from steelyard.server.settings import Settings
from steelyard.server.tasks.references import write_references
from steelyard.server.tasks.reviews import spoken
from steelyard.server.tasks.secrecy import secrets_in


@dataclass(frozen=True, slots=True)
class Source:
    """The run that another one is made of, and the verdicts that people gave on it."""

    path: Path
    overrides: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Laid:
    """A plan whose files lie in a folder; `outside` is what its project has, as far as named."""

    plan: Plan
    base: Path
    outside: Outside
    disabled: frozenset[str]
    source: Source | None = None

    def refuse_disabled(self, card: Scorecard) -> None:
        """Refuse what the project has disabled since the task was made.

        Raises:
            InputError: it uses such an algorithm.
        """
        refuse_disabled(self.disabled, algorithms_of(self.plan, card))


def lay_out(session: Session, settings: Settings, task: Task, folder: Path) -> Laid:
    """Lay out everything that the plan of a task names; may be done again.

    A worker that was believed dead may do it too: each file appears whole, or stays as it is.
    """
    folder.mkdir(parents=True, exist_ok=True)
    storage = open_storage(settings)
    content = dict(task.plan)
    if task.dataset_version_id is not None:
        version = datasets.find_version_by_id(session, task.project_id, task.dataset_version_id)
        place_version(storage, version, folder)
    write_references(session, storage, task.project_id, content, folder)
    plan = make_plan(content, source=task.name)
    outside = outside_of(session, settings, task.project_id, secrets_in(plan, task.kind))
    project = session.get(Project, task.project_id)
    assert project is not None
    disabled = frozenset(project.disabled_algorithms)
    return Laid(plan, folder, outside, disabled, _source(session, storage, task))


def _source(session: Session, storage: Storage, task: Task) -> Source | None:
    run = session.get(Run, task.run_id or "") if task.kind == "rescore" else None
    if run is None or run.parent_id is None:
        return None
    return Source(storage.run_folder(run.parent_id), spoken(session, run.parent_id))

"""How much is kept, by project and kind."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from typing import Literal, NamedTuple

from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from steelyard.server.db.tables import Dataset, DatasetVersion, Project, Run
from steelyard.server.library.storage import open_storage
from steelyard.server.settings import Settings

Kind = Literal["datasets", "runs"]


class Use(NamedTuple):
    """What one project keeps of one kind."""

    project_id: str
    project: str
    kind: Kind
    items: int
    size: int


class Place(NamedTuple):
    """A path in the storage, and whose it is."""

    project_id: str
    project: str
    path: str


class Usage(NamedTuple):
    """What is kept altogether.

    The same upload in two projects is kept once and counted in both. `unclaimed` belongs to no
    project: it is under way, or left over from something that was removed.
    """

    uses: list[Use]
    stored: int
    unclaimed: int
    database: int
    free: int


def storage_use(session: Session, settings: Settings) -> Usage:
    """Look through the storage; this takes a while when there is much in it."""
    storage = open_storage(settings)
    sizes = storage.sizes()
    objects = _objects(session)
    runs = _runs(session)
    claimed = {place.path for place in (*objects, *runs)}
    return Usage(
        uses=[*_sum("datasets", objects, sizes), *_sum("runs", runs, sizes)],
        stored=sum(sizes.values()),
        unclaimed=sum(size for path, size in sizes.items() if path not in claimed),
        database=_database_size(session, settings),
        free=shutil.disk_usage(storage.scratch).free,
    )


def _objects(session: Session) -> list[Place]:
    query = (
        select(Project.id, Project.name, DatasetVersion.path)
        .join(Dataset, Dataset.project_id == Project.id)
        .join(DatasetVersion, DatasetVersion.dataset_id == Dataset.id)
        .distinct()
    )
    return [Place(*row) for row in session.execute(query)]


def _runs(session: Session) -> list[Place]:
    query = select(Project.id, Project.name, Run.path).join(Run, Run.project_id == Project.id)
    return [Place(*row) for row in session.execute(query)]


def _sum(kind: Kind, rows: Iterable[Place], sizes: dict[str, int]) -> list[Use]:
    found: dict[tuple[str, str], list[int]] = {}
    for project_id, project, path in rows:
        found.setdefault((project_id, project), []).append(sizes.get(path, 0))
    return [
        Use(project_id, project, kind, len(each), sum(each))
        for (project_id, project), each in sorted(found.items(), key=lambda pair: pair[0][1])
    ]


def _database_size(session: Session, settings: Settings) -> int:
    if settings.on_sqlite:
        pages = session.scalar(text("PRAGMA page_count")) or 0
        return int(pages * (session.scalar(text("PRAGMA page_size")) or 0))
    return int(session.scalar(select(func.pg_database_size(func.current_database()))) or 0)

"""Datasets of a project and their versions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt
import orjson
from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from steelyard.cases import read_cases
from steelyard.i18n import t
from steelyard.server.db.base import now
from steelyard.server.db.tables import Dataset, DatasetVersion, Schedule, Task
from steelyard.server.errors import ConflictError, NotFoundError
from steelyard.server.library.intake import Taken, opened
from steelyard.server.library.storage import Storage
from steelyard.server.people import audit
from steelyard.server.people.policy import Actor


def create_dataset(
    session: Session, actor: Actor, project_id: str, name: str, description: str = ""
) -> Dataset:
    """Make a dataset without any version yet."""
    _free_name(session, project_id, name)
    dataset = Dataset(project_id=project_id, name=name, description=description)
    session.add(dataset)
    session.flush()
    audit.record(session, actor, "dataset.create", _subject(dataset), after={"name": name})
    return dataset


def refuse_taken_name(session: Session, project_id: str, name: str) -> None:
    """Refuse a name that a dataset of the project has, archived ones too.

    Raises:
        ConflictError: it is taken.
    """
    _free_name(session, project_id, name)


def find_dataset(session: Session, project_id: str, dataset_id: str) -> Dataset:
    """Return a dataset of the project, or say that there is none."""
    dataset = session.get(Dataset, dataset_id)
    if dataset is None or dataset.project_id != project_id:
        raise NotFoundError(t("library.no_dataset", id=dataset_id[:100]))
    return dataset


def datasets_of(project_id: str, *, text: str = "", archived: bool = False) -> Select[Dataset]:
    """Return the query for the datasets of a project whose name holds a text."""
    query = select(Dataset).where(Dataset.project_id == project_id)
    if not archived:
        query = query.where(Dataset.archived_at.is_(None))
    return query.where(Dataset.name.icontains(text, autoescape=True)) if text else query


def change_dataset(session: Session, actor: Actor, dataset: Dataset, **fields: Any) -> None:
    """Change name, description, or whether it is archived."""
    archived = fields.pop("archived", None)
    if "name" in fields and fields["name"] != dataset.name:
        _free_name(session, dataset.project_id, fields["name"])
    before: dict[str, Any] = {name: getattr(dataset, name) for name in fields}
    after = dict(fields)
    if archived is not None:
        before["archived"], after["archived"] = dataset.archived_at is not None, archived
        dataset.archived_at = (dataset.archived_at or now()) if archived else None
    for name, value in fields.items():
        setattr(dataset, name, value)
    audit.record(session, actor, "dataset.change", _subject(dataset), before=before, after=after)


def remove_dataset(session: Session, actor: Actor, dataset: Dataset) -> bool:
    """Remove a dataset; one that tasks have used is archived. Returns whether it is gone."""
    versions = versions_of(session, dataset)
    if _is_used(session, dataset, [version.id for version in versions]):
        dataset.archived_at = dataset.archived_at or now()
        audit.record(session, actor, "dataset.archive", _subject(dataset))
        return False
    for version in reversed(versions):  # the last ones may come from the first
        session.delete(version)
        session.flush()
    session.delete(dataset)
    before = {"name": dataset.name, "versions": [version.sha256 for version in versions]}
    audit.record(session, actor, "dataset.remove", _subject(dataset), before=before)
    return True


def add_version(
    session: Session, actor: Actor, dataset: Dataset, taken: Taken
) -> tuple[DatasetVersion, bool]:
    """Add what was taken in as the newest version; the same content read alike is there once.

    Returns:
        The version, and whether it is new.
    """
    same = select(DatasetVersion).where(
        DatasetVersion.dataset_id == dataset.id, DatasetVersion.sha256 == taken.sha256
    )
    for version in session.scalars(same):
        if version.spec == taken.spec:
            return version, False
    number = session.scalar(
        select(func.max(DatasetVersion.number)).where(DatasetVersion.dataset_id == dataset.id)
    )
    version = DatasetVersion(
        dataset_id=dataset.id,
        number=(number or 0) + 1,
        sha256=taken.sha256,
        path=taken.path,
        file_name=taken.file_name,
        size=taken.size,
        rows=taken.profile["cases"],
        rejected=taken.profile["rows_rejected"],
        spec=taken.spec,
        profile=taken.profile,
        parent_id=taken.parent_id,
        steps=taken.steps,
        created_by=actor.user_id,
    )
    session.add(version)
    session.flush()
    after = {"number": version.number, "sha256": version.sha256, "steps": version.steps}
    audit.record(session, actor, "dataset.version", _subject(dataset), after=after)
    return version, True


def versions_of(session: Session, dataset: Dataset) -> list[DatasetVersion]:
    """Return the versions of a dataset, the first one first."""
    query = select(DatasetVersion).where(DatasetVersion.dataset_id == dataset.id)
    return list(session.scalars(query.order_by(DatasetVersion.number)))


def find_version(session: Session, dataset: Dataset, number: int | None = None) -> DatasetVersion:
    """Return a version by its number; the newest by default."""
    query = select(DatasetVersion).where(DatasetVersion.dataset_id == dataset.id)
    if number is not None:
        query = query.where(DatasetVersion.number == number)
    version = session.scalar(query.order_by(DatasetVersion.number.desc()).limit(1))
    if version is None:
        shown = t("library.newest") if number is None else number
        raise NotFoundError(t("library.no_version", name=dataset.name, number=shown))
    return version


def find_version_by_id(session: Session, project_id: str, version_id: str) -> DatasetVersion:
    """Return a version of any dataset of the project."""
    version = session.get(DatasetVersion, version_id)
    if version is not None:
        find_dataset(session, project_id, version.dataset_id)
        return version
    raise NotFoundError(t("library.no_dataset", id=version_id[:100]))


def lineage(session: Session, version: DatasetVersion) -> list[DatasetVersion]:
    """Return what a version was made from, step by step, itself first."""
    found = [version]
    while found[-1].parent_id is not None:
        parent = session.get(DatasetVersion, found[-1].parent_id)
        if parent is None:
            break
        found.append(parent)
    return found


@dataclass(frozen=True, slots=True)
class VersionDiff:
    """How many cases two versions share; `changed` have the same id and other content."""

    same: int
    changed: int
    added: int
    removed: int


def diff_versions(storage: Storage, old: DatasetVersion, new: DatasetVersion) -> VersionDiff:
    """Compare two versions case by case, in 16 bytes of memory per case."""
    before, after = _hashes(storage, old), _hashes(storage, new)
    _, at, to = np.intersect1d(before[:, 0], after[:, 0], return_indices=True)
    same = int((before[at, 1] == after[to, 1]).sum())
    both = len(at)
    return VersionDiff(same, both - same, len(after) - both, len(before) - both)


def clear_orphans(session: Session, storage: Storage, *, hours: float = 24) -> int:
    """Remove objects that no version names; return how many there were.

    One that was put there lately may belong to an upload that is not in the catalogue yet.
    """
    count = 0
    for path in list(storage.objects(now() - timedelta(hours=hours))):
        named = select(DatasetVersion.id).where(DatasetVersion.path == path).limit(1)
        if session.scalar(named) is None:
            storage.remove(path)
            count += 1
    return count


def _hashes(storage: Storage, version: DatasetVersion) -> npt.NDArray[np.uint64]:
    """Return a hash of the id and one of the whole of every case."""
    found = bytearray()
    with opened(storage, version) as (folder, spec):
        for record in read_cases(spec, base=folder):
            whole = orjson.dumps(record, option=orjson.OPT_SORT_KEYS)
            found += blake2b(record["case_id"].encode(), digest_size=8).digest()
            found += blake2b(whole, digest_size=8).digest()
    return np.frombuffer(bytes(found), dtype=np.uint64).reshape(-1, 2)


def _is_used(session: Session, dataset: Dataset, versions: list[str]) -> bool:
    query = select(Task.id).where(Task.dataset_version_id.in_(versions)).limit(1)
    if session.scalar(query) is not None:
        return True
    children = select(DatasetVersion.id).where(
        DatasetVersion.parent_id.in_(versions), DatasetVersion.dataset_id != dataset.id
    )
    if session.scalar(children.limit(1)) is not None:
        return True
    tasks = session.scalars(select(Schedule.task).where(Schedule.project_id == dataset.project_id))
    return any(
        task.get("dataset_id") == dataset.id or task.get("dataset_version_id") in versions
        for task in tasks
    )


def _free_name(session: Session, project_id: str, name: str) -> None:
    taken = select(Dataset.id).where(Dataset.project_id == project_id, Dataset.name == name)
    if session.scalar(taken) is not None:
        raise ConflictError(t("library.name_taken", name=name))


def _subject(dataset: Dataset) -> audit.Subject:
    return audit.Subject(dataset.id, dataset.name, dataset.project_id)

"""Versions of a dataset: upload, look at, process, compare, download."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from steelyard.api.files import (
    BINARY_BODY,
    Catalogue,
    Kept,
    Upload,
    download,
    file_of,
    received,
    record_download,
    upload,
)
from steelyard.api.guard import needs
from steelyard.api.route import Router, run_long
from steelyard.api.session import Configured, Reading
from steelyard.server.db.tables import DatasetVersion
from steelyard.server.library import datasets, intake, pooled_reading
from steelyard.server.library.storage import pieces, scratch_file
from steelyard.server.people import audit
from steelyard.server.people.policy import Actor, Role

router = Router(prefix="/projects/{project}/datasets/{dataset}/versions", tags=["datasets"])
Viewer = Annotated[Actor, needs(Role.VIEWER)]
Looker = Annotated[Actor, needs(Role.VIEWER, in_archived=True)]
Evaluator = Annotated[Actor, needs(Role.EVALUATOR)]
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]


class VersionOut(BaseModel):
    """One content of a dataset; it never changes."""

    id: str
    number: int
    sha256: str
    file_name: str
    size: int
    rows: int
    rejected: int
    reading: dict[str, Any]
    parent_id: str | None
    steps: list[Any]
    created_at: datetime
    created_by: str | None

    @classmethod
    def of(cls, version: DatasetVersion) -> VersionOut:
        """Return what is shown of a version."""
        names = set(cls.model_fields) - {"reading"}
        known = {name: getattr(version, name) for name in names}
        return cls(**known, reading=version.spec)


class VersionShown(VersionOut):
    """A version with what is in it."""

    profile: dict[str, Any]


class StepsIn(BaseModel):
    """Processing steps, as the `dataset:` of a plan has them."""

    steps: list[str | dict[str, Any]] = Field(max_length=100)
    seed: int = Field(default=0, ge=0, le=2**31 - 1)


class PreviewIn(StepsIn):
    """Steps to look at; none shows the rows as they are."""

    steps: list[str | dict[str, Any]] = Field(default=[], max_length=100)
    limit: int = Field(default=20, ge=1, le=200)


class PreviewOut(BaseModel):
    """Rows before and after; `after` is null for a row that a step takes away."""

    looked_at: int
    rows: list[dict[str, Any]]
    steps: list[dict[str, Any]]


class DiffOut(BaseModel):
    """How many cases two versions share; `changed` have the same id and other content."""

    same: int
    changed: int
    added: int
    removed: int


@router.get("")
def list_versions(project: str, dataset: str, session: Reading, _: Viewer) -> list[VersionOut]:
    """List the versions of a dataset."""
    found = datasets.find_dataset(session, project, dataset)
    return [VersionOut.of(version) for version in datasets.versions_of(session, found)]


@router.post("", status_code=201, openapi_extra=BINARY_BODY)
async def upload_version(
    project: str,
    dataset: str,
    actor: Evaluator,
    given: Annotated[Upload, Depends(upload)],
    request: Request,
    storage: Kept,
    settings: Configured,
    catalogue: Catalogue,
) -> VersionShown:
    """Upload a file, as the whole body, as the newest version; known content makes no new one."""

    def find() -> None:
        with catalogue.reading() as session:
            datasets.find_dataset(session, project, dataset)

    def add(taken: intake.Taken) -> VersionShown:
        with catalogue.transaction() as session:
            found = datasets.find_dataset(session, project, dataset)
            version, _ = datasets.add_version(session, actor, found, taken)
            return _shown(version)

    await run_in_threadpool(find)
    async with received(request, storage) as file:
        taken = await run_long(pooled_reading.take_in, settings, file, *given)
    return await run_in_threadpool(add, taken)


@router.get("/{number}")
def show_version(
    project: str, dataset: str, number: Number, session: Reading, _: Viewer
) -> VersionShown:
    """Show one version with its profile."""
    return _shown(_find(session, project, dataset, number))


@router.get(
    "/{number}/file",
    response_class=StreamingResponse,
    responses=file_of("application/octet-stream"),
)
def download_version(
    project: str,
    dataset: str,
    number: Number,
    catalogue: Catalogue,
    actor: Viewer,
    storage: Kept,
) -> StreamingResponse:
    """Download the file of a version as it was uploaded."""
    with catalogue.reading() as session:
        version = _find(session, project, dataset, number)
    stream = storage.open(version.path)
    subject = audit.Subject(dataset, version.file_name, project)
    record_download(catalogue, actor, "dataset.download", subject, number=number)
    return download(pieces(stream), version.file_name, "application/octet-stream")


@router.get(
    "/{number}/rejects",
    response_class=StreamingResponse,
    responses=file_of("application/jsonl"),
)
def download_rejects(
    project: str,
    dataset: str,
    number: Number,
    catalogue: Catalogue,
    actor: Viewer,
    storage: Kept,
    settings: Configured,
) -> StreamingResponse:
    """Download the rows that were set aside, with their reasons, as JSON lines."""
    with catalogue.reading() as session:
        version = _find(session, project, dataset, number)
    with scratch_file(storage.scratch) as file:
        pooled_reading.write_rejects(settings, version, file)
        stream = file.open("rb")  # the file is gone with its name; the stream still has it
    subject = audit.Subject(dataset, version.file_name, project)
    record_download(catalogue, actor, "dataset.download", subject, number=number, part="rejects")
    return download(pieces(stream), "rejects.jsonl", "application/jsonl")


@router.get("/{number}/lineage")
def show_lineage(
    project: str, dataset: str, number: Number, session: Reading, _: Viewer
) -> list[VersionOut]:
    """Show what a version was made from, itself first."""
    version = _find(session, project, dataset, number)
    return [VersionOut.of(one) for one in datasets.lineage(session, version)]


@router.get("/{number}/diff")
def diff_versions(
    project: str,
    dataset: str,
    number: Number,
    against: Annotated[int, Query(ge=1, le=2**31 - 1)],
    catalogue: Catalogue,
    _: Viewer,
    settings: Configured,
) -> DiffOut:
    """Count how the cases of a version differ from those of another one."""
    with catalogue.reading() as session:
        new = _find(session, project, dataset, number)
        old = _find(session, project, dataset, against)
    found = pooled_reading.diff_versions(settings, old, new)
    return DiffOut.model_validate(found, from_attributes=True)


@router.post("/{number}/preview")
def preview_version(
    project: str,
    dataset: str,
    number: Number,
    given: PreviewIn,
    catalogue: Catalogue,
    _: Looker,
    settings: Configured,
) -> PreviewOut:
    """Show rows of a version, and what steps would make of them; nothing is kept."""
    with catalogue.reading() as session:
        version = _find(session, project, dataset, number)
    found = pooled_reading.preview(
        settings, version, given.steps, seed=given.seed, limit=given.limit
    )
    return PreviewOut.model_validate(found, from_attributes=True)


@router.post("/{number}/process", status_code=201)
def process_version(
    project: str,
    dataset: str,
    number: Number,
    given: StepsIn,
    catalogue: Catalogue,
    settings: Configured,
    actor: Evaluator,
) -> VersionShown:
    """Carry out steps on a version; what comes out is the newest one, and knows its parent."""
    with catalogue.reading() as session:
        version = _find(session, project, dataset, number)
    taken = pooled_reading.process(settings, version, given.steps, given.seed)
    with catalogue.transaction() as session:
        found = datasets.find_dataset(session, project, dataset)
        made, _ = datasets.add_version(session, actor, found, taken)
        return _shown(made)


def _find(session: Reading, project: str, dataset: str, number: int) -> DatasetVersion:
    found = datasets.find_dataset(session, project, dataset)
    return datasets.find_version(session, found, number)


def _shown(version: DatasetVersion) -> VersionShown:
    known = VersionOut.of(version).model_dump()
    return VersionShown(**known, profile=version.profile)

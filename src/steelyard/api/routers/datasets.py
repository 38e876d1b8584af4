"""Datasets of a project; what they hold is in their versions."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from fastapi import Depends, Query, Request, Response
from pydantic import BaseModel, Field
from sqlalchemy import Row

from steelyard.api.files import BINARY_BODY, Kept, Upload, received, upload
from steelyard.api.guard import needs
from steelyard.api.match import IfMatch, refuse_stale, tagged
from steelyard.api.once import Repeatable
from steelyard.api.paging import Page, Paging, page_of, paging, part_of
from steelyard.api.route import Router, run_long
from steelyard.api.session import Configured, Reading, Writing
from steelyard.server.db.tables import Dataset
from steelyard.server.library import datasets, pooled_reading
from steelyard.server.people.policy import Actor, Role

router = Router(prefix="/projects/{project}/datasets", tags=["datasets"])
Viewer = Annotated[Actor, needs(Role.VIEWER)]
Evaluator = Annotated[Actor, needs(Role.EVALUATOR)]
Manager = Annotated[Actor, needs(Role.MANAGER)]
Name = Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]


class DatasetOut(BaseModel):
    """A dataset."""

    id: str
    name: str
    description: str
    archived: bool
    created_at: datetime

    @classmethod
    def of(cls, dataset: Dataset | Row[Any]) -> DatasetOut:
        """Return what is shown of a dataset."""
        return cls(
            id=dataset.id,
            name=dataset.name,
            description=dataset.description,
            archived=dataset.archived_at is not None,
            created_at=dataset.created_at,
        )


_LISTED: list[Any] = [getattr(Dataset, name) for name in ("id", "name", "description")]
_LISTED += [Dataset.archived_at, Dataset.created_at]


class DatasetIn(BaseModel):
    """A new dataset; its cases are uploaded as versions."""

    name: Name
    description: str = Field(default="", max_length=10_000)


class DatasetChange(BaseModel):
    """What is to change; what is not given stays."""

    name: Name | None = None
    description: str | None = Field(default=None, max_length=10_000)
    archived: bool | None = None


class CheckOut(BaseModel):
    """How a file would be read, and what is in it, with its first row errors."""

    reading: dict[str, Any]
    profile: dict[str, Any]


class Removed(BaseModel):
    """Whether a thing is gone; one that was used is archived instead."""

    removed: bool


@router.get("")
def list_datasets(
    project: str,
    session: Reading,
    _: Viewer,
    wanted: Annotated[Paging, Depends(paging)],
    *,
    text: Annotated[str, Query(max_length=200)] = "",
    archived: bool = False,
) -> Page[DatasetOut]:
    """List datasets, in the order they were made."""
    query = datasets.datasets_of(project, text=text, archived=archived)
    rows = session.execute(part_of(query, Dataset.id, wanted).with_only_columns(*_LISTED))
    return page_of([DatasetOut.of(one) for one in rows], wanted, lambda one: one.id)


@router.post("", status_code=201)
def create_dataset(
    project: str, given: DatasetIn, session: Writing, actor: Evaluator, once: Repeatable
) -> DatasetOut:
    """Make a dataset, to upload versions to."""

    def make() -> DatasetOut:
        made = datasets.create_dataset(session, actor, project, given.name, given.description)
        return DatasetOut.of(made)

    return once(session, actor, given, DatasetOut, make)


@router.post("/check", openapi_extra=BINARY_BODY)
async def check_upload(
    _: Evaluator,
    given: Annotated[Upload, Depends(upload)],
    request: Request,
    storage: Kept,
    settings: Configured,
) -> CheckOut:
    """Read a file through without keeping it: row errors, profile, how it would be read."""
    async with received(request, storage) as file:
        spec, profile = await run_long(pooled_reading.check_upload, settings, file, *given)
    return CheckOut(reading=spec, profile=profile)


@router.get("/{dataset}")
def show_dataset(
    project: str, dataset: str, session: Reading, _: Viewer, response: Response
) -> DatasetOut:
    """Show one dataset."""
    shown = DatasetOut.of(datasets.find_dataset(session, project, dataset))
    tagged(response, shown)
    return shown


@router.patch("/{dataset}")
def change_dataset(
    project: str,
    dataset: str,
    given: DatasetChange,
    session: Writing,
    actor: Evaluator,
    response: Response,
    if_match: IfMatch = None,
) -> DatasetOut:
    """Change a dataset; an archived one is hidden."""
    found = datasets.find_dataset(session, project, dataset)
    refuse_stale(if_match, DatasetOut.of(found))
    fields = given.model_dump(exclude_unset=True, exclude_none=True)
    datasets.change_dataset(session, actor, found, **fields)
    tagged(response, DatasetOut.of(found))
    return DatasetOut.of(found)


@router.delete("/{dataset}")
def remove_dataset(project: str, dataset: str, session: Writing, actor: Manager) -> Removed:
    """Remove a dataset; one that was used is archived instead."""
    found = datasets.find_dataset(session, project, dataset)
    return Removed(removed=datasets.remove_dataset(session, actor, found))

"""Runs: lists with their headline, rows, downloads, and runs pushed from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field
from sqlalchemy import Row

from steelyard.api.files import (
    BINARY_BODY,
    Catalogue,
    Kept,
    download,
    file_of,
    received,
    record_download,
)
from steelyard.api.guard import needs
from steelyard.api.match import IfMatch, refuse_stale, tagged
from steelyard.api.once import Repeatable
from steelyard.api.paging import Page, Paging, page_of, paging, part_of
from steelyard.api.route import Router, run_long
from steelyard.api.routers.tasks import TaskOut
from steelyard.api.session import Configured, Reading, Writing
from steelyard.bundle import Bundle, zipped
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.report import suffix_of
from steelyard.server.db.tables import Run
from steelyard.server.errors import NotFoundError
from steelyard.server.library.storage import pieces
from steelyard.server.people import audit
from steelyard.server.people.policy import Actor, Role
from steelyard.server.tasks import downloads, manage, reviews, rows, runs, transfer
from steelyard.server.tasks.results_reader import results_of

router = Router(prefix="/projects/{project}/runs", tags=["runs"])
Viewer = Annotated[Actor, needs(Role.VIEWER)]
Evaluator = Annotated[Actor, needs(Role.EVALUATOR)]
Manager = Annotated[Actor, needs(Role.MANAGER)]
_TYPES = {
    "html": "text/html",
    "md": "text/markdown",
    "json": "application/json",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
    "junit": "application/xml",
    "summary": "text/markdown",
    "parquet": "application/vnd.apache.parquet",
    "zip": "application/zip",
}


class RunOut(BaseModel):
    """A run with what lists show of it."""

    id: str
    name: str
    state: str
    run_id: str | None
    parent_id: str | None
    agent: str | None
    dataset: str | None
    rows: int | None
    score: float | None
    headline: dict[str, Any]
    tags: list[str]
    archived: bool
    created_at: datetime
    created_by: str | None
    finished_at: datetime | None

    @classmethod
    def of(cls, run: Run | Row[Any]) -> RunOut:
        """Return what is shown of a run."""
        known = {name: getattr(run, name) for name in cls.model_fields if name != "archived"}
        return cls(**known, archived=run.archived_at is not None)


_LISTED = [getattr(Run, name) for name in {*RunOut.model_fields, "archived_at"} - {"archived"}]


class RunChange(BaseModel):
    """What is to change; what is not given stays."""

    name: str | None = Field(default=None, min_length=1, max_length=200)
    tags: list[Annotated[str, Field(min_length=1, max_length=60)]] | None = Field(
        default=None, max_length=50
    )
    archived: bool | None = None


class ScoringIn(BaseModel):
    """Parts of the plan that scoring anew replaces: scorers, scorecard, params, gates, ..."""

    changes: dict[str, Any] = Field(default={}, max_length=20)
    overrides: bool = Field(
        default=False,
        description="score with the verdicts that people gave; the run stays, another is made",
    )


class RowsOut(BaseModel):
    """A page of rows; `next` is the cursor of the next, None at the end."""

    columns: list[str]
    rows: list[dict[str, Any]]
    total: int | None
    next: str | None


@router.get("")
def list_runs(
    project: str,
    session: Reading,
    _: Viewer,
    wanted: Annotated[Paging, Depends(paging)],
    *,
    text: Annotated[str, Query(max_length=200)] = "",
    agent: Annotated[str | None, Query(max_length=200)] = None,
    tag: Annotated[str | None, Query(max_length=60)] = None,
    parent: Annotated[str | None, Query(max_length=22)] = None,
    archived: bool = False,
) -> Page[RunOut]:
    """List runs, the newest first."""
    query = runs.runs_of(
        project, text=text, agent=agent, tag=tag, parent_id=parent, archived=archived
    )
    query = part_of(query, Run.id, wanted, newest=True)
    found = session.execute(query.with_only_columns(*_LISTED))
    return page_of([RunOut.of(row) for row in found], wanted, lambda one: one.id)


@router.post("", status_code=201, openapi_extra=BINARY_BODY)
async def push_run(
    project: str,
    request: Request,
    storage: Kept,
    settings: Configured,
    database: Catalogue,
    actor: Evaluator,
) -> RunOut:
    """Take in a finished run: the body is the zip of its bundle."""

    def add(run_id: str) -> RunOut:
        try:
            with database.transaction() as session:
                return RunOut.of(transfer.add_run(session, actor, storage, project, run_id))
        except Exception:
            storage.remove(f"runs/{run_id}")
            raise

    async with received(request, storage) as file:
        run_id = await run_long(transfer.take_pushed_run, settings, file)
        return await run_in_threadpool(add, run_id)


@router.get("/{run}")
def show_run(project: str, run: str, session: Reading, _: Viewer, response: Response) -> RunOut:
    """Show one run."""
    shown = RunOut.of(runs.find_run(session, project, run))
    tagged(response, shown)
    return shown


@router.patch("/{run}")
def change_run(
    project: str,
    run: str,
    given: RunChange,
    session: Writing,
    actor: Evaluator,
    response: Response,
    if_match: IfMatch = None,
) -> RunOut:
    """Change the name or the tags of a run, or archive it."""
    found = runs.find_run(session, project, run)
    refuse_stale(if_match, RunOut.of(found))
    fields = given.model_dump(exclude_unset=True)
    kept = {name: value for name, value in fields.items() if value is not None}
    runs.change_run(session, actor, found, **kept)
    shown = RunOut.of(found)
    tagged(response, shown)
    return shown


@router.delete("/{run}", status_code=204)
def remove_run(project: str, run: str, database: Catalogue, storage: Kept, actor: Manager) -> None:
    """Remove a run for good, with everything in it."""
    with database.transaction() as session:
        path = runs.remove_run(session, actor, runs.find_run(session, project, run))
    storage.remove(path)
    downloads.remove_cached(storage, path)


@router.get("/{run}/summary")
def show_summary(
    project: str, run: str, session: Reading, storage: Kept, _: Viewer
) -> dict[str, Any]:
    """Return what the run comes to: indicators, overall score, gates, breakdowns."""
    found = runs.find_run(session, project, run)
    return Bundle(storage.run_folder(found.id)).summary()


async def _look(
    *,
    where: Annotated[
        list[Annotated[str, Query(max_length=500)]] | None,
        Query(alias="filter", max_length=20, description="`column:op:value`"),
    ] = None,
    sort: Annotated[str, Query(max_length=100, description="`-column`: largest first")] = "row",
    text: Annotated[str, Query(max_length=200, description="in input, output, …")] = "",
    cursor: Annotated[str | None, Query(max_length=5000)] = None,
    skip: Annotated[int, Query(ge=0, le=10_000_000, description="rows to leave out")] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    count: Annotated[bool, Query(description="whether to say how many there are")] = True,
    column: Annotated[
        list[Annotated[str, Query(max_length=100)]] | None, Query(max_length=200)
    ] = None,
) -> rows.Look:
    filters = [rows.Filter.of(text) for text in where or ()]
    return rows.Look(filters, text, None, sort, cursor, skip, limit, column or (), count)


@router.get("/{run}/rows")
def list_rows(
    project: str,
    run: str,
    session: Reading,
    storage: Kept,
    _: Viewer,
    look: Annotated[rows.Look, Depends(_look)],
    *,
    tag: Annotated[str | None, Query(max_length=60)] = None,
    reviewed: reviews.Reviewed | None = None,
) -> RowsOut:
    """Return rows of the results table, filtered and sorted."""
    found = runs.find_run(session, project, run)
    look = replace(look, only=reviews.rows_with(session, found, tag=tag, reviewed=reviewed))
    page = results_of(session, found, storage.run_folder(found.id)).read(rows.read_rows, look)
    return RowsOut(columns=page.columns, rows=page.rows, total=page.total, next=page.cursor)


@router.get("/{run}/rows/{row}")
def show_row(
    project: str,
    run: str,
    row: Annotated[int, Path(ge=0, le=2**53)],
    session: Reading,
    storage: Kept,
    _: Viewer,
) -> dict[str, Any]:
    """Return one row, whole."""
    found = runs.find_run(session, project, run)
    shown = results_of(session, found, storage.run_folder(found.id)).read(rows.read_row, row)
    if shown is None:
        raise NotFoundError(t("tasks.no_row", row=row))
    return shown


@router.get(
    "/{run}/download",
    response_class=StreamingResponse,
    responses=file_of(*_TYPES.values(), "application/octet-stream"),
)
def download_run(
    project: str,
    run: str,
    catalogue: Catalogue,
    storage: Kept,
    actor: Viewer,
    *,
    to: Annotated[str, Query(alias="format", max_length=20)] = "zip",
) -> StreamingResponse:
    """Download a run: its bundle (zip), its table (parquet), or its report (html, json, ...)."""
    with catalogue.reading() as session:
        found = runs.find_run(session, project, run)
    if to not in transfer.report_formats():
        allowed = ", ".join(transfer.report_formats())
        raise InputError(t("tasks.bad_format", found=to, allowed=allowed))
    folder = storage.run_folder(found.id)
    media_type, name = _TYPES.get(to, "application/octet-stream"), f"{found.name}.{suffix_of(to)}"
    if to == "zip":
        Bundle(folder)  # says so before the download begins when there is none
        content: Iterable[bytes] = zipped(folder)
    else:
        content = pieces(downloads.open_report(storage, folder, to))
    subject = audit.Subject(found.id, found.name, project)
    record_download(catalogue, actor, "run.download", subject, format=to)
    return download(content, name, media_type)


@router.post("/{run}/retry", status_code=201)
def retry_failed(
    project: str, run: str, session: Writing, actor: Evaluator, once: Repeatable
) -> TaskOut:
    """Queue that the cases which got no answer are asked again; the others stay as they are."""

    def make() -> TaskOut:
        found = runs.find_run(session, project, run)
        return TaskOut.of(manage.retry_failed(session, actor, found))

    return once(session, actor, None, TaskOut, make)


@router.post("/{run}/rescore", status_code=201)
def rescore(
    project: str,
    run: str,
    given: ScoringIn,
    session: Writing,
    settings: Configured,
    actor: Evaluator,
    once: Repeatable,
) -> TaskOut:
    """Queue that the run is scored anew, without asking its agent."""

    def make() -> TaskOut:
        found = runs.find_run(session, project, run)
        score = manage.rescore_overruled if given.overrides else manage.rescore
        return TaskOut.of(score(session, actor, settings, found, given.changes))

    return once(session, actor, given, TaskOut, make)

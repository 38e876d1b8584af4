"""The audit trail: managers see their project's, administrators all of it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, Literal

import orjson
from fastapi import Depends, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import AwareDatetime, BaseModel

from steelyard.api.files import download, file_of, record_download
from steelyard.api.guard import needs
from steelyard.api.paging import Page, Paging, page_of, paging
from steelyard.api.route import Router
from steelyard.api.session import Reading
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.server.db.tables import AuditEntry
from steelyard.server.people import audit
from steelyard.server.people.policy import Actor, Role

router = Router(tags=["audit"])
Text = Annotated[str | None, Query(max_length=200)]


class EntryOut(BaseModel):
    """One act."""

    id: int
    at: datetime
    user_id: str | None
    user_name: str
    token_id: str | None
    address: str | None
    request_id: str | None
    action: str
    outcome: str
    project_id: str | None
    object_id: str | None
    object_name: str | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None

    @classmethod
    def of(cls, entry: AuditEntry) -> EntryOut:
        """Return an entry as it is shown."""
        return cls.model_validate(entry, from_attributes=True)


class ChainOut(BaseModel):
    """Whether every entry follows from the one before; if not, the first that does not."""

    whole: bool
    broken_at: int | None


async def _wanted(
    user: Text = None,
    action: Text = None,
    subject: Text = None,
    outcome: Literal["done", "refused", "failed"] | None = None,
    since: AwareDatetime | None = None,
    until: AwareDatetime | None = None,
) -> audit.Wanted:
    return audit.Wanted(None, user, action, subject, outcome, since, until)


Filter = Annotated[audit.Wanted, Depends(_wanted)]
Pages = Annotated[Paging, Depends(paging)]


@router.get("/audit")
def search(
    session: Reading,
    wanted: Filter,
    pages: Pages,
    _: Annotated[Actor, needs(Role.ADMIN, scope="service")],
) -> Page[EntryOut]:
    """Search all of the trail, the newest first."""
    return _page(session, wanted, pages)


@router.get("/projects/{project}/audit")
def search_project(
    project: str,
    session: Reading,
    wanted: Filter,
    pages: Pages,
    _: Annotated[Actor, needs(Role.MANAGER)],
) -> Page[EntryOut]:
    """Search what was done in one project, the newest first."""
    return _page(session, replace(wanted, project_id=project), pages)


@router.get("/audit/chain")
def check_chain(
    session: Reading, _: Annotated[Actor, needs(Role.ADMIN, scope="service")]
) -> ChainOut:
    """Check that nothing in the trail was changed or removed."""
    broken = audit.broken_at(session)
    return ChainOut(whole=broken is None, broken_at=broken)


@router.get(
    "/audit/export",
    response_class=StreamingResponse,
    responses=file_of("text/csv", "application/jsonl"),
)
def export(
    request: Request,
    wanted: Filter,
    actor: Annotated[Actor, needs(Role.ADMIN, scope="service")],
    to: Literal["csv", "jsonl"] = "csv",
) -> StreamingResponse:
    """Download all entries that fit, the oldest first."""

    def lines() -> Iterator[bytes]:
        with request.app.state.database.reading() as session:
            entries = (EntryOut.of(entry).model_dump() for entry in audit.export(session, wanted))
            yield from _as_csv(entries) if to == "csv" else _as_json(entries)

    record_download(request.app.state.database, actor, "audit.export", None, format=to)
    media = "text/csv; charset=utf-8" if to == "csv" else "application/jsonl"
    return download(lines(), f"audit.{to}", media)


def _page(session: Reading, wanted: audit.Wanted, pages: Paging) -> Page[EntryOut]:
    if pages.after is not None:
        if not pages.after.isdecimal():
            raise InputError(t("api.cursor"))
        wanted = replace(wanted, before_id=int(pages.after))
    found = [EntryOut.of(entry) for entry in audit.search(session, wanted, pages.limit + 1)]
    return page_of(found, pages, lambda entry: str(entry.id))


def _as_json(entries: Iterator[dict[str, Any]]) -> Iterator[bytes]:
    for entry in entries:
        yield orjson.dumps(entry, option=orjson.OPT_APPEND_NEWLINE)


def _as_csv(entries: Iterator[dict[str, Any]]) -> Iterator[bytes]:
    names = list(EntryOut.model_fields)
    yield _row(names)
    for entry in entries:
        yield _row([_cell(entry[name]) for name in names])


def _row(cells: list[str]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerow(cells)
    return text.getvalue().encode()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    text = orjson.dumps(value).decode() if isinstance(value, dict) else str(value)
    # A spreadsheet would run a cell that begins like a formula.
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text

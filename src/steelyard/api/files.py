"""Files in and out: uploads go to the disk piece by piece, downloads come from it the same way."""

from __future__ import annotations

from collections.abc import AsyncIterator, Generator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any, NamedTuple
from urllib.parse import quote

import orjson
from fastapi import Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from steelyard.api.session import settings_of
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.server.db import Database
from steelyard.server.library.intake import reading_of, shown_name
from steelyard.server.library.storage import Incoming, Storage, open_storage, scratch_file
from steelyard.server.people import audit
from steelyard.server.people.policy import Actor

# What the description of the API says of a route that takes a file as its whole body.
BINARY_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}
_BUFFER = 1 << 20


def file_of(*media_types: str) -> dict[int | str, dict[str, Any]]:
    """Return what the description of the API says of a route that gives a file."""
    binary = {"type": "string", "format": "binary"}
    # What a client reads into values is not a string to it.
    schemas = {one: {} if one.endswith(("/json", "/yaml")) else binary for one in media_types}
    return {200: {"content": {one: {"schema": schema} for one, schema in schemas.items()}}}


async def _storage(request: Request) -> Storage:
    state = request.app.state
    if not hasattr(state, "storage"):
        state.storage = await run_in_threadpool(open_storage, state.settings)
    found: Storage = state.storage
    return found


async def _database(request: Request) -> Database:
    database: Database = request.app.state.database
    return database


Kept = Annotated[Storage, Depends(_storage)]
# For routes whose work takes long: a transaction around all of it would stop everyone else's.
Catalogue = Annotated[Database, Depends(_database)]


@asynccontextmanager
async def received(request: Request, storage: Storage) -> AsyncIterator[Path]:
    """Give the body of a request as a file, which is gone afterwards unless it was kept."""
    most = settings_of(request).upload_bytes
    request.state.limited.limit = None  # the limit of small bodies; ours counts now
    with scratch_file(storage.scratch) as file:
        incoming = Incoming(file, most)
        try:
            await _write(request, incoming)
        except ClientDisconnect:
            raise InputError(t("api.cut_off")) from None
        finally:
            await run_in_threadpool(incoming.close)
        yield file


async def _write(request: Request, incoming: Incoming) -> None:
    """Write a body as it comes, away from the loop that serves everyone."""
    waiting: list[bytes] = []
    size = 0
    async for piece in request.stream():
        waiting.append(piece)
        size += len(piece)
        if size >= _BUFFER:
            await run_in_threadpool(incoming.write, b"".join(waiting))
            waiting, size = [], 0
    await run_in_threadpool(incoming.write, b"".join(waiting))


def download(pieces: Iterable[bytes], name: str, media_type: str) -> StreamingResponse:
    """Return an answer that is saved under a name."""
    plain = "".join(c if c.isascii() and (c.isalnum() or c in ".-_ ") else "_" for c in name)
    said = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    headers = {"Content-Disposition": said}
    return _Download(pieces, media_type=media_type, headers=headers)


def record_download(
    catalogue: Database, actor: Actor, action: str, subject: audit.Subject | None, **facts: Any
) -> None:
    """Write into the audit trail that somebody takes a file away."""
    with catalogue.transaction() as session:
        audit.record(session, actor, action, subject, after=facts or None)


class _Download(StreamingResponse):
    """Closes what it reads from, also when whoever downloads goes away in the middle."""

    def __init__(self, pieces: Iterable[bytes], **more: Any) -> None:
        super().__init__(pieces, **more)
        self._pieces = pieces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            if isinstance(self._pieces, Generator):
                self._pieces.close()


class Upload(NamedTuple):
    """What is said about an upload beside its content: its name, and how it is to be read."""

    file_name: str
    reading: dict[str, Any]


def upload(
    file_name: Annotated[str, Query(min_length=1, max_length=300)],
    reading: Annotated[str | None, Query(max_length=20_000)] = None,
) -> Upload:
    """Read that from a query, and refuse what cannot be read before the upload is taken."""
    try:
        found = orjson.loads(reading) if reading else {}
    except orjson.JSONDecodeError:
        found = None
    if not isinstance(found, dict):
        raise InputError(t("api.reading"))
    reading_of(shown_name(file_name), found)
    return Upload(file_name, found)

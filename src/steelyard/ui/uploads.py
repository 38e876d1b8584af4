"""Files on their way in: a page asks for a ticket, the browser sends the file to its address.

Not through the page's socket, and not by the API's own route: that one needs the token against
forged requests, which a page does not know, and keeps what it gets at once. A ticket is told to one
page over its own socket, works for that session only, and the file waits beside the storage until
somebody has said how it is to be read. Like the pages, tickets live in one process.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from starlette.requests import ClientDisconnect

from steelyard.errors import SteelyardError
from steelyard.i18n import t
from steelyard.server.errors import NotFoundError, UnauthenticatedError
from steelyard.server.library.storage import Incoming, open_storage
from steelyard.server.people import sign_ins
from steelyard.server.people.policy import Role, require
from steelyard.ui.visit import Visit
from steelyard.ui.visitor import Visitor, visiting

router = APIRouter(include_in_schema=False)
_BUFFER = 1 << 20
_OLD_S = 24 * 3600.0
_REFUSED = 422


@dataclass(slots=True)
class Parked:
    """A file that was asked for; there once it was sent."""

    ticket: str
    who: Visitor
    project_id: str
    file: Path

    @property
    def address(self) -> str:
        """Where the browser sends it."""
        return f"/upload/{self.ticket}"


_waiting: dict[str, Parked] = {}


def expect_file(visit: Visit) -> Parked:
    """Issue a ticket to the page of this visit; files of before that nobody took are removed."""
    folder = open_storage(visit.settings).scratch
    for old in folder.glob("parked-*"):
        if time.time() - old.stat().st_mtime > _OLD_S:
            old.unlink(missing_ok=True)
    ticket = secrets.token_urlsafe(24)
    parked = Parked(ticket, visit.visitor, visit.here.id, folder / f"parked-{secrets.token_hex(8)}")
    _waiting[ticket] = parked
    return parked


def forget_file(parked: Parked) -> None:
    """Let go of a ticket and of its file."""
    _waiting.pop(parked.ticket, None)
    parked.file.unlink(missing_ok=True)


@router.put("/upload/{ticket}")
async def receive(request: Request, ticket: str) -> Response:
    """Take the file of a ticket; the body is the file."""
    parked = _waiting.get(ticket)
    if parked is None:
        return JSONResponse({"problem": t("ui_data.ticket_gone")}, 404)
    with visiting(parked.who):
        try:
            await asyncio.to_thread(_check, request, parked)
        except SteelyardError as error:  # a file that is there already stays
            return JSONResponse({"problem": str(error)}, _REFUSED)
        try:
            await _write(request, parked)
        except SteelyardError as error:
            parked.file.unlink(missing_ok=True)
            return JSONResponse({"problem": str(error)}, _REFUSED)
        except ClientDisconnect:
            parked.file.unlink(missing_ok=True)
    return Response(status_code=204)


def _check(request: Request, parked: Parked) -> None:
    """Refuse whoever is not the one who got the ticket, or may not upload any more."""
    cookie = request.cookies.get(sign_ins.COOKIE, "")
    if not secrets.compare_digest(sign_ins.hashed(cookie), parked.who.key):
        raise NotFoundError(t("ui_data.ticket_gone"))
    with request.app.state.database.reading() as session:
        found = sign_ins.signed_in(session, cookie)
    if found is None:
        raise UnauthenticatedError(t("api.unauthenticated"))
    require(found[0], Role.EVALUATOR, parked.project_id)


async def _write(request: Request, parked: Parked) -> None:
    """Write the body as it comes, away from the loop that serves everyone."""
    request.state.limited.limit = None  # the limit of small bodies; that of uploads counts now
    most = request.app.state.adjusted.now().upload_bytes
    incoming = await asyncio.to_thread(Incoming, parked.file, most)
    waiting: list[bytes] = []
    size = 0
    try:
        async for piece in request.stream():
            waiting.append(piece)
            size += len(piece)
            if size >= _BUFFER:
                await asyncio.to_thread(incoming.write, b"".join(waiting))
                waiting, size = [], 0
        await asyncio.to_thread(incoming.write, b"".join(waiting))
    finally:
        await asyncio.to_thread(incoming.close)


def gone_words() -> str:
    """Return the sentence for a file that is not there any more."""
    return t("ui_data.ticket_gone")

"""What happens to tasks, as it happens.

With `Accept: text/event-stream`, as browsers' EventSource sends it, the answer is a stream: `state`
events with a number, which `Last-Event-ID` goes on from, and `progress` events without. Otherwise
it is the moves after `after`, for whoever looks now and then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Header, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse
from pydantic import BaseModel
from sqlalchemy.orm import Session

from steelyard.api.files import Catalogue
from steelyard.api.guard import needs
from steelyard.api.live import Live
from steelyard.api.route import Router
from steelyard.api.who import right_to_see
from steelyard.server.db import Database
from steelyard.server.people.policy import Actor, Role
from steelyard.server.tasks import manage
from steelyard.server.tasks.news import moves_after

router = Router(prefix="/projects/{project}", tags=["events"])
Viewer = Annotated[Actor, needs(Role.VIEWER)]
STREAM = "text/event-stream"
_HIGHEST = 2**31 - 1  # number that an event can have
After = Annotated[int, Query(ge=0, le=_HIGHEST)]
LastEvent = Annotated[str | None, Header(alias="Last-Event-ID", max_length=20)]
_MOST = 500


class EventOut(BaseModel):
    """A move of a task."""

    id: int
    data: dict[str, Any]


@router.get("/events", response_model=list[EventOut])
async def project_events(
    project: str,
    request: Request,
    database: Catalogue,
    _: Viewer,
    after: After = 0,
    last_event_id: LastEvent = None,
) -> Any:
    """Tell what happens to the tasks of a project."""
    if STREAM in request.headers.get("accept", ""):
        return await _stream(request, project, None, last_event_id)
    return await run_in_threadpool(_moves, database, project, None, after)


@router.get("/tasks/{task}/events", response_model=list[EventOut])
async def task_events(
    project: str,
    task: str,
    request: Request,
    database: Catalogue,
    _: Viewer,
    after: After = 0,
    last_event_id: LastEvent = None,
) -> Any:
    """Tell what happens to one task."""
    await run_in_threadpool(_check, database, project, task)
    if STREAM in request.headers.get("accept", ""):
        return await _stream(request, project, task, last_event_id)
    return await run_in_threadpool(_moves, database, project, task, after)


async def _stream(
    request: Request, project: str, task: str | None, last: str | None
) -> StreamingResponse:
    state = request.app.state
    if not hasattr(state, "live"):
        state.live = Live(state.database)
    known = last is not None and last.isascii() and last.isdigit()
    number = min(int(last or 0), _HIGHEST) if known else None
    may = right_to_see(request, project)
    await run_in_threadpool(_look, state.database, may)
    headers = {"X-Accel-Buffering": "no"}  # or a proxy would keep events until there are many
    return StreamingResponse(
        state.live.stream(project, task, number, may),
        media_type=STREAM,
        headers=headers,
    )


def _look(database: Database, may: Callable[[Session], bool]) -> None:
    with database.reading() as session:
        may(session)


def _check(database: Database, project: str, task: str) -> None:
    with database.reading() as session:
        manage.find_task(session, project, task)


def _moves(database: Database, project: str, task: str | None, after: int) -> list[EventOut]:
    with database.reading() as session:
        found = moves_after(session, [project], after, _MOST, task)
    return [EventOut(id=news.id or 0, data=news.data) for news in found]

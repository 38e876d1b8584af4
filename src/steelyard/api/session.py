"""One transaction per request, at its edge: committed before the answer is sent, or not at all."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Annotated, NamedTuple

from fastapi import Depends, Request
from fastapi.concurrency import run_in_threadpool
from sqlalchemy.orm import Session

from steelyard.server.people.adjust import Adjusted
from steelyard.server.settings import Settings


class Due(NamedTuple):
    """A session that a handler gets once it runs in its thread, where it also ends (`Route`).

    Attributes:
        open: gives it; when the context ends, it is committed.
        alone: whether only one of its kind can be open at a time.
    """

    open: Callable[[], AbstractContextManager[Session]]
    alone: bool = False


# What only passes something on is async: each change of threads costs more than a small query.
async def _transaction(request: Request) -> Due:
    state = request.app.state
    return Due(state.database.transaction, alone=state.settings.on_sqlite)


async def _reading(request: Request) -> Due:
    return Due(request.app.state.database.reading)


def settings_of(request: Request) -> Settings:
    """Return the settings as they hold now."""
    adjusted: Adjusted = request.app.state.adjusted
    return adjusted.now()


async def _configured(request: Request) -> Settings:
    adjusted: Adjusted = request.app.state.adjusted
    return adjusted.now() if adjusted.fresh else await run_in_threadpool(adjusted.now)


Writing = Annotated[Session, Depends(_transaction)]
Reading = Annotated[Session, Depends(_reading)]
Configured = Annotated[Settings, Depends(_configured)]

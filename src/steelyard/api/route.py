"""Routes: a handler runs in one thread, from its first question to the commit.

Between two visits to a thread a request waits for its turn twice. One that holds a connection or,
on SQLite, the only right to write would make all others wait as long.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any, TypeVar

from anyio import CapacityLimiter
from anyio.lowlevel import RunVar
from anyio.to_thread import run_sync
from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Match
from starlette.types import Scope

from steelyard.api.session import Due
from steelyard.server.db import Database
from steelyard.server.heavy_work import CALLERS

T = TypeVar("T")
PREFIX = "/api/v1"
Handler = Callable[..., Any]
# SQLite lets one write at a time. Who waits for that in a thread asks again and again, and those
# who only read find no thread; here they wait in line, and hold nothing. Whose turn it is has a
# thread of its own: waiting for one of the readers', it would hold up the line.
_writers: RunVar[CapacityLimiter] = RunVar("writers")
# Who waits for heavy work does so in threads of its own, of which some always stay free: in those
# of everyone, forty requests for one report would stop the service until it is made.
_LONG_THREADS = 2 * CALLERS
_long: RunVar[CapacityLimiter] = RunVar("long")


class Route(APIRoute):
    """A route; its handler is a plain function, which may have a session, unless it streams."""

    def __init__(self, path: str, endpoint: Handler, **options: Any) -> None:
        handler = endpoint if iscoroutinefunction(endpoint) else _in_a_thread(endpoint)
        super().__init__(path, handler, **options)


class Router(APIRouter):
    """The routes of one area, which sees at a glance that a path is none of its own."""

    def __init__(self, **options: Any) -> None:
        super().__init__(route_class=Route, **options)
        self._glance: re.Pattern[str] | None = None

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Find the route of a request."""
        if self._glance is None:
            self._glance = _any_of(self.routes)
        if not scope.get("root_path") and not self._glance.fullmatch(scope["path"]):
            return Match.NONE, {}
        return super().matches(scope)


def _any_of(routes: list[BaseRoute]) -> re.Pattern[str]:
    """Return what fits the path of any of these, under the prefix or not."""
    found = [route.path_regex.pattern for route in routes if isinstance(route, APIRoute)]
    assert len(found) == len(routes)
    plain = (re.sub(r"\(\?P<\w+>", "(?:", one).strip("^$") for one in found)
    return re.compile(f"(?:{PREFIX})?(?:{'|'.join(plain)})")


def _in_a_thread(handler: Handler) -> Callable[..., Awaitable[Any]]:
    @wraps(handler)
    async def run(**values: Any) -> Any:
        return await run_sync(_whole, handler, values, limiter=_limiter_for(values))

    return run


async def run_long(work: Callable[..., T], *args: Any) -> T:
    """Return what `work` returns, in a thread of those that wait for heavy work."""
    return await run_sync(work, *args, limiter=_shared(_long, _LONG_THREADS))


def _limiter_for(values: dict[str, Any]) -> CapacityLimiter | None:
    """Return whose threads a handler runs in: the writers', those of long work, or everyone's."""
    if any(isinstance(one, Due) and one.alone for one in values.values()):
        return _shared(_writers, 1)
    if any(isinstance(one, Database) for one in values.values()):  # `Catalogue`
        return _shared(_long, _LONG_THREADS)
    return None


def _whole(handler: Handler, values: dict[str, Any]) -> Any:
    with ExitStack() as sessions:
        for name, value in values.items():
            if isinstance(value, Due):
                values[name] = sessions.enter_context(value.open())
        return handler(**values)


def _shared(kept: RunVar[CapacityLimiter], most: int) -> CapacityLimiter:
    try:
        return kept.get()
    except LookupError:
        kept.set(CapacityLimiter(most))
        return kept.get()

"""Measures every request: pure ASGI, around everything else, so that refusals count as well."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from steelyard.server.metrics import Meter

_STREAM = b"text/event-stream"


class Measured:
    """Tells the meter what became of each request."""

    def __init__(self, app: ASGIApp, meter: Meter, prefix: str) -> None:
        self._app = app
        self._meter = meter
        self._prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answer = _Answer(send, self._meter)
        begun = time.perf_counter()
        self._meter.in_flight.inc()
        try:
            await self._app(scope, receive, answer)
        finally:
            self._meter.in_flight.dec()
            seconds = None if answer.streams else time.perf_counter() - begun
            answer.close()
            route = template(scope, self._prefix)
            self._meter.count(route, scope["method"], answer.status, seconds)


class _Answer:
    """Looks at an answer as it passes."""

    def __init__(self, send: Send, meter: Meter) -> None:
        self._send = send
        self._meter = meter
        self.status = 500  # what the server says when the application says nothing
        self.streams = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.streams = any(
                name.lower() == b"content-type" and value.startswith(_STREAM)
                for name, value in message["headers"]
            )
            if self.streams:
                self._meter.streams.inc()
        await self._send(message)

    def close(self) -> None:
        if self.streams:
            self._meter.streams.dec()


def template(scope: Scope, prefix: str) -> str | None:
    """Return the path of the route that matched, with the names of its parts; None for none."""
    path = getattr(scope.get("route"), "path", None)
    if not isinstance(path, str):
        return None
    # A router's routes do not know under which prefix it was included.
    return prefix + path if scope["path"].startswith(f"{prefix}/") else path

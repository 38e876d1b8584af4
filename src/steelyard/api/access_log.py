"""The access log: one line per request, with who asked for what and how it went.

Routes are logged as their templates and paths without their query; no header but the name of the
browser, no cookie, no token, no body.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any

from starlette.requests import Request

from steelyard.api.measure import template
from steelyard.server.logs import about
from steelyard.server.people.edge import address_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from steelyard.server.settings import Settings

log = logging.getLogger("steelyard.access")
_LONGEST = 300
# Asked for every few seconds by machines: of use only when they fail.
_PROBES = ("/healthz", "/readyz", "/metrics")


class AccessLog:
    """Pure ASGI, inside the edge, which gives every request its id."""

    def __init__(self, app: ASGIApp, prefix: str, settings: Settings) -> None:
        self._app = app
        self._prefix = prefix
        # Not the application's: a mounted one, as the pages are, has a state of its own.
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        answer = _Answer(send)
        with about(request_id=scope["state"]["request_id"]):
            try:
                await self._app(scope, receive, answer)
            except asyncio.CancelledError:  # the client has gone, or the service goes
                answer.cut = True
                raise
            except Exception:
                log.exception("a fault in the service")
                raise
            finally:
                self._write(scope, answer, time.perf_counter() - begun)

    def _write(self, scope: Scope, answer: _Answer, seconds: float) -> None:
        probe = scope["path"] in _PROBES and answer.status < 400
        log.log(
            logging.DEBUG if probe else logging.INFO,
            "%s %s %d",
            scope["method"],
            scope["path"][:_LONGEST],
            answer.status,
            extra={"facts": self._facts(scope, answer, seconds)},
        )

    def _facts(self, scope: Scope, answer: _Answer, seconds: float) -> dict[str, Any]:
        request = Request(scope)
        actor = scope["state"].get("actor")
        facts = {
            "method": scope["method"],
            "route": template(scope, self._prefix),
            "status": answer.status,
            "duration_ms": round(seconds * 1000, 1),
            "bytes": answer.sent,
            "user": None if actor is None else actor.user_id,
            "token": None if actor is None else actor.token_id,
            "address": address_of(request, self._settings),
            "agent": request.headers.get("user-agent", "")[:_LONGEST] or None,
        }
        return {**facts, "cut": True} if answer.cut else facts


class _Answer:
    """Looks at an answer as it passes."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = 500  # what the server says when the application says nothing
        self.sent = 0
        self.cut = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        elif message["type"] == "http.response.body":
            self.sent += len(message.get("body", b""))
        await self._send(message)

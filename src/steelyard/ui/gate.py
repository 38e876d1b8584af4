"""What every request and socket of the pages passes before NiceGUI sees it.

Pages need a session; sockets need one too, and must come from a page of this service: a page of
another site could otherwise open one with the visitor's cookie.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse

from steelyard.i18n import Language
from steelyard.server.people.edge import address_of, preferred_language
from steelyard.server.people.sign_ins import COOKIE
from steelyard.ui.leaving import Leaving
from steelyard.ui.revoked import spoken_on
from steelyard.ui.visitor import Service, Visitor, find_visitor, visiting

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_ASSETS = ("/_nicegui/", "/favicon.ico")  # of the page library: no secret
_REFUSED = 4401  # close code: sign in again
# Vue compiles templates and Quasar sets styles in the page; nothing comes from elsewhere.
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; script-src-attr 'none'; "
    "style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self' data:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'self'"
)


class Gate:
    """Pure ASGI around NiceGUI's application."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self._app = app
        self._answer = Leaving(app)
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or one socket."""
        path = scope.get("path", "")
        if scope["type"] == "lifespan" or path.startswith(_ASSETS):
            await self._answer(scope, receive, send)
            return
        if path.startswith("/api/"):
            raise HTTPException(404)  # said in the shape that the API says it
        asking = HTTPConnection(scope)
        who = await asyncio.to_thread(self._who, asking)
        if who is None or not _is_ours(asking):
            await _refuse(asking, scope, receive, send)
            return
        scope["endpoint"] = self._app  # NiceGUI shows a page for what is mounted as itself only
        with visiting(who):
            await self._answer(scope, receive, _with_policy(send))

    def _who(self, asking: HTTPConnection) -> Visitor | None:
        # A socket goes on in the language of its page, whatever the browser says with it.
        spoken = spoken_on(asking.query_params.get("client_id", ""))
        language: Language = spoken or preferred_language(asking.headers.get("accept-language", ""))
        facts = {
            "address": address_of(asking, self._service.settings),
            "request_id": asking.scope.get("state", {}).get("request_id"),
        }
        return find_visitor(self._service, asking.cookies.get(COOKIE), language, **facts)


def _is_ours(asking: HTTPConnection) -> bool:
    """Whether a socket was opened by a page of this very service."""
    origin = asking.headers.get("origin")
    if asking.scope["type"] == "http" and not asking.url.path.startswith("/_nicegui_ws/"):
        return True
    return origin is None or urlsplit(origin).netloc == asking.headers.get("host")


async def _refuse(asking: HTTPConnection, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": _REFUSED})
        return
    there = asking.url.path + (f"?{asking.url.query}" if asking.url.query else "")
    to = "/login" if there == "/" else f"/login?next={quote(there)}"
    await RedirectResponse(to, 303)(scope, receive, send)


def _with_policy(send: Send) -> Send:
    async def stamped(message: Any) -> None:
        if message["type"] == "http.response.start":
            policy = (b"content-security-policy", POLICY.encode())
            message = {**message, "headers": [*message["headers"], policy]}
        await send(message)

    return stamped

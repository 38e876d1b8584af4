"""What every request passes: an id, a language, a limit; and the headers every answer carries."""

from __future__ import annotations

import re
import secrets
import socket
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from starlette.requests import Request

from steelyard.api.errors import problem
from steelyard.i18n import t, using_language
from steelyard.server.people.edge import preferred_language

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from steelyard.server.settings import Settings

_ID = re.compile(rb"[\w.-]{1,64}")
_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    # Pages say themselves what they may load and how long they are kept; nothing else is a page.
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cache-control", b"no-store"),
)
_SMALL_BODY = 4_000_000  # uploads have routes of their own, with their own limit


class Edge:
    """Pure ASGI, so that streams and websockets pass untouched."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._hosts = _Hosts(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        given = headers.get(b"x-request-id", b"")
        request_id = given.decode() if _ID.fullmatch(given) else secrets.token_hex(8)
        state: dict[str, Any] = scope.setdefault("state", {})
        state["request_id"] = request_id
        limited = _Limited(receive, _SMALL_BODY)
        state["limited"] = limited  # an upload's route lifts it
        stamped = _Stamped(send, request_id)
        wanted = headers.get(b"accept-language", b"").decode("latin-1")
        with using_language(preferred_language(wanted)):
            host = headers.get(b"host", b"").decode("latin-1")
            if self._hosts.know(host):
                await self._answer(scope, limited, stamped)
            else:
                title = t("api.host", host=host[:200])
                await problem(Request(scope), 421, "misdirected", title)(scope, receive, stamped)

    async def _answer(self, scope: Scope, receive: Receive, send: _Stamped) -> None:
        """Answer; a fault of ours is a problem like any other error, and carries our headers."""
        try:
            await self._app(scope, receive, send)
        except Exception:  # the access log has written it down
            if send.begun:
                raise  # what has left cannot be taken back: the server cuts it off
            said = problem(Request(scope), 500, "fault", t("api.fault"))
            await said(scope, receive, send)


class _Hosts:
    """The names that the service is reached by.

    A page of another site whose name is made to lead here would otherwise be, to a browser, a page
    of ours. A name without a dot and an address cannot be another site's.
    """

    def __init__(self, settings: Settings) -> None:
        public = urlsplit(settings.public_url or "").hostname
        self._known = {public, settings.host.lower(), socket.gethostname().lower()}

    def know(self, host: str) -> bool:
        try:
            name = (urlsplit(f"//{host}").hostname or "").removesuffix(".")
        except ValueError:
            return False
        return "." not in name or name in self._known or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class _Limited:
    """Ends a body that is larger than allowed."""

    def __init__(self, receive: Receive, limit: int | None) -> None:
        self._receive = receive
        self.limit = limit
        self._seen = 0

    async def __call__(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request" and self.limit is not None:
            self._seen += len(message.get("body", b""))
            if self._seen > self.limit:
                from steelyard.server.errors import TooLargeError

                raise TooLargeError(t("api.body", most=self.limit))
        return message


class _Stamped:
    """Adds our headers to an answer that has not its own."""

    def __init__(self, send: Send, request_id: str) -> None:
        self._send = send
        self.begun = False
        self._stamp = [*_HEADERS, (b"x-request-id", request_id.encode())]

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            own = {name.lower() for name, _ in message["headers"]}
            added = [pair for pair in self._stamp if pair[0] not in own]
            message = {**message, "headers": [*message["headers"], *added]}
        await self._send(message)

"""If-None-Match: who knows already what would be sent is told so, and nothing more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.api.match import tags_in

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Unchanged:
    """Pure ASGI: looks at the ETag of an answer as it passes."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        known = _known(scope) if scope["type"] == "http" else None
        await self._app(scope, receive, send if known is None else _Spared(send, known))


def _known(scope: Scope) -> set[str] | None:
    if scope["method"] not in ("GET", "HEAD"):
        return None
    said = [value for name, value in scope["headers"] if name == b"if-none-match"]
    return tags_in(b",".join(said).decode("latin-1")) if said else None


class _Spared:
    """Sends an answer, or that it is known."""

    def __init__(self, send: Send, known: set[str]) -> None:
        self._send = send
        self._known = known
        self._spared = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and self._is_known(message):
            self._spared = True
            headers = [one for one in message["headers"] if not one[0].startswith(b"content-")]
            message = {**message, "status": 304, "headers": headers}
        elif self._spared:
            if message.get("more_body", False):
                return
            message = {**message, "body": b""}
        await self._send(message)

    def _is_known(self, start: Message) -> bool:
        tag = dict(start["headers"]).get(b"etag")
        if start["status"] != 200 or tag is None:
            return False
        return "*" in self._known or tag.decode() in self._known

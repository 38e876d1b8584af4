"""A browser that goes away in the middle of a request is no fault of the service.

NiceGUI's middleware gives up an answer that nobody waits for before it has begun, finds that there
is none to pass on, and raises. So it hears that somebody left only once its answer has begun.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_WITHOUT_BODY = ("GET", "HEAD")  # nothing is awaited from the browser once these are asked
_NO_BODY: Message = {"type": "http.request", "body": b"", "more_body": False}


class Leaving:
    """Pure ASGI around NiceGUI's application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or one socket."""
        if scope["type"] == "http" and scope["method"] in _WITHOUT_BODY:
            receive, send = _answer_first(receive, send)
        await self._app(scope, receive, send)


def _answer_first(receive: Receive, send: Send) -> tuple[Receive, Send]:
    begun = asyncio.Event()
    asked = False

    async def hear() -> Message:
        nonlocal asked
        message = await receive()
        if message["type"] == "http.disconnect" and not asked:
            message = _NO_BODY  # left before anybody listened; the question is whole all the same
        elif message["type"] == "http.disconnect":
            await begun.wait()
        asked = True
        return message

    async def say(message: Message) -> None:
        if message["type"] == "http.response.start":
            begun.set()
        await send(message)

    return hear, say

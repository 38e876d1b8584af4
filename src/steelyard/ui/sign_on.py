"""Single sign-on for people: a sign-on that fails ends at the sign-in page, which says why.

The way to the provider and back are routes of the API; to programs they tell what went wrong as
every route does. A browser that was sent there shows a person a page instead.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from starlette.middleware import Middleware
from starlette.requests import Request

from steelyard.i18n import using_language
from steelyard.ui.sign_in import chosen_language, refuse_sign_on, router

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_WAYS = ("/api/v1/sso/start", "/api/v1/sso/callback")


def install(app: FastAPI) -> None:
    """Put the sign-in page on the application, for those too whom single sign-on refuses."""
    app.include_router(router)
    app.user_middleware.append(Middleware(SignOnPages))  # the innermost: inside the edge


class SignOnPages:
    """Pure ASGI around the routes; the edge around it gives every answer its headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http" or scope["path"] not in _WAYS:
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        if "text/html" not in request.headers.get("accept", ""):
            await self._app(scope, receive, send)
            return
        held = _Held(send)
        with using_language(chosen_language(request)):
            await self._app(scope, receive, held)
            if held.status:
                page = refuse_sign_on(request, held.status, held.sentence())
                await page(scope, receive, send)


class _Held:
    """Lets an answer pass, unless it says that something went wrong."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = 0
        self._body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] >= 400:
            self.status = message["status"]
        elif self.status:
            self._body += message.get("body", b"")
        else:
            await self._send(message)

    def sentence(self) -> str:
        said: dict[str, Any] = json.loads(self._body)
        return " ".join(filter(None, (said.get("title"), said.get("hint"))))

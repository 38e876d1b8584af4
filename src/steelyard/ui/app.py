"""`mount_pages`: the pages on the application that serves the API."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import FastAPI
from nicegui import app as nicegui_app
from nicegui import ui
from starlette.routing import Mount

from steelyard.ui import design, sign_on, uploads
from steelyard.ui.errors import show_problem
from steelyard.ui.frame import shell
from steelyard.ui.gate import Gate
from steelyard.ui.revoked import watch

_FAVICON = Path(__file__).parent / "favicon.svg"
_RECONNECT_S = 30  # a page outlives an absence of this length, with everything typed into it


def mount_pages(app: FastAPI) -> None:
    """Put the sign-in page and the shell on the application; once, after the API's routers."""
    sign_on.install(app)
    app.include_router(uploads.router)
    ui.run_with(
        app,
        root=shell,
        title="Steelyard",
        favicon=_FAVICON,
        binding_refresh_interval=None,
        reconnect_timeout=_RECONNECT_S,
        tailwind=False,
        show_welcome_message=False,
    )
    design.install()
    nicegui_app.on_exception(show_problem)
    mounted = app.router.routes[-1]
    assert isinstance(mounted, Mount)
    mounted.app = Gate(mounted.app, _state(app))
    nicegui_app.on_startup(watch)


def _state(app: FastAPI) -> Any:
    return app.state

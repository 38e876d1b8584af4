"""`create_app`: the application, made from settings; routers are listed here and nowhere else."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.routing import compile_path

from steelyard import __version__
from steelyard.api import errors
from steelyard.api.access_log import AccessLog
from steelyard.api.description import complete
from steelyard.api.edge import Edge
from steelyard.api.measure import Measured
from steelyard.api.rate import Rates
from steelyard.api.route import PREFIX
from steelyard.api.unchanged import Unchanged
from steelyard.server.db import open_database
from steelyard.server.db.migrate import check_migrated
from steelyard.server.library.reach import Reach
from steelyard.server.metrics import Meter
from steelyard.server.people.adjust import Adjusted
from steelyard.server.people.sso import Provider
from steelyard.server.settings import Settings
from steelyard.server.telemetry import of_requests, open_tracing

OUTSIDE = ("health",)  # without the prefix: for machines that watch the service
ROUTERS = (
    "about",
    "settings",
    "setup",
    "session",
    "sso",
    "me",
    "tokens",
    "users",
    "projects",
    "audit",
    "datasets",
    "dataset_versions",
    "agents",
    "secrets",
    "documents",
    "document_versions",
    "algorithms",
    "library",
    "templates",
    "tasks",
    "runs",
    "reviews",
    "schedules",
    "webhooks",
    "events",
)


class Application(FastAPI):
    """The application, which describes itself as it is."""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI document."""
        if self.openapi_schema is None:
            complete(super().openapi(), all_routes())
        assert self.openapi_schema is not None
        return self.openapi_schema


def all_routes() -> Iterator[tuple[str, APIRoute]]:
    """Yield every route with its whole path."""
    for names, prefix in ((OUTSIDE, ""), (ROUTERS, PREFIX)):
        for name in names:
            for route in import_module(f"steelyard.api.routers.{name}").router.routes:
                assert isinstance(route, APIRoute)
                yield prefix + route.path, route


def methods_at(path: str) -> list[str]:
    """Return what the routes of a path take."""
    routes = (route for whole, route in all_routes() if compile_path(whole)[0].fullmatch(path))
    return sorted({method for route in routes for method in route.methods or ()})


def create_app(settings: Settings) -> FastAPI:
    """Return the application of one service."""
    database = open_database(settings)
    tracing = open_tracing(settings, "server")

    @asynccontextmanager
    async def life(_app: FastAPI) -> AsyncIterator[None]:
        check_migrated(database)
        yield
        database.close()
        if tracing is not None:
            tracing.shutdown()

    app = Application(
        title="Steelyard",
        version=__version__,
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses=errors.RESPONSES,
        lifespan=life,
        **of_requests(tracing),
    )
    app.state.settings = settings
    app.state.database = database
    app.state.provider = _provider(settings)
    app.state.adjusted = Adjusted(database, settings)
    app.state.rates = Rates()
    app.state.meter = Meter(database, settings)
    errors.install(app, methods_at)
    app.add_middleware(Unchanged)
    app.add_middleware(AccessLog, prefix=PREFIX, settings=settings)
    app.add_middleware(Edge, settings=settings)
    app.add_middleware(Measured, meter=app.state.meter, prefix=PREFIX)
    for name in OUTSIDE:
        app.include_router(import_module(f"steelyard.api.routers.{name}").router)
    for name in ROUTERS:
        app.include_router(import_module(f"steelyard.api.routers.{name}").router, prefix=PREFIX)
    return app


def _provider(settings: Settings) -> Provider | None:
    """Return who is trusted with single sign-on: it may be in a network closed to others."""
    if settings.sso is None:
        return None
    host = urlsplit(settings.sso.issuer).hostname or ""
    allowed = {"allow_hosts": (*settings.allow_hosts, host)}
    return Provider(settings.sso, Reach(settings.model_copy(update=allowed)).connector)

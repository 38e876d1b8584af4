"""The routes of the API, router by router, as `scripts/client.py` needs them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from fastapi.responses import RedirectResponse
from fastapi.routing import APIRoute
from pydantic import BaseModel

from steelyard.api.app import PREFIX, ROUTERS, create_app
from steelyard.server.settings import Settings

_DISAMBIGUATED = re.compile(r"steelyard__api__routers__(\w+?)__(\w+)")


class Router(NamedTuple):
    """One file of `api/routers`: its routes, and the models that it has."""

    name: str
    doc: str
    routes: list[APIRoute]
    models: dict[str, type[BaseModel]]

    def class_name(self, *, scoped: bool) -> str:
        """Return the name of the class with the routes inside a project, or outside of any."""
        camel = "".join(word.capitalize() for word in self.name.split("_"))
        if not scoped:
            return f"Service{camel}"
        return f"Project{camel}"

    def answers(self, schemas: dict[str, Any]) -> list[type[BaseModel]]:
        """Return the models of this file that are answered with, each after what it needs."""
        kinds = {model_of(name) for name in _answered(tuple(schemas))}
        own = [kind for kind in self.models.values() if kind in kinds]
        return [kind for kind in own if router_of(kind) == self.name]


@cache
def routers() -> tuple[Router, ...]:
    """Return every router in its order."""
    return tuple(_router(name) for name in ROUTERS)


def described(data_dir: Path) -> dict[str, Any]:
    """Return the OpenAPI description of the service."""
    app = create_app(Settings(data_dir=data_dir))
    try:
        document: dict[str, Any] = app.openapi()
    finally:
        app.state.database.close()
    return document


@cache
def model_of(schema: str) -> type[BaseModel] | None:
    """Return the model that a name in the description means."""
    found = _DISAMBIGUATED.fullmatch(schema)
    for router in routers():
        if found and router.name != found[1]:
            continue
        if (kind := router.models.get(found[2] if found else schema)) is not None:
            return kind
    return None


@cache
def router_of(kind: type[BaseModel]) -> str:
    """Return the name of the first router that has a model."""
    return next(router.name for router in routers() if kind in router.models.values())


def whole_path(route: APIRoute) -> str:
    """Return the path of a route as the description has it."""
    return PREFIX + route.path


def _router(name: str) -> Router:
    module = import_module(f"steelyard.api.routers.{name}")
    models = {
        one.__name__: one
        for one in vars(module).values()
        if inspect.isclass(one) and issubclass(one, BaseModel) and _is_of(one, module.__name__)
    }
    routes = [one for one in module.router.routes if isinstance(one, APIRoute)]
    # Those that send a browser on are of no use to a program.
    routes = [one for one in routes if one.response_class is not RedirectResponse]
    doc = (module.__doc__ or name).partition("\n")[0]
    return Router(name, doc, routes, models)


def _is_of(kind: type[BaseModel], module: str) -> bool:
    """Return whether a model stands in a router, or is brought into it from below the API."""
    home = kind.__module__
    return home == module or not home.startswith(("steelyard.api.", "pydantic"))


@cache
def _answered(schemas: tuple[str, ...]) -> set[str]:
    """Return the names of every schema that stands in an answer."""
    waiting = [name for router in routers() for name in _direct(router)]
    found: set[str] = set()
    by_name = {kind: name for name in schemas if (kind := model_of(name)) is not None}
    while waiting:
        kind = waiting.pop()
        name = by_name.get(kind)
        if name is None or name in found:
            continue
        found.add(name)
        waiting += [one for one in _inside(kind) if one not in found]
        waiting += [base for base in kind.__bases__ if base in by_name]
    return found


def _direct(router: Router) -> Iterator[type[BaseModel]]:
    for route in router.routes:
        yield from models_in(route.response_model)


def _inside(kind: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for field in kind.model_fields.values():
        yield from models_in(field.annotation)


def models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the models of ours that an annotation names, through lists, pages and unions."""
    if inspect.isclass(annotation) and issubclass(annotation, BaseModel):
        yield annotation
        for inner in annotation.__pydantic_generic_metadata__["args"]:  # of a page
            yield from models_in(inner)
        return
    for inner in getattr(annotation, "__args__", ()):
        yield from models_in(inner)

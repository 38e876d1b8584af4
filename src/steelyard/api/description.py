"""What the OpenAPI document says beyond what FastAPI knows: who may ask, and how errors look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from steelyard.api.errors import MEDIA_TYPE
from steelyard.api.guard import Guard
from steelyard.server.people.sign_ins import COOKIE

_SCHEMES = {
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "Signing in sets it; requests that change something also carry the "
        "X-CSRF-Token that signing in gave.",
    },
    "token": {"type": "http", "scheme": "bearer", "description": "A token of yours."},
}


def complete(document: dict[str, Any], routes: Iterable[tuple[str, APIRoute]]) -> None:
    """Add to the document of an application."""
    document["components"]["securitySchemes"] = _SCHEMES
    for path, route in routes:
        [guard] = guards_of(route)
        for method in route.methods or ():
            operation = document["paths"][path][method.lower()]
            operation["security"] = _security(guard)
            operation["x-role"] = None if guard.role is None else guard.role.word
            operation["responses"] |= _refusals(guard, method)
            for response in operation["responses"].values():
                _only_problems(response)


def guards_of(route: APIRoute) -> list[Guard]:
    """Return the guards of a route: one, or something is wrong."""
    return [one.call for one in _walk(route.dependant) if isinstance(one.call, Guard)]


def _walk(dependant: Dependant) -> Iterator[Dependant]:
    yield dependant
    for one in dependant.dependencies:
        yield from _walk(one)


def _security(guard: Guard) -> list[dict[str, list[str]]]:
    known: list[dict[str, list[str]]] = [{name: []} for name in _SCHEMES]
    if guard.scope == "blind":
        return []
    return [*known, {}] if guard.scope == "open" or guard.unless is not None else known


def _refusals(guard: Guard, method: str) -> dict[str, Any]:
    """Return how a route may refuse whoever asks, whatever they ask for."""
    if guard.scope == "blind":
        return {}
    found: dict[str, Any] = {"429": _refusal("Too many requests, or too much is waiting")}
    found["429"]["headers"] = {
        "Retry-After": {"description": "Seconds to wait", "schema": {"type": "integer"}}
    }
    if guard.scope != "open":
        found["401"] = _refusal("Not signed in, or the token is not valid")
        found["403"] = _refusal("Not allowed")
    if guard.scope == "project":
        found["404"] = _refusal("No such thing, or none that you may know of")
        if method != "GET":
            found["409"] = _refusal("Not in the state for this, or the project is archived")
    return found


def _refusal(description: str) -> dict[str, Any]:
    return {"description": description, "content": {MEDIA_TYPE: {}}}


def _only_problems(response: dict[str, Any]) -> None:
    """Say that an error is a problem and nothing else: FastAPI names the route's own type too."""
    content = response.get("content", {})
    if MEDIA_TYPE in content:
        schema = {"$ref": "#/components/schemas/Problem"}
        response["content"] = {MEDIA_TYPE: {"schema": schema}}

"""Routes: found at a glance, and in one thread from the first question to the commit."""

from __future__ import annotations

import threading
from contextlib import contextmanager

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from steelyard.api import app
from steelyard.api.route import PREFIX, Route, Router
from steelyard.api.session import Due


def test_every_route_is_one_of_ours():
    found = list(app.all_routes())
    assert len(found) > 100
    assert all(isinstance(route, Route) for _, route in found)


def test_a_glance_finds_what_a_look_finds():
    router = Router(prefix="/things")

    @router.get("/{thing}/parts.{kind}")
    def part(thing: str, kind: str) -> str:
        return thing + kind

    whole = FastAPI(redirect_slashes=False)
    whole.include_router(router, prefix=PREFIX)
    found = {
        "/things/a/parts.zip": 200,
        "/things/a/b/parts.zip": 404,
        "/things/a/partszip": 404,
        "/things/a/parts.zip/": 404,
        "/thing/a/parts.zip": 404,
        "/": 404,
    }
    with TestClient(whole) as client:
        assert {path: client.get(PREFIX + path).status_code for path in found} == found
    with TestClient(whole, root_path="/under") as client:
        assert client.get(f"{PREFIX}/things/a/parts.zip").status_code == 200
        assert client.get(f"/under{PREFIX}/things/a/parts.zip").status_code == 200


@pytest.mark.parametrize("fails", [False, True])
async def test_a_session_opens_and_ends_in_the_thread_of_its_handler(fails):
    seen = []

    @contextmanager
    def transaction():
        seen.append(("begin", threading.get_ident()))
        try:
            yield "session"
        except ValueError:
            seen.append(("undo", threading.get_ident()))
            raise
        seen.append(("commit", threading.get_ident()))

    def handler(session: str) -> str:
        seen.append((session, threading.get_ident()))
        if fails:
            raise ValueError("no")
        return "done"

    route = Route("/", handler)
    if fails:
        with pytest.raises(ValueError, match="no"):
            await route.endpoint(session=Due(transaction, alone=True))
    else:
        assert await route.endpoint(session=Due(transaction, alone=True)) == "done"
    assert [what for what, _ in seen] == ["begin", "session", "undo" if fails else "commit"]
    assert {where for _, where in seen} - {threading.get_ident()} == {seen[0][1]}

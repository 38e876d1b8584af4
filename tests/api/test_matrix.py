"""Every route x every role x own and other project, made from the routes themselves."""

from __future__ import annotations

import pytest
from fastapi.routing import APIRoute

from steelyard.api.app import all_routes
from steelyard.api.description import guards_of
from steelyard.server.people import audit
from steelyard.server.people.policy import Role
from tests.api.conftest import ROLES

OWN = {"viewer": Role.VIEWER, "evaluator": Role.EVALUATOR, "manager": Role.MANAGER}
OPEN_ROUTES = {
    "/api/v1/setup",
    "/api/v1/session",
    "/api/v1/sso",
    "/api/v1/sso/start",
    "/api/v1/sso/callback",
}
BLIND_ROUTES = {"/healthz", "/readyz"}
UNLESS_ROUTES = {"/metrics"}
# What only someone who signed in does, never a token, whatever it may do otherwise.
NOT_BY_TOKEN = {
    ("PATCH", "/api/v1/me"),
    ("PUT", "/api/v1/me/password"),
    ("GET", "/api/v1/me/sessions"),
    ("DELETE", "/api/v1/me/sessions/{sign_in}"),
}
# A token: whose, what it is limited to, and the role that is left in ours, theirs and the service.
TOKENS = {
    "whole manager": ("manager", {"role": Role.MANAGER}, (Role.MANAGER, None, None)),
    "viewing manager": ("manager", {"role": Role.VIEWER}, (Role.VIEWER, None, None)),
    "wider than viewer": ("viewer", {"role": Role.MANAGER}, (Role.VIEWER, None, None)),
    "admin in ours": (
        "admin",
        {"role": Role.ADMIN, "project_id": "ours"},
        (Role.ADMIN, None, None),
    ),
    "viewing admin": ("admin", {"role": Role.VIEWER}, (Role.VIEWER,) * 3),
    "viewing admin in theirs": (
        "admin",
        {"role": Role.VIEWER, "project_id": "theirs"},
        (None, Role.VIEWER, None),
    ),
}


def role_of(who, place):
    """Return what an account of the fixture is in a project, or in the service."""
    if who == "admin":
        return Role.ADMIN
    if who == "stranger":
        return Role.MANAGER if place == "theirs" else None
    return OWN.get(who) if place == "ours" else None


def expected(guard, role):
    """Return the status that refuses someone with that role, or None when they may pass."""
    if guard.role is None or guard.scope in ("open", "blind"):
        return None
    return None if role is not None and role >= guard.role else 403


def try_all(service, client, wanted):
    """Ask every route in both projects; return what was not as wanted."""
    wrong = []
    for project in ("ours", "theirs"):
        for whole, route in all_routes():
            [guard] = guards_of(route)
            path = whole.format_map(Ids(getattr(service, project)))
            for method in route.methods:
                if (method, whole) == ("DELETE", "/api/v1/session"):
                    continue  # it ends what the next ones need
                got = client.request(method, path, follow_redirects=False).status_code
                refusal = wanted(method, whole, guard, project)
                if (got if got in (401, 403) else None) != refusal or got >= 500:
                    wrong.append((method, whole, project, refusal, got))
    return wrong


def test_every_route_has_one_guard_and_is_described(service):
    described = {
        (method.upper(), path)
        for path, methods in service.app.openapi()["paths"].items()
        for method in methods
    }
    found = set()
    for path, route in all_routes():
        assert isinstance(route, APIRoute), path
        found |= {(method, path) for method in route.methods}
        assert len(guards_of(route)) == 1, path
        [guard] = guards_of(route)
        assert (guard.scope == "open") <= (path in OPEN_ROUTES), path
        assert (guard.scope == "blind") == (path in BLIND_ROUTES), path
        assert (guard.unless is not None) == (path in UNLESS_ROUTES), path
        assert (guard.scope == "project") == ("{project}" in path), path
        assert (guard.role is None) == (guard.scope in ("self", "open", "blind")), path
    assert described == found


@pytest.mark.slow
@pytest.mark.parametrize("who", ROLES)
def test_who_may_do_what(service, who):
    def wanted(_method, _path, guard, project):
        if who == "nobody":
            return None if guard.scope in ("open", "blind") else 401
        place = project if guard.scope == "project" else "service"
        return expected(guard, role_of(who, place))

    assert try_all(service, service.client(who), wanted) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", TOKENS)
def test_what_a_token_may(service, name):
    owner, limits, left = TOKENS[name]
    if "project_id" in limits:
        limits = {**limits, "project_id": getattr(service, limits["project_id"])}
    roles = dict(zip(("ours", "theirs", "service"), left, strict=True))

    def wanted(method, path, guard, project):
        if (method, path) in NOT_BY_TOKEN:
            return None if (method, path) in needs_body() else 403
        return expected(guard, roles[project if guard.scope == "project" else "service"])

    client = service.bearer(service.token(owner, **limits))
    assert try_all(service, client, wanted) == []


def needs_body():
    """Requests without a body do not come so far as to be refused for who they are."""
    return {("PATCH", "/api/v1/me"), ("PUT", "/api/v1/me/password")}


def test_what_is_refused_is_written_down(service):
    viewer = service.client("viewer")
    place = f"/api/v1/projects/{service.theirs}/tasks"
    assert viewer.get("/api/v1/users").status_code == 403
    assert viewer.get(place).status_code == 403
    assert viewer.patch("/api/v1/me", json={}, headers={"X-CSRF-Token": ""}).status_code == 403
    token = service.bearer(service.token("viewer", role=Role.VIEWER))
    assert token.patch("/api/v1/me", json={"name": "x"}).status_code == 403
    with service.database.reading() as session:
        found = audit.search(session, audit.Wanted(outcome="refused"), 9)
        told = [(one.user_name, one.action, one.object_name, one.project_id) for one in found]
        assert told == [
            ("viewer", "PATCH /me", "/api/v1/me", None),
            ("–", "PATCH /me", "/api/v1/me", None),
            ("viewer", "GET /projects/{project}/tasks", place, service.theirs),
            ("viewer", "GET /users", "/api/v1/users", None),
        ]
        assert found[0].token_id is not None
        assert audit.broken_at(session) is None


@pytest.mark.slow
def test_a_project_that_is_none_is_none_for_administrators_too(service):
    admin = service.client("admin")
    token = service.bearer(service.token("admin", role=Role.VIEWER))
    wrong = []
    for whole, route in all_routes():
        [guard] = guards_of(route)
        if guard.scope != "project":
            continue
        path = whole.format_map(Ids("nope"))
        for method in route.methods:
            answer = admin.request(method, path)
            if (answer.status_code, answer.json()["title"]) != (404, "There is no project nope."):
                wrong.append((method, whole, answer.text))
            if method == "GET" and token.get(path).status_code not in (403, 404):
                wrong.append((method, whole, "token"))
    assert wrong == []
    for odd in ("x" * 500, "%00", "%F0%9F%99%82"):
        assert admin.get(f"/api/v1/projects/{odd}/agents").status_code == 404, odd


@pytest.mark.parametrize("project", ["x" * 500, "%00", "%F0%9F%99%82", "..", "%2e%2e", "ours"])
def test_a_project_that_is_none_is_refused_and_written_down(service, project):
    got = service.client("viewer").get(f"/api/v1/projects/{project}/agents").status_code
    assert got in (403, 404)
    with service.database.reading() as session:
        refused = audit.search(session, audit.Wanted(outcome="refused"), 5)
        assert len(refused) == (got == 403)


class Ids(dict):
    """Fills the parameters of a path: the project is a real one, the rest is not there."""

    def __init__(self, project):
        super().__init__(project=project)

    def __missing__(self, key):
        return "nothing"

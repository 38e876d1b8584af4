"""The one door of every route: who is asking, and may they?

A route says what it needs where it is declared:

    @router.post("/projects/{project}/tasks")
    def create(..., actor: Annotated[Actor, needs(Role.EVALUATOR)]) -> ...

`needs` finds the actor and the project of the path, and decides. Whatever is refused, here or
later, is written down by `write_down_refusal`, which the handler of errors calls. A test walks
all routes and fails for one without a guard, so none can be forgotten.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from fastapi import Depends, Request

from steelyard.api.session import settings_of
from steelyard.api.who import SAFE, nobody, who
from steelyard.errors import SteelyardError
from steelyard.i18n import t
from steelyard.model import redact
from steelyard.server.errors import UnauthenticatedError
from steelyard.server.people import audit, throttle
from steelyard.server.people.archived import refuse_archived_project
from steelyard.server.people.edge import address_of
from steelyard.server.people.policy import Actor, Role, require
from steelyard.server.people.projects import find_project

Scope = Literal["project", "service", "self", "open", "blind"]


class Guard:
    """What a route needs: a role in the project of its path, or in the service.

    Scope `self` needs only someone signed in; `open` not even that; `blind` does not look who it
    is, so that it answers while the database is away. `unless` lets through whom it knows. What
    changes an archived project is refused, unless `in_archived` allows it or it only removes.
    """

    def __init__(
        self,
        role: Role | None,
        scope: Scope,
        unless: Callable[[Request], bool] | None = None,
        *,
        in_archived: bool = False,
    ) -> None:
        self.role = role
        self.scope = scope
        self.unless = unless
        self.in_archived = in_archived

    def __call__(self, request: Request) -> Actor:
        """Return who is asking, or refuse."""
        if self.unless is not None and self.unless(request):
            return nobody(request)
        try:
            actor = who(request)
        except SteelyardError:
            self._count(request, None)
            raise
        self._count(request, actor)
        request.state.actor = actor or nobody(request)
        if self.scope == "open":
            return actor or nobody(request)
        if actor is None:
            raise UnauthenticatedError(t("api.unauthenticated"))
        if self.role is not None:
            project = request.path_params["project"] if self.scope == "project" else None
            require(actor, self.role, project)
            self._check_project(request, actor, project)
        return actor

    def _check_project(self, request: Request, actor: Actor, project: str | None) -> None:
        changes = not self.in_archived and request.method not in (*SAFE, "DELETE")
        if project is None or (project in actor.roles and not changes):
            return
        with request.app.state.database.reading() as session:
            # Administrators may do everything everywhere: also where there is nothing.
            find_project(session, project)
            if changes:
                refuse_archived_project(session, project)

    def _count(self, request: Request, actor: Actor | None) -> None:
        place = throttle.place(address_of(request, request.app.state.settings))
        key = (actor and actor.user_id) or place
        request.app.state.rates.count(key, settings_of(request).requests_per_minute)


class BlindGuard(Guard):
    """The guard of scope `blind`, which needs no thread: it answers while all threads wait."""

    async def __call__(self, request: Request) -> Actor:  # type: ignore[override]
        """Return nobody."""
        return nobody(request)


def write_down_refusal(request: Request) -> None:
    """Write into the audit trail that somebody may not do what they asked for."""
    actor = getattr(request.state, "actor", None) or nobody(request)
    route = request.scope.get("route")
    action = f"{request.method} {getattr(route, 'path', redact(request.url.path))}"
    subject = audit.Subject(None, redact(request.url.path), request.path_params.get("project"))
    with request.app.state.database.transaction() as session:
        audit.record(session, actor, action, subject, outcome="refused")


def needs(
    role: Role | None = None,
    *,
    scope: Scope = "project",
    unless: Callable[[Request], bool] | None = None,
    in_archived: bool = False,
) -> Any:
    """Return the dependency that guards a route."""
    if scope == "blind":
        return Depends(BlindGuard(role, scope))
    return Depends(Guard(role, scope, unless, in_archived=in_archived))

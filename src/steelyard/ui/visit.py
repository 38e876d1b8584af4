"""One look at one page: what its builder and handlers ask the service through.

    found = await visit.ask(lambda session, actor: manage.find_task(session, visit.project.id, id))
    await visit.act(Role.EVALUATOR, lambda session, actor: manage.pause_task(session, actor, id))

Each call finds out anew who is asking and whether they may: a session that was ended or a role that
was taken away counts at once, whatever the page still shows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar
from urllib.parse import urlencode

from sqlalchemy.orm import Session

from steelyard.i18n import t
from steelyard.server.errors import UnauthenticatedError
from steelyard.server.people import audit, sign_ins
from steelyard.server.people.policy import Actor, ForbiddenError, Role, require
from steelyard.server.settings import Settings
from steelyard.ui.visitor import Visitor

T = TypeVar("T")
Work = Callable[[Session, Actor], T]


@dataclass(frozen=True, slots=True)
class ProjectSeen:
    """The project of a page."""

    id: str
    slug: str
    name: str
    archived: bool = False


@dataclass(frozen=True, slots=True)
class Visit:
    """Who looks, at which project, with which filters in the address."""

    visitor: Visitor
    path: str
    role: Role | None  # that the page needs
    project: ProjectSeen | None = None
    query: Mapping[str, str] = field(default_factory=dict)

    @property
    def settings(self) -> Settings:
        """The settings of the service, as administrators changed them."""
        return self.visitor.service.adjusted.now()

    @property
    def here(self) -> ProjectSeen:
        """The project of a page that is in one."""
        assert self.project is not None
        return self.project

    @property
    def project_id(self) -> str | None:
        """The id of the page's project; None for a page of the service."""
        return None if self.project is None else self.project.id

    def may(self, role: Role) -> bool:
        """Whether to offer what needs that role; whether it is done is decided when it is."""
        return self.visitor.actor.may(role, self.project_id)

    def url(self, *parts: str, **query: str | None) -> str:
        """Return the address of a page of the same project."""
        path = "/".join(["", "p", self.here.slug, *parts])
        given = {name: value for name, value in query.items() if value}
        return f"{path}?{urlencode(given)}" if given else path

    async def ask(self, work: Work[T]) -> T:
        """Read something with a session of its own, in a thread."""
        return await asyncio.to_thread(self._do, self.role, work, writing=False)

    async def act(self, role: Role | None, work: Work[T]) -> T:
        """Change something in one transaction; None needs only somebody signed in.

        Raises:
            ForbiddenError: the visitor has not that role; the refusal is in the audit trail.
        """
        return await asyncio.to_thread(self._do, role, work, writing=True)

    async def work(self, role: Role | None, work: Callable[[], T]) -> T:
        """Do what takes long and holds no session, after the same check; in a thread."""

        def checked() -> T:
            self._allowed(role)
            return work()

        return await asyncio.to_thread(checked)

    def _do(self, role: Role | None, work: Work[T], *, writing: bool) -> T:
        actor = self._allowed(role)
        database = self.visitor.service.database
        with database.transaction() if writing else database.reading() as session:
            return work(session, actor)

    def _allowed(self, role: Role | None) -> Actor:
        """Return who is asking now, if they may."""
        with self.visitor.service.database.reading() as session:
            actor = self._actor(session)
        try:
            if role is not None:
                require(actor, role, self.project_id)
        except ForbiddenError:
            self._write_down(actor)
            raise
        return actor

    def _actor(self, session: Session) -> Actor:
        was = self.visitor.actor
        found = sign_ins.signed_in(
            session, self.visitor.cookie, address=was.address, request_id=was.request_id
        )
        if found is None:
            raise UnauthenticatedError(t("api.unauthenticated"))
        return replace(found[0], sign_in=found[1].hash)

    def _write_down(self, actor: Actor) -> None:
        subject = audit.Subject(None, self.path[:300], self.project_id)
        with self.visitor.service.database.transaction() as session:
            audit.record(session, actor, "page", subject, outcome="refused")

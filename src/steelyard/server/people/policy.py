"""Who may do what: four roles in one order, and the one function that decides.

| role | may |
|---|---|
| viewer | see everything in the project, export it |
| evaluator | also bring data, draft documents, start and stop tasks, annotate |
| manager | also agents and their secrets, publishing, schedules, webhooks, members, removal |
| admin | also accounts, projects, settings, all of the audit trail; of the whole service |
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

from steelyard.errors import SteelyardError
from steelyard.i18n import t


class Role(IntEnum):
    """Each may do what the ones before it may."""

    VIEWER = 1
    EVALUATOR = 2
    MANAGER = 3
    ADMIN = 4

    @property
    def word(self) -> str:
        """As it is written in the database, the API and files."""
        return self.name.lower()

    @classmethod
    def of(cls, word: str) -> Role:
        """Return the role of that word."""
        return cls[word.upper()]


class ForbiddenError(SteelyardError):
    """The account may not do this."""

    code = "forbidden"


@dataclass(frozen=True, slots=True)
class Actor:
    """Who is asking, as far as it matters: what they may do, and where from.

    Attributes:
        user_id: None for the service itself.
        name: as the audit trail shows it.
        is_admin: of the service.
        roles: project to role.
        limit: the most a token may do, whatever its owner may.
        only_project: the one project a token is for.
    """

    user_id: str | None
    name: str
    is_admin: bool = False
    roles: dict[str, Role] = field(default_factory=dict)
    limit: Role = Role.ADMIN
    only_project: str | None = None
    token_id: str | None = None
    sign_in: str | None = None  # which session, if it is one
    address: str | None = None
    request_id: str | None = None

    def role_in(self, project_id: str | None) -> Role | None:
        """Return what the actor is in a project, or in the service when it is None."""
        if self.only_project is not None and project_id != self.only_project:
            return None
        own = Role.ADMIN if self.is_admin else self.roles.get(project_id or "")
        return None if own is None else min(own, self.limit)

    def may(self, needed: Role, project_id: str | None) -> bool:
        """Whether the actor has at least that role there."""
        role = self.role_in(project_id)
        return role is not None and role >= needed


def refuse_token(actor: Actor) -> None:
    """Let only someone who signed in change their own account.

    Raises:
        ForbiddenError: a token asks, which may be narrower than its owner.
    """
    if actor.token_id is not None:
        raise ForbiddenError(t("people.by_token"))


SERVICE = Actor(None, "steelyard", is_admin=True)


def require(actor: Actor, needed: Role, project_id: str | None) -> None:
    """Let the actor pass, or raise.

    Raises:
        ForbiddenError: the actor has not that role there.
    """
    if not actor.may(needed, project_id):
        own = actor.role_in(project_id)
        has = t("server.no_role") if own is None else t(f"server.role_{own.word}")
        needs = t(f"server.role_{needed.word}")
        raise ForbiddenError(t("server.forbidden", needs=needs, has=has))

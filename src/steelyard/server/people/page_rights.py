"""Whether those who have a page open may still see it, for many pages in a few queries."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from steelyard.server.db.base import now
from steelyard.server.db.tables import Member, Project, SignIn, User
from steelyard.server.people.policy import Role

_AT_ONCE = 500  # values in a list of a query


@dataclass(frozen=True, slots=True)
class PageRight:
    """What a page was opened with.

    Attributes:
        sign_in: hash of the session.
        project_id: of its project; None for a page of the service.
        role: of the account there.
        archived: whether the project was archived.
    """

    sign_in: str
    project_id: str | None = None
    role: Role | None = None
    archived: bool = False


def rights_left(session: Session, rights: Collection[PageRight]) -> dict[PageRight, bool | None]:
    """Return for each right whether it is left; None when the session itself has ended.

    A right ends with the session (signed out, password changed, account disabled), when the role
    is lower than it was, and when the project was archived or removed meanwhile.
    """
    accounts = _accounts(session, sorted({one.sign_in for one in rights}))
    projects = _projects(session, sorted({one.project_id for one in rights if one.project_id}))
    return {one: _is_left(one, accounts, projects) for one in rights}


@dataclass(frozen=True, slots=True)
class _Account:
    is_admin: bool
    roles: dict[str, Role]


def _is_left(
    right: PageRight, accounts: dict[str, _Account], projects: dict[str, bool]
) -> bool | None:
    account = accounts.get(right.sign_in)
    if account is None:
        return None
    if right.project_id is not None:
        archived = projects.get(right.project_id)
        if archived is None or (archived and not right.archived):
            return False
    role = Role.ADMIN if account.is_admin else account.roles.get(right.project_id or "")
    return right.role is None or (role is not None and role >= right.role)


def _accounts(session: Session, hashes: list[str]) -> dict[str, _Account]:
    found: dict[str, _Account] = {}
    for start in range(0, len(hashes), _AT_ONCE):
        query = (
            select(SignIn.hash, User.is_admin, Member.project_id, Member.role)
            .join(User, User.id == SignIn.user_id)
            .outerjoin(Member, Member.user_id == User.id)
            .where(SignIn.hash.in_(hashes[start : start + _AT_ONCE]))
            .where(SignIn.expires_at >= now(), User.disabled_at.is_(None))
        )
        for hash_, is_admin, project, role in session.execute(query):
            account = found.setdefault(hash_, _Account(is_admin, {}))
            if project is not None:
                account.roles[project] = Role.of(role)
    return found


def _projects(session: Session, ids: list[str]) -> dict[str, bool]:
    """Return whether each is archived; those removed are missing."""
    found: dict[str, bool] = {}
    for start in range(0, len(ids), _AT_ONCE):
        query = select(Project.id, Project.archived_at).where(
            Project.id.in_(ids[start : start + _AT_ONCE])
        )
        found |= {id_: archived is not None for id_, archived in session.execute(query)}
    return found

"""What the provider's groups mean here, found anew at every sign-on.

Groups decide what the settings name: a project that stands in `project_roles`, and who is an
administrator if `admin_groups` is given. What they do not name is given by hand and stays.
"""

from __future__ import annotations

import logging
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from steelyard.server.db.tables import Member, Project, User
from steelyard.server.errors import ConflictError
from steelyard.server.people import accounts, audit, projects
from steelyard.server.people.policy import Actor, Role
from steelyard.server.settings import SingleSignOn

log = logging.getLogger(__name__)
EVERYONE = "*"


def assign_roles(
    session: Session, actor: Actor, sso: SingleSignOn, user: User, claims: dict[str, Any]
) -> None:
    """Give the account the roles of its groups, and take those away that it had by others."""
    groups = groups_in(claims, sso.groups_claim)
    if sso.admin_groups:
        _set_admin(session, actor, user, wanted=not groups.isdisjoint(sso.admin_groups))
    named = {slug for roles in sso.project_roles.values() for slug in roles}
    found = {one.slug: one for one in _projects(session, named)}
    for slug in sorted(named):
        if slug not in found:
            log.warning("single sign-on: project_roles names '%s', which is no project", slug)
            continue
        _set_role(session, actor, found[slug], user, _role(sso, groups, slug))


def groups_in(claims: dict[str, Any], name: str) -> set[str]:
    """Return the groups of a claim; `a.b` is b in a, unless there is a claim of that very name."""
    found: Any = claims
    for part in [name] if name in claims else name.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    if isinstance(found, str):
        found = [found]
    return {one for one in found if isinstance(one, str)} if isinstance(found, list) else set()


def _projects(session: Session, slugs: set[str]) -> list[Project]:
    return list(session.scalars(select(Project).where(Project.slug.in_(slugs)))) if slugs else []


def _role(sso: SingleSignOn, groups: set[str], slug: str) -> Role | None:
    roles = [
        Role.of(given[slug])
        for group, given in sso.project_roles.items()
        if slug in given and (group == EVERYONE or group in groups)
    ]
    return max(roles, default=None)


def _set_role(
    session: Session, actor: Actor, project: Project, user: User, role: Role | None
) -> None:
    member = session.get(Member, (project.id, user.id))
    if (member and Role.of(member.role)) != role:
        projects.set_member(session, actor, project, user, role)


def _set_admin(session: Session, actor: Actor, user: User, *, wanted: bool) -> None:
    if user.is_admin == wanted:
        return
    try:
        accounts.change_user(session, actor, user, is_admin=wanted)
    except ConflictError:
        # The last administrator stays one: a wrong group must not close the service to everyone.
        subject = audit.Subject(user.id, user.login)
        facts = {"is_admin": wanted}
        audit.record(session, actor, "user.change", subject, after=facts, outcome="refused")

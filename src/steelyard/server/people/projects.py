"""Projects and their members."""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.server.db.base import now
from steelyard.server.db.tables import Member, Project, User
from steelyard.server.errors import ConflictError, NotFoundError
from steelyard.server.people import audit
from steelyard.server.people.policy import Actor, Role

_SLUG = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?")


def create_project(
    session: Session, actor: Actor, slug: str, name: str, description: str = ""
) -> Project:
    """Make a project; who makes it manages it."""
    if not _SLUG.fullmatch(slug):
        raise InputError(t("people.slug_form", found=slug[:100]))
    if session.scalar(select(Project.id).where(Project.slug == slug)) is not None:
        raise ConflictError(t("people.slug_taken", slug=slug))
    project = Project(slug=slug, name=name, description=description)
    session.add(project)
    session.flush()
    if actor.user_id is not None:
        session.add(Member(project_id=project.id, user_id=actor.user_id, role=Role.MANAGER.word))
    audit.record(session, actor, "project.create", _subject(project), after={"name": name})
    return project


def find_project(session: Session, project_id: str) -> Project:
    """Return the project, or say that there is none."""
    # PostgreSQL refuses to look for what holds a zero.
    project = None if "\0" in project_id else session.get(Project, project_id)
    if project is None:
        raise NotFoundError(t("people.no_project", id=project_id[:100]))
    return project


def by_slug(session: Session, slug: str) -> Project:
    """Return the project whose name in addresses this is, or say that there is none."""
    project = session.scalar(select(Project).where(Project.slug == slug))
    if project is None:
        raise NotFoundError(t("people.no_project", id=slug[:100]))
    return project


def projects_of(session: Session, actor: Actor, *, archived: bool = False) -> list[Project]:
    """Return the projects the actor may see, by name."""
    query = select(Project).order_by(Project.name, Project.id)
    if not archived:
        query = query.where(Project.archived_at.is_(None))
    found = session.scalars(query)
    return [project for project in found if actor.may(Role.VIEWER, project.id)]


def change_project(session: Session, actor: Actor, project: Project, **fields: Any) -> None:
    """Change what is given; `archived` hides a project and lets nothing new begin in it."""
    archived = fields.pop("archived", None)
    if archived is not None:
        fields["archived_at"] = (project.archived_at or now()) if archived else None
    before = {name: _plain(getattr(project, name)) for name in fields}
    for name, value in fields.items():
        setattr(project, name, value)
    after = {name: _plain(value) for name, value in fields.items()}
    audit.record(session, actor, "project.change", _subject(project), before=before, after=after)


def set_member(
    session: Session, actor: Actor, project: Project, user: User, role: Role | None
) -> None:
    """Give an account a role in the project; None takes it away."""
    if role is Role.ADMIN:
        raise InputError(t("people.admin_is_global"))
    found = session.get(Member, (project.id, user.id))
    before = None if found is None else {"user": user.login, "role": found.role}
    if role is None:
        if found is not None:
            session.delete(found)
    elif found is None:
        session.add(Member(project_id=project.id, user_id=user.id, role=role.word))
    else:
        found.role = role.word
    after = None if role is None else {"user": user.login, "role": role.word}
    audit.record(session, actor, "member.change", _subject(project), before=before, after=after)


def members_of(session: Session, project: Project) -> list[tuple[User, Role]]:
    """Return the members with their roles, by name."""
    rows = session.execute(
        select(User, Member.role)
        .join(Member, Member.user_id == User.id)
        .where(Member.project_id == project.id)
        .order_by(User.name, User.id)
    )
    return [(user, Role.of(role)) for user, role in rows]


def _plain(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value


def _subject(project: Project) -> audit.Subject:
    return audit.Subject(project.id, project.name, project.id)

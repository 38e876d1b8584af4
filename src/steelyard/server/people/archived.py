"""An archived project takes nothing: what changes it is refused, whichever way it comes.

Every change is recorded in the audit trail by its own transaction, which is where pages, routes and
imports meet; the guard of the routes refuses earlier, before a file is read. What stays allowed:
bringing the project back, who may see it, stopping its tasks, removing things, and reading.
"""

from __future__ import annotations

from sqlalchemy.orm import Session

from steelyard.i18n import t
from steelyard.server.db.tables import Project
from steelyard.server.errors import ConflictError

_ALLOWED = frozenset({"project.change", "member.change", "task.pause", "task.cancel"})
_ALLOWED_VERBS = frozenset({"remove", "download", "export"})


def refuse_archived_project(session: Session, project_id: str | None) -> None:
    """Let nothing pass that changes an archived project.

    Raises:
        ConflictError: it is archived.
    """
    project = session.get(Project, project_id or "")
    if project is not None and project.archived_at is not None:
        raise ConflictError(t("tasks.archived", name=project.name))


def is_allowed(action: str) -> bool:
    """Whether an act of the audit trail may be done in an archived project."""
    return action in _ALLOWED or action.rpartition(".")[2] in _ALLOWED_VERBS

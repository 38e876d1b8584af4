"""The audit trail as pages search it: by what a person remembers of an act."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from steelyard.server.db.pieces import page
from steelyard.server.db.tables import AuditEntry


@dataclass(frozen=True, slots=True)
class Sought:
    """What is looked for; empty does not narrow.

    Attributes:
        project_id: None for all of the service.
        text: that who, what or the action hold.
        kind: what was acted on, such as `dataset`.
        outcome: done, refused or failed.
        since: not earlier.
        until: earlier than this.
        before_id: of the last one seen.
    """

    project_id: str | None = None
    text: str = ""
    kind: str = ""
    outcome: str = ""
    since: datetime | None = None
    until: datetime | None = None
    before_id: int | None = None


def search_trail(
    session: Session, sought: Sought, limit: int
) -> tuple[list[AuditEntry], int | None]:
    """Return the newest entries that fit, and where the list goes on."""
    query = select(AuditEntry)
    if sought.project_id is not None:
        query = query.where(AuditEntry.project_id == sought.project_id)
    if sought.text:
        columns = (AuditEntry.user_name, AuditEntry.object_name, AuditEntry.action)
        query = query.where(or_(*(one.icontains(sought.text, autoescape=True) for one in columns)))
    if sought.kind:
        query = query.where(AuditEntry.action.startswith(f"{sought.kind}.", autoescape=True))
    if sought.outcome:
        query = query.where(AuditEntry.outcome == sought.outcome)
    if sought.since is not None:
        query = query.where(AuditEntry.at >= sought.since)
    if sought.until is not None:
        query = query.where(AuditEntry.at < sought.until)
    return page(session, query, AuditEntry.id, sought.before_id, limit, newest=True)

"""The one way to change what stands in the audit trail: a key that should never have been there.

The entries from the first changed one on are chained again, and the cleaning is an entry of its
own that keeps the last hash before it, so that an exported copy can still be told from a forgery.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from steelyard.server.db.tables import AuditEntry
from steelyard.server.people.audit import link

_TRIGGER = "audit_no_update"  # as the first migration makes it
_OPEN = {
    "sqlite": f"DROP TRIGGER IF EXISTS {_TRIGGER}",
    "postgresql": "ALTER TABLE audit DISABLE TRIGGER audit_append_only",
}
_CLOSE = {
    "sqlite": f"CREATE TRIGGER {_TRIGGER} BEFORE UPDATE ON audit"
    " BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END",
    "postgresql": "ALTER TABLE audit ENABLE TRIGGER audit_append_only",
}


def last_link(session: Session) -> str | None:
    """Return the hash of the newest entry."""
    return session.scalar(select(AuditEntry.chain).order_by(AuditEntry.id.desc()).limit(1))


def rewrite(session: Session, changes: Mapping[int, Mapping[str, Any]]) -> None:
    """Change fields of entries, by their number, and chain the trail again from the first on."""
    if not changes:
        return
    dialect = session.get_bind().dialect.name
    session.execute(text(_OPEN[dialect]))
    first = min(changes)
    before = select(AuditEntry.chain).where(AuditEntry.id < first)
    last = session.scalar(before.order_by(AuditEntry.id.desc()).limit(1)) or ""
    later = select(AuditEntry).where(AuditEntry.id >= first).order_by(AuditEntry.id)
    for entry in session.scalars(later):
        for name, value in changes.get(entry.id, {}).items():
            setattr(entry, name, value)
        entry.chain = last = link(last, entry)
    session.flush()
    session.execute(text(_CLOSE[dialect]))

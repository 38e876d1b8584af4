"""The audit trail: one function to add to it, one to search it, one to see that it is whole."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Select, event, func, select
from sqlalchemy.orm import Session, SessionTransaction

from steelyard.server.db.base import now
from steelyard.server.db.pieces import in_pieces
from steelyard.server.db.tables import AuditEntry
from steelyard.server.db.texts import fitting
from steelyard.server.people.archived import is_allowed, refuse_archived_project
from steelyard.server.people.policy import Actor

_WAITING = "steelyard.audit"
_TURN = 0x5354454C  # of the lock that PostgreSQL keeps under this number


@dataclass(frozen=True, slots=True)
class Subject:
    """What an act was done to."""

    id: str | None = None
    name: str | None = None
    project_id: str | None = None


def record(
    session: Session,
    actor: Actor,
    action: str,
    subject: Subject | None = None,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    outcome: str = "done",
) -> None:
    """Add an act to the trail, in the transaction of the act itself.

    It is written when the transaction commits: each entry follows from the one before, so writers
    take turns, and whoever took its turn earlier could wait for a lock that the next one holds.

    Args:
        session: of the act.
        actor: who did it.
        action: `kind.verb`, such as `dataset.create`.
        subject: what it was done to.
        before: the fields that changed, as they were; never a secret.
        after: the same, as they are now.
        outcome: `done`, `refused` or `failed`.

    Raises:
        ConflictError: somebody changes an archived project.
    """
    subject = subject or Subject()
    if outcome == "done" and actor.user_id is not None and not is_allowed(action):
        refuse_archived_project(session, subject.project_id)
    entry = AuditEntry(
        user_id=actor.user_id,
        user_name=_fitting(actor.name, 200),
        token_id=actor.token_id,
        address=_fitting(actor.address, 64),
        request_id=_fitting(actor.request_id, 64),
        action=_fitting(action, 60),
        outcome=outcome,
        project_id=_fitting(subject.project_id, 22),
        object_id=_fitting(subject.id, 60),
        object_name=_fitting(subject.name, 300),
        before=None if before is None else dict(before),
        after=None if after is None else dict(after),
    )
    within = session.get_nested_transaction()
    session.info.setdefault(_WAITING, []).append(_Waiting(entry, within))


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for in the trail; None does not narrow."""

    project_id: str | None = None
    user_id: str | None = None
    action: str | None = None  # `task.` finds every act on tasks
    object_id: str | None = None
    outcome: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    before_id: int | None = None


def search(session: Session, wanted: Wanted, limit: int) -> list[AuditEntry]:
    """Return the newest entries that fit."""
    return list(session.scalars(_select(wanted).order_by(AuditEntry.id.desc()).limit(limit)))


def export(session: Session, wanted: Wanted) -> Iterator[AuditEntry]:
    """Yield all entries that fit, the oldest first, without holding them."""
    yield from in_pieces(session, _select(wanted), AuditEntry.id)


def broken_at(session: Session) -> int | None:
    """Return the first entry that does not follow from the one before it; None when all do."""
    last = ""
    for entry in export(session, Wanted()):
        if entry.chain != link(last, entry):
            return entry.id
        last = entry.chain
    return None


class _Waiting(NamedTuple):
    """An entry that is to be written, and the savepoint it was recorded in."""

    entry: AuditEntry
    within: SessionTransaction | None


@event.listens_for(Session, "before_commit")
def _write(session: Session) -> None:
    """Write what was recorded, in its turn, as the last thing a transaction does."""
    if session.in_nested_transaction() or not session.info.get(_WAITING):
        return
    session.flush()  # what waits for others' locks does so before it is our turn
    if session.get_bind().dialect.name == "postgresql":
        session.execute(select(func.pg_advisory_xact_lock(_TURN)))
    last = session.scalar(select(AuditEntry.chain).order_by(AuditEntry.id.desc()).limit(1))
    for entry, _ in session.info.pop(_WAITING):
        entry.at = now()
        entry.chain = last = link(last or "", entry)
        session.add(entry)
        session.flush()  # one by one, so that their numbers are in the order of the chain


@event.listens_for(Session, "after_soft_rollback")
def _forget(session: Session, undone: SessionTransaction) -> None:
    """Forget what was recorded about acts that were undone."""
    waiting: list[_Waiting] = session.info.pop(_WAITING, [])
    if undone.nested:
        kept = [one for one in waiting if not _is_in(one.within, undone)]
        session.info[_WAITING] = kept


def _is_in(savepoint: SessionTransaction | None, outer: SessionTransaction) -> bool:
    while savepoint is not None and savepoint is not outer:
        savepoint = savepoint.parent
    return savepoint is outer


def _fitting(text: str | None, longest: int) -> str | None:
    """Return a text as a column can keep it: names come from outside, and an act is never lost."""
    return None if text is None else fitting(text, longest)


def _select(wanted: Wanted) -> Select[AuditEntry]:
    query = select(AuditEntry)
    for column, value in (
        (AuditEntry.project_id, wanted.project_id),
        (AuditEntry.user_id, wanted.user_id),
        (AuditEntry.object_id, wanted.object_id),
        (AuditEntry.outcome, wanted.outcome),
    ):
        if value is not None:
            query = query.where(column == value)
    if wanted.action is not None:
        query = query.where(AuditEntry.action.startswith(wanted.action, autoescape=True))
    if wanted.since is not None:
        query = query.where(AuditEntry.at >= wanted.since)
    if wanted.until is not None:
        query = query.where(AuditEntry.at < wanted.until)
    if wanted.before_id is not None:
        query = query.where(AuditEntry.id < wanted.before_id)
    return query


def link(last: str, entry: AuditEntry) -> str:
    """Return the hash of an entry and of the one before it."""
    said = [
        last,
        entry.at.isoformat(timespec="microseconds"),
        entry.user_id,
        entry.user_name,
        entry.token_id,
        entry.address,
        entry.request_id,
        entry.action,
        entry.outcome,
        entry.project_id,
        entry.object_id,
        entry.object_name,
        entry.before,
        entry.after,
    ]
    return hashlib.sha256(orjson.dumps(said, option=orjson.OPT_SORT_KEYS)).hexdigest()

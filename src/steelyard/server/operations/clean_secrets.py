"""Keys that were stored before names were checked: found, and taken out of everything.

A value in place of a secret's name becomes `REDACTED`, which names nothing: whoever uses the agent
or the plan next is asked for a secret. The same value is then taken out of whatever repeats it:
test results, errors, events, notices, answers kept for repeated requests, and the audit trail.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from steelyard.agents import without_pasted
from steelyard.bundle import Bundle
from steelyard.errors import SteelyardError
from steelyard.model import MASK, redact
from steelyard.plan import without_pasted_secrets
from steelyard.server.db import Database
from steelyard.server.db.tables import (
    AgentRow,
    Document,
    DocumentVersion,
    Idempotency,
    Notice,
    Project,
    Run,
    Schedule,
    Task,
    TaskEvent,
    User,
)
from steelyard.server.library.pasted_texts import redact_text
from steelyard.server.library.secrets import usable_secrets
from steelyard.server.library.storage import Storage, open_storage
from steelyard.server.people import audit
from steelyard.server.people.audit_rewrite import last_link, rewrite
from steelyard.server.people.policy import Actor
from steelyard.server.settings import Settings

_SHORTEST = 6  # of a value that is looked for elsewhere; a shorter one is a word
# Texts that may repeat what an agent or a plan was given.
_ECHOES: tuple[tuple[type[Any], tuple[str, ...]], ...] = (
    (AgentRow, ("tested", "description")),
    (Task, ("error", "progress")),
    (TaskEvent, ("reason",)),
    (Notice, ("content", "error")),
    (Idempotency, ("body",)),
)


class Stored(NamedTuple):
    """A place that holds a key: what it is, and the name of it."""

    kind: str
    name: str


class _Change(NamedTuple):
    place: Stored
    old: Any
    new: Any
    keep: Callable[[], None]


def stored_secrets(settings: Settings, session: Session) -> list[Stored]:
    """Return the agents, plans, documents and runs that hold a key; nothing is changed."""
    return [change.place for change in _changes(settings, session)]


def clean_secrets(settings: Settings, database: Database, actor: Actor) -> list[Stored]:
    """Take every key out of what is stored; return where they were."""
    with database.transaction() as session:
        changes = list(_changes(settings, session))
        values: set[str] = set()
        for change in changes:
            values.update(_lost(change.old, change.new))
            change.keep()
        places = [change.place for change in changes]
        places += _clean_echoes(session, values)
        before = last_link(session)
        entries = _clean_trail(session, values)
        places += [Stored("audit", str(number)) for number in entries]
        if places:
            said = {"places": len(places), "audit_entries": entries, "chain_before": before}
            audit.record(session, actor, "secret.clean", after=said)
    return places


def _changes(settings: Settings, session: Session) -> Iterator[_Change]:
    storage = open_storage(settings)
    for project in session.scalars(select(Project).order_by(Project.id)):
        kept = usable_secrets(session, settings, project.id)
        yield from _of_rows(session, project.id, kept)
        yield from _of_documents(session, project.id, kept)
        yield from _of_runs(session, storage, project.id)
    for user in session.scalars(select(User)):
        drafts = user.preferences.get("drafts") or {}
        clean = {name: redact_text(str(text)) for name, text in drafts.items()}
        if clean != drafts:
            whole = {**user.preferences, "drafts": clean}
            yield _change("draft", user.login, user, "preferences", whole)


def _of_rows(session: Session, project_id: str, kept: Collection[str]) -> Iterator[_Change]:
    def rows(table: type[Any]) -> Iterator[Any]:
        yield from session.scalars(select(table).where(table.project_id == project_id))

    for agent in rows(AgentRow):
        config = without_pasted(agent.config, kept)
        if config is not agent.config:
            yield _change("agent", agent.name, agent, "config", config)
    for task in rows(Task):
        plan = without_pasted_secrets(task.plan, kept)
        if plan is not task.plan:
            yield _change("task", task.name, task, "plan", plan)
    for schedule in rows(Schedule):
        plan = schedule.task.get("plan")
        if (clean := without_pasted_secrets(plan, kept)) is not plan:
            yield _change(
                "schedule", schedule.name, schedule, "task", {**schedule.task, "plan": clean}
            )


def _of_documents(session: Session, project_id: str, kept: Collection[str]) -> Iterator[_Change]:
    query = (
        select(Document, DocumentVersion)
        .join(DocumentVersion, DocumentVersion.document_id == Document.id)
        .where(Document.project_id == project_id)
    )
    for document, version in session.execute(query):
        clean = redact_text(version.text, kept, document.kind)
        if clean == version.text:
            continue

        def keep(version: DocumentVersion = version, clean: str = clean) -> None:
            version.text = clean
            version.sha256 = hashlib.sha256(clean.encode()).hexdigest()

        place = Stored(document.kind, f"{document.name} {version.number}")
        yield _Change(place, version.text, clean, keep)


def _of_runs(session: Session, storage: Storage, project_id: str) -> Iterator[_Change]:
    for run in session.scalars(select(Run).where(Run.project_id == project_id)):
        try:
            manifest = Bundle(storage.run_folder(run.id)).manifest
        except SteelyardError:
            continue  # `admin verify` tells of runs that cannot be read
        old = {name: manifest.values.get(name) for name in ("plan", "agent")}
        # Names of a run from elsewhere are of variables there: only what can be no name counts.
        new = {
            "plan": without_pasted_secrets(old["plan"], _EVERY),
            "agent": without_pasted(old["agent"], _EVERY),
        }
        if new == old:
            continue

        def keep(run: Run = run, manifest: Any = manifest, new: dict[str, Any] = new) -> None:
            manifest.update(**{name: value for name, value in new.items() if value is not None})
            storage.save_run(run.id)

        yield _Change(Stored("run", run.name), old, new, keep)


class _Every(frozenset[str]):
    """Every name there may be."""

    def __contains__(self, _name: object) -> bool:
        return True


_EVERY = _Every()


def _change(kind: str, name: str, row: Any, attribute: str, new: Any) -> _Change:
    old = getattr(row, attribute)
    return _Change(Stored(kind, name), old, new, lambda: setattr(row, attribute, new))


def _clean_echoes(session: Session, values: Collection[str]) -> list[Stored]:
    found = []
    for table, attributes in _ECHOES:
        for row in session.scalars(select(table)):
            for name in attributes:
                old = getattr(row, name)
                if (new := _scrubbed(old, values)) != old:
                    setattr(row, name, new)
                    found.append(Stored(table.__tablename__, name))
    session.flush()
    return found


def _clean_trail(session: Session, values: Collection[str]) -> list[int]:
    changes: dict[int, dict[str, Any]] = {}
    for entry in audit.export(session, audit.Wanted()):
        for name in ("object_name", "before", "after"):
            old = getattr(entry, name)
            if (new := _scrubbed(old, values)) != old:
                changes.setdefault(entry.id, {})[name] = new
    rewrite(session, changes)
    return sorted(changes)


def _lost(old: Any, new: Any) -> Iterator[str]:
    """Yield the words that were in a value and are no longer."""
    yield from set(_words(old)) - set(_words(new))


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from (word.strip("\"',;{}[]()") for word in value.split())
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _words(key)
            yield from _words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _words(inner)


def _scrubbed(value: Any, values: Collection[str]) -> Any:
    if isinstance(value, str):
        for one in sorted(values, key=len, reverse=True):
            if len(one) >= _SHORTEST:
                value = value.replace(one, MASK)
        return redact(value)
    if isinstance(value, dict):
        return {_scrubbed(key, values): _scrubbed(inner, values) for key, inner in value.items()}
    return [_scrubbed(one, values) for one in value] if isinstance(value, list) else value

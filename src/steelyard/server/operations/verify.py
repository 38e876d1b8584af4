"""Is a service whole? The database against the storage, against hashes, against the audit trail."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import func, or_, select, text
from sqlalchemy.orm import Session

from steelyard.bundle import Bundle, connect
from steelyard.errors import SteelyardError
from steelyard.i18n import say, t
from steelyard.model import RunState
from steelyard.server.db import Database
from steelyard.server.db.base import now
from steelyard.server.db.migrate import check_migrated
from steelyard.server.db.pieces import in_pieces
from steelyard.server.db.tables import DatasetVersion, DocumentVersion, Run, Task, TaskEvent
from steelyard.server.errors import NotFoundError
from steelyard.server.library.secrets import unreadable_secrets
from steelyard.server.library.storage import Storage, open_storage
from steelyard.server.people import audit
from steelyard.server.settings import Settings
from steelyard.server.tasks.states import ENDED

Tell = Callable[[str], None]


class Problem(NamedTuple):
    """Something that is not as it should be."""

    kind: str
    name: str
    said: str


def verify(settings: Settings, database: Database, tell: Tell) -> Iterator[Problem]:
    """Yield whatever is wrong with a service; it may be at work meanwhile.

    Raises:
        UserError: the tables are of another version; nothing can be said.
    """
    check_migrated(database)
    storage = open_storage(settings)
    with database.reading() as session:
        for name, look in (
            ("database", _database),
            ("audit", _audit),
            ("documents", _documents),
            ("tasks", _tasks),
        ):
            tell(name)
            yield from look(session)
        tell("secrets")
        for name in unreadable_secrets(session, settings):
            yield Problem("secret", name, t("admin.secret_unreadable"))
    yield from _objects(database, storage, tell)
    yield from _runs(database, storage, tell)


def strays(settings: Settings, database: Database) -> list[str]:
    """Return what lies in the storage and is named by nothing; it does no harm."""
    storage = open_storage(settings)
    with database.reading() as session:
        named = set(session.scalars(select(DatasetVersion.path)))
        runs = set(session.scalars(select(Run.id)))
    found = [path for path in storage.objects(now()) if path not in named]
    folder = settings.data_dir / "storage" / "runs"
    found += [f"runs/{path.name}" for path in sorted(folder.glob("*")) if path.name not in runs]
    return found


def _database(session: Session) -> Iterator[Problem]:
    """SQLite is asked whether its file is whole; PostgreSQL keeps its keys itself."""
    if session.get_bind().dialect.name != "sqlite":
        return
    for (said,) in session.execute(text("PRAGMA integrity_check(20)")):
        if said != "ok":
            yield Problem("database", "integrity", str(said))
    for row in session.execute(text("PRAGMA foreign_key_check")):
        yield Problem("database", str(row[0]), t("admin.bad_key", row=row[1], other=row[2]))


def _audit(session: Session) -> Iterator[Problem]:
    broken = audit.broken_at(session)
    if broken is not None:
        yield Problem("audit", str(broken), t("admin.audit_broken"))


def _documents(session: Session) -> Iterator[Problem]:
    for row in in_pieces(session, select(DocumentVersion), DocumentVersion.id):
        if hashlib.sha256(row.text.encode()).hexdigest() != row.sha256:
            yield Problem("document", row.id, t("admin.other_hash"))


def _tasks(session: Session) -> Iterator[Problem]:
    """The last move of every task must have brought it to where it is."""
    last = select(func.max(TaskEvent.id)).group_by(TaskEvent.task_id)
    query = (
        select(Task.id, Task.state, TaskEvent.after)
        .outerjoin(TaskEvent, (TaskEvent.task_id == Task.id) & TaskEvent.id.in_(last))
        .where(or_(TaskEvent.after.is_(None), TaskEvent.after != Task.state))
    )
    for row in session.execute(query):
        said = t("admin.task_state", state=row.state, last=row.after or "–")
        yield Problem("task", row.id, said)


def _objects(database: Database, storage: Storage, tell: Tell) -> Iterator[Problem]:
    with database.reading() as session:
        query = select(DatasetVersion.path, DatasetVersion.sha256, DatasetVersion.size).distinct()
        rows = session.execute(query).all()
    for row in rows:
        tell(row.path)
        try:
            path = storage.local(row.path)
        except NotFoundError:
            if _still_named(database, row.path):
                yield Problem("object", row.path, t("admin.no_file"))
            continue
        if path.stat().st_size != row.size or _sha256(path) != row.sha256:
            yield Problem("object", row.path, t("admin.other_hash"))


def _still_named(database: Database, path: str) -> bool:
    with database.reading() as session:
        query = select(DatasetVersion.id).where(DatasetVersion.path == path).limit(1)
        return session.scalar(query) is not None


def _runs(database: Database, storage: Storage, tell: Tell) -> Iterator[Problem]:
    with database.reading() as session:
        busy = select(Task.run_id).where(Task.state.not_in(ENDED), Task.run_id.is_not(None))
        at_work = set(session.scalars(busy))
        rows = session.execute(select(Run.id, Run.state, Run.run_id, Run.rows)).all()
    for row in rows:
        tell(f"runs/{row.id}")
        if row.id in at_work or row.state == "created":
            continue  # a worker may be writing it; it checks what it reads itself
        try:
            said = _about_run(storage.run_folder(row.id), row.run_id, row.rows)
        except (SteelyardError, OSError) as error:
            said = say(error) if isinstance(error, SteelyardError) else str(error)
        except Exception as error:  # noqa: BLE001 - whatever a damaged file brings about
            said = f"{type(error).__name__}: {error}"
        if said is not None and _is_same(database, row.id, row.state):
            yield Problem("run", row.id, said)


def _is_same(database: Database, run_id: str, state: str) -> bool:
    """Whether the run was neither removed nor gone on with while it was looked at."""
    with database.reading() as session:
        return session.scalar(select(Run.state).where(Run.id == run_id)) == state


def _about_run(folder: Path, run_id: str | None, rows: int | None) -> str | None:
    """Return what is wrong with a run that nobody works on; None when it is whole."""
    bundle = Bundle(folder)
    if run_id is not None and bundle.manifest.values["run_id"] != run_id:
        return t("admin.other_run")
    if bundle.journal_path.exists() and "asks" in bundle.manifest.values:
        bundle.offsets()  # reads every line against its checksum
    if bundle.state is not RunState.FINISHED:
        return None
    bundle.summary()
    bundle.check_results()
    connection = connect(bundle.results_path)
    try:
        [(found,)] = connection.execute("SELECT count(*) FROM results").fetchall()
    finally:
        connection.close()
    wanted = sum(bundle.manifest.values["counts"].values())
    return t("admin.run_rows", found=found, wanted=wanted) if found != wanted else None


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()

"""Put a backup back, into a service that has nothing yet.

The whole archive is unpacked and checked before anything of it is used. Files come first, rows are
committed last: whatever goes wrong, the service is as empty as before.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, delete, func, inspect, select, table, text, update
from sqlalchemy import column as any_column
from sqlalchemy.exc import SQLAlchemyError

from steelyard.bundle import Bundle
from steelyard.errors import UserError
from steelyard.i18n import t
from steelyard.server.db import Database
from steelyard.server.db.base import now
from steelyard.server.db.migrate import alembic_config, migrate, upgrade_to
from steelyard.server.library import keys
from steelyard.server.library.storage import Storage, open_storage
from steelyard.server.operations.archive import KEYS, read_archive
from steelyard.server.operations.dump import VERSIONS, load_table
from steelyard.server.operations.prepare import is_empty
from steelyard.server.people import audit
from steelyard.server.people.policy import Actor
from steelyard.server.people.setup import forget_code
from steelyard.server.settings import Settings
from steelyard.server.tasks.names import engine_url

Tell = Callable[[str], None]


def restore(
    settings: Settings, database: Database, actor: Actor, file: Path, tell: Tell
) -> dict[str, Any]:
    """Put a backup back; return its manifest.

    Raises:
        DataError: the archive was cut off or changed.
        UserError: the service is not empty, or the archive is of a newer version.
    """
    with _leaving_nothing(settings, database):
        manifest = _put_back(settings, database, file, tell)
    migrate(database)
    forget_code(settings)
    facts = {"file": file.name, "made_at": manifest["made_at"], "tables": manifest["tables"]}
    with database.transaction() as session:
        audit.record(session, actor, "service.restore", after=facts)
    return manifest


def check_empty(settings: Settings, database: Database, storage: Storage) -> None:
    """Refuse a service that has anything.

    Raises:
        UserError: it has.
    """
    filled = _filled(database)
    if next(iter(storage.objects(now())), None) is not None:
        filled.append("objects")
    if any((settings.data_dir / "storage" / "runs").glob("*")):
        filled.append("runs")
    if settings.storage_url is not None and storage.used():
        filled.append("storage_url")
    if _engine_knows_tasks(settings, database):
        filled.append("engine")
    if filled:
        said = t("admin.not_empty", names=", ".join(sorted(set(filled))))
        raise UserError(said, hint=t("admin.not_empty_hint"))


def _put_back(settings: Settings, database: Database, file: Path, tell: Tell) -> dict[str, Any]:
    storage = open_storage(settings)
    check_empty(settings, database, storage)
    with TemporaryDirectory(dir=storage.scratch, prefix="restore-") as scratch:
        folder = Path(scratch)
        manifest = read_archive(file, folder, tell)
        _make_tables(database, manifest["revision"])
        with _placed(storage) as place, database.engine.begin() as connection:
            if connection.dialect.name == "sqlite":
                connection.execute(text("PRAGMA defer_foreign_keys = ON"))
            for name in manifest["tables"]:
                tell(f"tables {name}")
                load_table(connection, name, folder / "tables" / f"{name}.jsonl")
            for path in manifest["gone"]:
                _forget(connection, path)
            for path in sorted((folder / "objects").glob("*/*")):
                tell(path.name)
                place.keep(path)
            for path in sorted((folder / "runs").glob("*")):
                if f"runs/{path.name}" not in manifest["gone"]:
                    tell(path.name)
                    _move_base(path, settings)
                    place.put_run(path)
            if (folder / KEYS).exists():
                keys.put_back(settings, (folder / KEYS).read_text().split())
    return manifest


@contextmanager
def _leaving_nothing(settings: Settings, database: Database) -> Iterator[None]:
    """Take away what opening an empty service made, if it stays empty.

    Opening SQLite makes its file, and opening a storage its folders.
    """
    try:
        yield
    except BaseException:
        if is_empty(database):
            _remove_made(settings, database)
        raise


def _remove_made(settings: Settings, database: Database) -> None:
    if settings.on_sqlite:
        database.close()
        for end in ("", "-wal", "-shm"):
            Path(f"{database.engine.url.database}{end}").unlink(missing_ok=True)
    for name in ("storage/scratch", "storage"):
        with suppress(OSError):  # it holds something
            (settings.data_dir / name).rmdir()


def _filled(database: Database) -> list[str]:
    if is_empty(database):
        return []
    with database.engine.connect() as connection:
        return [
            name
            for name in inspect(connection).get_table_names()
            if name != VERSIONS and connection.scalar(select(func.count()).select_from(table(name)))
        ]


def _engine_knows_tasks(settings: Settings, database: Database) -> bool:
    """Whether the durable engine remembers tasks: it would take the ones put back for those."""
    if settings.on_sqlite:
        path = Path(engine_url(settings).removeprefix("sqlite:///"))
        return path.exists() and _remembers_in_file(path)
    try:
        with database.engine.connect() as connection:
            return bool(connection.scalar(text("SELECT count(*) FROM dbos.workflow_status")))
    except SQLAlchemyError:
        return False  # it has no tables


def _remembers_in_file(path: Path) -> bool:
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(path)) as connection:
        try:
            [(count,)] = connection.execute("SELECT count(*) FROM workflow_status").fetchall()
        except sqlite3.OperationalError:
            return False
        return bool(count)


def _make_tables(database: Database, revision: str) -> None:
    """Make the tables of the version that the backup was made by.

    Raises:
        UserError: this program does not know it.
    """
    from alembic.script import ScriptDirectory

    script = ScriptDirectory.from_config(alembic_config())
    if revision not in {one.revision for one in script.walk_revisions()}:
        said = t("server.newer_tables", found=revision)
        raise UserError(said, hint=t("server.newer_tables_hint"))
    if is_empty(database):
        upgrade_to(database, revision)
        return
    with database.engine.connect() as connection:
        found = connection.scalar(text(f"SELECT version_num FROM {VERSIONS}"))
    if found != revision:
        raise UserError(t("admin.other_tables", found=found, wanted=revision))


def _forget(connection: Connection, path: str) -> None:
    """Take a run or an upload out that was removed while the backup was made."""
    kind, _, rest = path.partition("/")
    name, key = ("runs", "id") if kind == "runs" else ("dataset_versions", "path")
    value = rest if kind == "runs" else path
    here = table(name, any_column("id"), any_column(key))
    for id_ in connection.scalars(select(here.c.id).where(here.c[key] == value)).all():
        _unname(connection, name, id_)
        connection.execute(delete(here).where(here.c.id == id_))


def _unname(connection: Connection, name: str, id_: str) -> None:
    """Let nothing name a row that is about to go."""
    found = inspect(connection)
    for other in found.get_table_names():
        for key in found.get_foreign_keys(other):
            if key["referred_table"] != name:
                continue
            [column] = key["constrained_columns"]
            naming = table(other, any_column(column))
            fits = naming.c[column] == id_
            optional = {one["name"]: one["nullable"] for one in found.get_columns(other)}[column]
            act = update(naming).values({column: None}) if optional else delete(naming)
            connection.execute(act.where(fits))


def _move_base(folder: Path, settings: Settings) -> None:
    """Let a run that is not finished find its files under this service's folder."""
    manifest = Bundle(folder).manifest
    base = Path(manifest.values.get("base", ""))
    if base.parts[-2:] == ("work", folder.name):
        manifest.update(base=str(settings.data_dir.resolve() / "work" / folder.name))


class _Placed:
    """Puts files in their place, and takes them away again if it comes to nothing."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._paths: list[str] = []

    def keep(self, file: Path) -> None:
        """Put an upload in its place."""
        self._paths.append(self._storage.keep(file).path)

    def put_run(self, folder: Path) -> None:
        """Put a run in its place."""
        self._paths.append(f"runs/{folder.name}")
        shutil.move(folder, self._storage.run_folder(folder.name))
        self._storage.save_run(folder.name)

    def remove_all(self) -> None:
        """Remove whatever was put."""
        for path in self._paths:
            self._storage.remove(path)


@contextmanager
def _placed(storage: Storage) -> Iterator[_Placed]:
    place = _Placed(storage)
    try:
        yield place
    except BaseException:
        place.remove_all()
        raise

"""The database at the start of a service: made if it is empty, refused if it is another version."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import inspect, text
from sqlalchemy.exc import DBAPIError

from steelyard.errors import UserError
from steelyard.i18n import t
from steelyard.server.db import Database, open_database
from steelyard.server.db.migrate import alembic_config, check_migrated, migrate
from steelyard.server.settings import Settings

_LOCK = 0x57E2  # any number, the same in every process


def prepare_database(settings: Settings) -> Database:
    """Open the database; make its tables if it has none.

    Raises:
        UserError: it cannot be reached, or has the tables of another version.
    """
    database = open_reachable(settings)
    if is_empty(database):
        make_tables(database)
    check_migrated(database)
    return database


def await_tables(settings: Settings, say: Callable[[str], None]) -> Database:
    """Open the database of workers, and wait until the server has made its tables.

    Raises:
        UserError: it cannot be reached, or has the tables of another version.
    """
    database = open_reachable(settings)
    if is_empty(database):
        say(t("serve.awaiting_tables"))
    while is_empty(database):
        time.sleep(1.0)
    check_migrated(database)
    return database


def open_reachable(settings: Settings) -> Database:
    """Open the database.

    Raises:
        UserError: it does not answer.
    """
    try:
        database = open_database(settings)
        with database.engine.connect() as connection:
            connection.execute(text("SELECT 1"))
    except (DBAPIError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).strip()
        said = t("serve.no_database", reason=reason)
        raise UserError(said, hint=t("serve.no_database_hint")) from None
    return database


def refuse_newer(database: Database) -> None:
    """Refuse tables that only a newer program knows.

    Raises:
        UserError: they are.
    """
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    known = {one.revision for one in ScriptDirectory.from_config(alembic_config()).walk_revisions()}
    with database.engine.connect() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
    if found is not None and found not in known:
        raise UserError(t("server.newer_tables", found=found), hint=t("server.newer_tables_hint"))


def is_there(settings: Settings) -> bool:
    """Whether there is a database with tables; asking makes none."""
    if settings.on_sqlite and not (settings.data_dir / "steelyard.sqlite").exists():
        return False
    database = open_reachable(settings)
    try:
        return not is_empty(database)
    finally:
        database.close()


def is_empty(database: Database) -> bool:
    """Whether there is not one table; does not wait for whoever makes them."""
    reader = database.engine.execution_options(read_only=True)
    return not inspect(reader).get_table_names()


def make_tables(database: Database) -> None:
    """Make the tables; of several servers that start at once, one does."""
    if database.engine.dialect.name == "sqlite":
        migrate(database)
        return
    with database.engine.connect() as alone:
        alone.execute(text(f"SELECT pg_advisory_lock({_LOCK})"))
        try:
            migrate(database)
        finally:
            alone.execute(text(f"SELECT pg_advisory_unlock({_LOCK})"))

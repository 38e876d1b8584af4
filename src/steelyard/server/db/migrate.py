"""Bring a database to the tables this version needs, and say whether it has them."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from steelyard.errors import UserError
from steelyard.i18n import t

if TYPE_CHECKING:
    from alembic.config import Config

    from steelyard.server.db.engine import Database


def migrate(database: Database) -> None:
    """Bring the tables to this version; nothing happens when they are."""
    upgrade_to(database, "head")


def upgrade_to(database: Database, revision: str) -> None:
    """Bring the tables to a version that is not older than theirs."""
    from alembic import command

    with database.engine.connect() as connection:
        config = alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def check_migrated(database: Database) -> None:
    """Refuse to work on tables of another version.

    Raises:
        UserError: they are older (migrate) or newer (upgrade the program).
    """
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    script = ScriptDirectory.from_config(alembic_config())
    with database.engine.connect() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
    if found == script.get_current_head():
        return
    known = {revision.revision for revision in script.walk_revisions()}
    newer = found is not None and found not in known
    key = "server.newer_tables" if newer else "server.older_tables"
    raise UserError(t(key, found=found or "–"), hint=t(f"{key}_hint"))


def alembic_config() -> Config:
    """Return where Alembic finds the migrations."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(files("steelyard.server.db") / "migrations"))
    return config

"""`python scripts/revise.py MESSAGE`: write the migration from the last revision to the tables."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from alembic import command

from steelyard.server.db import open_database
from steelyard.server.db.migrate import alembic_config, migrate
from steelyard.server.settings import Settings


def main() -> None:
    """Make the next revision; look at it before it is committed."""
    with tempfile.TemporaryDirectory() as scratch:
        database = open_database(Settings(data_dir=Path(scratch), database_url=None))
        migrate(database)
        config = alembic_config()
        versions = Path(config.get_main_option("script_location") or "") / "versions"
        number = len(list(versions.glob("[0-9]*.py"))) + 1
        with database.engine.connect() as connection:
            config.attributes["connection"] = connection
            command.revision(config, sys.argv[1], autogenerate=True, rev_id=f"{number:04}")
        database.close()


if __name__ == "__main__":
    main()

"""What all tests share: no limit of wall-clock time, and templates to be copied, once a process."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests.tries import choose

pytest_plugins = ("tests.schedule", "tests.timing")


def pytest_configure(config):
    # The agents of tests are on this machine, which a service keeps closed unless told otherwise.
    os.environ.setdefault("STEELYARD_ALLOW_LOOPBACK", "true")
    choose(config.option.markexpr)
    gc.disable()
    atexit.register(gc.unfreeze)  # libraries count what is left when the interpreter ends


def pytest_collection_finish():
    """Leave modules and tests out of every later garbage collection: they stay until the end."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory):
    """A server with a database `migrated` that has the tables, to be copied."""
    from tests.server.postgres import Postgres, programs

    if programs() is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    # Not in pytest's folders: they are closed to the account that the server runs as.
    folder = Path(mkdtemp(prefix="steelyard-postgres-"))
    server = Postgres(folder)
    server.start()
    server.sql("CREATE DATABASE migrated")
    _make_tables(tmp_path_factory.mktemp("template"), server.url("migrated"))
    yield server
    server.stop()
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory):
    """A file with the tables, to be copied."""
    folder = tmp_path_factory.mktemp("sqlite")
    _make_tables(folder)
    return folder / "steelyard.sqlite"


def _make_tables(folder, url=None):
    from steelyard.server.db import open_database
    from steelyard.server.db.migrate import migrate
    from steelyard.server.settings import Settings

    database = open_database(Settings(data_dir=folder, database_url=url))
    migrate(database)
    database.close()

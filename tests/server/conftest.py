"""Every test of the service runs on SQLite, and on PostgreSQL too: by default where locks and
transactions are what is tested (`BACKENDS`), with the slow tests elsewhere (`MOSTLY_SQLITE`).
"""

from __future__ import annotations

import shutil

import pytest

from steelyard.server.db import open_database
from steelyard.server.settings import Settings

BACKENDS = ("sqlite", "postgres")
MOSTLY_SQLITE = ("sqlite", pytest.param("postgres", marks=pytest.mark.slow))


@pytest.fixture(params=MOSTLY_SQLITE)
def settings(request, tmp_path):
    """Settings of a service with the tables and nothing in them."""
    yield from empty_service(request, tmp_path)


def empty_service(request, tmp_path):
    if request.param == "sqlite":
        template = request.getfixturevalue("sqlite_template")
        shutil.copy(template, tmp_path / "steelyard.sqlite")
        yield make_settings(tmp_path)
        return
    server = request.getfixturevalue("postgres")
    name = f"test_{tmp_path.name}".replace("-", "_").lower()[:60]
    server.sql(f'DROP DATABASE IF EXISTS "{name}"')
    server.sql(f'CREATE DATABASE "{name}" TEMPLATE migrated')
    yield make_settings(tmp_path, server.url(name))
    server.sql(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture
def database(settings):
    database = open_database(settings)
    yield database
    database.close()


def make_settings(data_dir, database_url=None, **given):
    return Settings(data_dir=data_dir, database_url=database_url, **given)

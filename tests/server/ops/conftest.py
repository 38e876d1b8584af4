"""A filled service on each backend, copied for each test, and empty ones beside it."""

from __future__ import annotations

import itertools
import shutil
from dataclasses import dataclass

import pytest

from steelyard.server.db import open_database
from tests.server.conftest import MOSTLY_SQLITE, make_settings
from tests.server.ops.fill import fill
from tests.server.tasks.bench import AgentProcess, Bench


@dataclass
class Filled:
    """A service with something of everything in it."""

    settings: object
    database: object


@pytest.fixture(scope="session")
def ready_agent(tmp_path_factory):
    agent = AgentProcess(tmp_path_factory.mktemp("agent") / "agent.log", 0.0)
    yield agent
    agent.close()


@pytest.fixture(scope="session")
def filled(request, ready_agent, tmp_path_factory):
    """Return a function that fills a service on a backend, once, and gives its folder."""
    known = {}

    def on(backend):
        if backend not in known:
            folder = tmp_path_factory.mktemp(f"filled-{backend}")
            url = None
            if backend == "sqlite":
                template = request.getfixturevalue("sqlite_template")
                shutil.copy(template, folder / "steelyard.sqlite")
            else:
                server = request.getfixturevalue("postgres")
                server.sql("CREATE DATABASE filled TEMPLATE migrated")
                url = server.url("filled")
            bench = Bench(make_settings(folder, url), ready_agent)
            fill(bench)
            bench.close()
            known[backend] = folder
        return known[backend]

    return on


@pytest.fixture(params=MOSTLY_SQLITE)
def settings(request, filled, tmp_path):
    """Settings of a filled service."""
    folder = tmp_path / "filled"
    shutil.copytree(filled(request.param), folder)
    if request.param == "sqlite":
        yield make_settings(folder)
        return
    server = request.getfixturevalue("postgres")
    name = f"test_{tmp_path.name}".replace("-", "_").lower()[:60]
    server.sql(f'CREATE DATABASE "{name}" TEMPLATE filled')
    yield make_settings(folder, server.url(name))
    server.sql(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture
def service(settings):
    database = open_database(settings)
    yield Filled(settings, database)
    database.close()


@pytest.fixture
def make_empty(request, tmp_path):
    """Return a function that gives settings and database of a service without even tables."""
    numbers, opened, made = itertools.count(), [], []

    def make(backend="sqlite"):
        folder = tmp_path / f"empty-{next(numbers)}"
        url = None
        if backend == "postgres":
            server = request.getfixturevalue("postgres")
            name = f"{folder.name}_{tmp_path.name}".replace("-", "_").lower()[:60]
            server.sql(f'CREATE DATABASE "{name}"')
            made.append((server, name))
            url = server.url(name)
        settings = make_settings(folder, url, worker_id="other", worker_timeout_s=6)
        opened.append(open_database(settings))
        return settings, opened[-1]

    yield make
    for database in opened:
        database.close()
    for server, name in made:
        server.sql(f'DROP DATABASE "{name}" WITH (FORCE)')

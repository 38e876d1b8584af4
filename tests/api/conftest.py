"""A service on each backend, with an account per role: every test of the API starts here."""

from __future__ import annotations

import shutil
from contextlib import closing
from dataclasses import dataclass

import httpx2 as httpx
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from fastapi.testclient import TestClient
from sqlalchemy import select

from steelyard.api import create_app
from steelyard.server.db import open_database
from steelyard.server.db.tables import Project, User
from steelyard.server.people import accounts, projects, sign_ins, tokens
from steelyard.server.people.policy import SERVICE, Role
from steelyard.server.people.sign_ins import COOKIE
from tests.server.conftest import MOSTLY_SQLITE, database, make_settings  # noqa: F401

PASSWORD = "correct horse battery"
ROLES = ("viewer", "evaluator", "manager", "admin", "stranger", "nobody")


# These files try doors, words and files for many roles: the queries behind them are tried on both
# databases by other files. With PostgreSQL, too, they are for `-m soak`.
ON_SQLITE = {
    *("test_matrix", "test_edge", "test_events", "test_pushed", "test_closed_loopback"),
    *("test_pasted_secrets", "test_sign_on", "test_archived_and_audited"),
}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        params = item.callspec.params if hasattr(item, "callspec") else {}
        listed = "tests/api/" in item.path.as_posix() and item.path.stem in ON_SQLITE
        if listed and params.get("settings") == "postgres":
            item.add_marker(pytest.mark.soak)


@dataclass
class Service:
    """An application with two projects: `ours`, where the roles are, and `theirs`."""

    app: object
    settings: object
    database: object
    ours: str
    theirs: str
    portal: BlockingPortal

    def client(self, role: str = "nobody", **given: object) -> httpx.Client:
        """Return a client that is signed in as that role and sends its CSRF token."""
        client = TestClient(
            self.app, base_url="http://127.0.0.1", raise_server_exceptions=False, **given
        )
        client.portal = self.portal
        if role == "nobody":
            return client
        # As the route does it, less the password: proving it takes a fifth of a second.
        with self.database.transaction() as session:
            issued = sign_ins.sign_in(
                session, self.settings, self._user(session, role), address=None, browser=None
            )
        client.cookies.set(COOKIE, issued.cookie, domain="127.0.0.1")
        client.headers["X-CSRF-Token"] = issued.csrf
        return client

    def token(self, owner: str, **narrower: object) -> str:
        """Return the text of a new token of an account; `narrower` is what it is limited to."""
        with self.database.transaction() as session:
            actor = accounts.actor_of(session, self._user(session, owner))
            return tokens.create_token(session, actor, "t", **narrower)[1]

    def bearer(self, text: str) -> httpx.Client:
        """Return a client that sends a token."""
        client = self.client()
        client.headers["Authorization"] = f"Bearer {text}"
        return client

    def _user(self, session, login):
        return session.scalars(select(User).where(User.login == login)).one()


@pytest.fixture(scope="session")
def sqlite_people(sqlite_template, tmp_path_factory):
    """The file of a service with everyone in it; hashing their passwords is what takes long."""
    folder = tmp_path_factory.mktemp("people")
    shutil.copy(sqlite_template, folder / "steelyard.sqlite")
    _fill(make_settings(folder))
    return folder / "steelyard.sqlite"


@pytest.fixture(scope="session")
def postgres_people(postgres, tmp_path_factory):
    """The same as the name of a database."""
    postgres.sql("CREATE DATABASE people TEMPLATE migrated")
    _fill(make_settings(tmp_path_factory.mktemp("people"), postgres.url("people")))
    return "people"


@pytest.fixture(params=MOSTLY_SQLITE)
def settings(request, tmp_path):
    """Settings of a service with everyone in it."""
    if request.param == "sqlite":
        shutil.copy(request.getfixturevalue("sqlite_people"), tmp_path / "steelyard.sqlite")
        yield make_settings(tmp_path, workers=0)
        return
    server = request.getfixturevalue("postgres")
    template = request.getfixturevalue("postgres_people")
    name = f"test_{tmp_path.name}".replace("-", "_").lower()[:60]
    server.sql(f'CREATE DATABASE "{name}" TEMPLATE {template}')
    yield make_settings(tmp_path, server.url(name), workers=0)
    server.sql(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture(scope="session")
def portal():
    """One event loop for every request: otherwise each takes the time to make its own."""
    with start_blocking_portal() as portal:
        yield portal


@pytest.fixture
def service(settings, database, portal):  # noqa: F811
    """`stranger` manages the other project and is nothing in ours."""
    app = create_app(settings)
    with database.reading() as session:
        ids = dict(session.execute(select(Project.slug, Project.id)).all())
    yield Service(app, settings, database, ids["ours"], ids["theirs"], portal)
    app.state.database.close()


def _fill(settings):
    with closing(open_database(settings)) as opened, opened.transaction() as session:
        ours = projects.create_project(session, SERVICE, "ours", "Ours")
        theirs = projects.create_project(session, SERVICE, "theirs", "Theirs")
        for role in ROLES[:-1]:
            user = accounts.create_user(
                session, SERVICE, settings, role, PASSWORD, is_admin=role == "admin"
            )
            if role in ("viewer", "evaluator", "manager"):
                projects.set_member(session, SERVICE, ours, user, Role.of(role))
            if role == "stranger":
                projects.set_member(session, SERVICE, theirs, user, Role.MANAGER)

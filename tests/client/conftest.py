"""A real server on a real socket for every test of the client; SQLite is enough here."""

from __future__ import annotations

import shutil
import threading
import time
from contextlib import contextmanager

import pytest
import uvicorn

from steelyard.client import Client
from steelyard.server.people import accounts, tokens
from steelyard.server.people.policy import Role
from tests.api.conftest import (  # noqa: F401
    database,
    make_settings,
    portal,
    service,
    sqlite_people,
)
from tests.client.line import Line
from tests.server.tasks.bench import AgentProcess
from tests.server.tasks.work import carry_all


@pytest.fixture
def settings(sqlite_people, tmp_path):  # noqa: F811
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copy(sqlite_people, folder / "steelyard.sqlite")
    return make_settings(folder, upload_bytes=20_000_000)


@contextmanager
def serving(app, port=0):
    config = uvicorn.Config(app, port=port, log_config=None, timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture
def port(service):  # noqa: F811
    with serving(service.app) as port:
        yield port


@pytest.fixture
def url(port):
    return f"http://127.0.0.1:{port}"


@pytest.fixture
def line(port):
    """A line to the server that can be cut."""
    with Line(port) as line:
        yield line


def token_of(service, role):  # noqa: F811
    """Return the text of a new token that may do what the account may."""
    with service.database.transaction() as session:
        owner = accounts.actor_of(session, service._user(session, role))
        most = Role.ADMIN if role == "admin" else Role.MANAGER
        return tokens.create_token(session, owner, "t", role=most)[1]


@pytest.fixture
def connect(service, url):  # noqa: F811
    """Return what makes a client of a role."""
    made = []

    def connect(role="manager", at=url, **given):
        made.append(Client(at, token_of(service, role), **given))
        return made[-1]

    yield connect
    for client in made:
        client.close()


@pytest.fixture
def project(connect):
    return connect("manager").project("ours")


@pytest.fixture
def agent(tmp_path):
    agent = AgentProcess(tmp_path / "agent.log", 0.0)
    yield agent
    agent.close()


@pytest.fixture
def plan(tmp_path, agent):
    """A plan and its cases as files, as the command line reads them; six cases, all right."""
    folder = tmp_path / "plan"
    folder.mkdir()
    lines = [f'{{"question": "x/{n}", "expected_output": "X/{n}"}}\n' for n in range(6)]
    (folder / "cases.jsonl").write_text("".join(lines))
    (folder / "plan.yaml").write_text(
        "name: nightly\n"
        f'agent: {{http: {{url: "{agent.url}"}}}}\n'
        "dataset: {path: cases.jsonl, map: {question: input}}\n"
        "scorers: [text.exact_match]\n"
        "run: {retries: 0}\n"
    )
    return folder / "plan.yaml"


@pytest.fixture
def carrying(service):  # noqa: F811
    """Return what carries every task that is queued, in a thread, until the test ends."""
    done = threading.Event()

    def carry():
        while not done.wait(0.1):
            carry_all(service)

    thread = threading.Thread(target=carry)

    def start():
        thread.start()

    yield start
    done.set()
    if thread.ident is not None:
        thread.join()

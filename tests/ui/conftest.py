"""The pages of a real service with real data, opened in the system's Chromium."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import steelyard
from steelyard.server.db import open_database
from steelyard.server.db.base import now
from steelyard.server.db.tables import Run, Task, User
from steelyard.server.library import datasets, intake
from steelyard.server.library.storage import open_storage
from steelyard.server.people import projects
from steelyard.server.people.policy import SERVICE
from steelyard.server.settings import Settings
from tests.browser.conftest import BROWSER, FLAGS, WAITS_MS
from tests.browser.shared import SHARED, close_unless_used
from tests.ports import free_port
from tests.ui.tabs import listen, sign_in
from tests.ui.world import PROJECT, make_runs

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
STARTS_S = 240


def pytest_collection_modifyitems(items):
    if BROWSER is None:
        why = "no Chromium here; scripts/browser.sh installs it where apt-get may"
        for item in items:
            used = {"site", "chromium"} & set(getattr(item, "fixturenames", ()))
            if "tests/ui" in str(item.path) and used:
                item.add_marker(pytest.mark.skip(reason=why))


@dataclass
class Site:
    """A running service, and its database for looking behind the pages."""

    base: str
    settings: Settings
    log: Path  # what the service says
    said: list[str] = field(default_factory=list)  # what browsers complained about

    @property
    def project(self):
        return f"{self.base}/p/{PROJECT}"

    def rows(self, kind, **fields):
        """Return rows of a table, the newest first."""
        database = open_database(self.settings)
        try:
            with database.reading() as session:
                query = session.query(kind).filter_by(**fields).order_by(kind.id.desc())
                found = list(query)
                session.expunge_all()
                return found
        finally:
            database.close()

    def run(self, name):
        return self.rows(Run, name=name)[0]

    def task(self, name):
        return self.rows(Task, name=name)[0]

    def add_dataset(self, name, lines):
        """Put a dataset into the project; return its id."""
        database, storage = open_database(self.settings), open_storage(self.settings)
        file = storage.scratch / f"{name}.jsonl"
        file.write_text(lines, "utf-8")
        taken = intake.take_in(storage, self.settings, file, file.name, {})
        with database.transaction() as session:
            project = projects.by_slug(session, PROJECT)
            made = datasets.create_dataset(session, SERVICE, project.id, name)
            datasets.add_version(session, SERVICE, made, taken)
            id_ = made.id
        database.close()
        return id_

    def put_away(self, kind, **fields):
        """Archive rows of a table, so that other tests do not meet them."""
        database = open_database(self.settings)
        with database.transaction() as session:
            for row in session.query(kind).filter_by(**fields):
                row.archived_at = now()
        database.close()

    def prefer(self, login, **likes):
        database = open_database(self.settings)
        with database.transaction() as session:
            user = session.query(User).filter_by(login=login).one()
            user.preferences = {**user.preferences, **likes}
        database.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory, pytestconfig):
    """Serve a world in a process of its own."""
    with served_world(tmp_path_factory, pytestconfig) as made:
        yield made


@contextmanager
def served_world(tmp_path_factory, pytestconfig, *words):
    """Serve a world with these words of its command."""
    folder = tmp_path_factory.mktemp("world") / "world"
    folder.with_name("world-runs").symlink_to(_runs(pytestconfig.cache.mkdir("ui-runs")))
    port = free_port(together=2)  # its neighbour is for the agent
    log = folder.with_suffix(".log").open("wb")
    command = [sys.executable, "-m", "tests.ui.world", str(folder), str(port), *words]
    source = str(Path(steelyard.__file__).parent.parent)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((source, str(ROOT)))}
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
    try:
        _wait(f"http://127.0.0.1:{port}/login", process, Path(log.name))
        yield Site(f"http://127.0.0.1:{port}", Settings(data_dir=folder), Path(log.name))
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        log.close()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item, nextitem):
    yield
    close_unless_used(item, nextitem)


@pytest.fixture(scope="module")
def chromium():
    return SHARED.get(executable_path=BROWSER, args=list(FLAGS))


@pytest.fixture
def visit(site, chromium):
    """Return a function that gives an empty page of somebody signed in.

    The context of an account is kept for later tests. What the console of a page says fails the
    test.
    """
    used, said = [], []
    before = site.log.stat().st_size

    def opened(login, *, language="en", theme="light"):
        site.prefer(login, language=language, theme=theme)
        context = _context_of(site, chromium, login)
        used.append(context)
        page = context.new_page()
        page.set_default_timeout(WAITS_MS)
        listen(page, said)
        return page

    yield opened
    for context in used:
        for page in context.pages:
            page.close()
    print(site.log.read_bytes()[before:].decode(errors="replace"))  # shown when a test fails
    assert said == []


def _context_of(site, chromium, login):
    """Return the context in which somebody is signed in; sign in when they are not, or no more."""
    known = SHARED.contexts.get((site.base, login))
    if known is not None:
        if known.request.get(f"{site.base}/api/v1/me").ok:
            return known
        known.close()
    context = sign_in(chromium, site.base, login).page.context
    context.pages[0].close()
    SHARED.contexts[site.base, login] = context
    return context


def _runs(folder):
    """Return the runs of the world, which take a minute to make: one process does, others wait."""
    kept = folder / _demo_hash()
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            scratch = folder / "scratch"
            shutil.rmtree(scratch, ignore_errors=True)
            scratch.mkdir()
            make_runs(scratch)
            scratch.rename(kept)
    return kept


def _demo_hash():
    """Return what the runs of the world depend on, roughly."""
    folder = Path(steelyard.__file__).parent
    files = sorted((*folder.glob("demo/*"), *folder.glob("bundle/*.py"), folder / "pipeline.py"))
    content = b"".join(file.read_bytes() for file in files if file.is_file())
    return hashlib.sha256(content).hexdigest()[:12]


def _wait(url, process, log):
    end = time.monotonic() + STARTS_S
    while time.monotonic() < end:
        if process.poll() is not None:
            pytest.fail(f"the service did not start:\n{log.read_text(errors='replace')[-3000:]}")
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except (OSError, urllib.error.URLError):
            time.sleep(0.5)
    pytest.fail("the service did not answer")

"""A service with something of everything in it, and how to see that two services hold the same."""

from __future__ import annotations

import json

from sqlalchemy import select

from steelyard.server.db.tables import Run, Secret
from steelyard.server.library.documents import create_document
from steelyard.server.library.keys import open_keys
from steelyard.server.library.secrets import outside_of, set_secret
from steelyard.server.operations.dump import dump_tables
from steelyard.server.people import accounts, projects, sign_ins, tokens
from steelyard.server.people.policy import SERVICE, Role
from tests.server.tasks.work import carry_all

SECRET = "s3cret-of-the-agent"


def fill(bench):
    """Fill the service of a bench: people, a document, a secret, a finished run, a queued task."""
    settings = bench.settings
    with bench.database.transaction() as session:
        user = accounts.create_user(
            session, SERVICE, settings, "ada", "correct horse battery", is_admin=True, name="阿达🙂"
        )
        projects.set_member(session, SERVICE, bench.project, user, Role.MANAGER)
        tokens.create_token(session, accounts.actor_of(session, user), "ci")
        sign_ins.sign_in(session, settings, user, address="192.0.2.1", browser="x")
        set_secret(session, SERVICE, open_keys(settings), bench.project.id, "KEY", SECRET)
        text = "id: ours\nversion: 1\n"
        create_document(session, SERVICE, bench.project.id, "scorecard", "ours", text)
    bench.task("done", 6)
    assert carry_all(bench) == ["finished"]
    bench.task("waits", 4)


def content(settings, database, folder):
    """Return the rows of every table, and the files of the storage."""
    folder.mkdir()
    dump_tables(database, folder, lambda _: None)
    rows = {
        path.stem: [json.loads(line) for line in path.read_text().splitlines()]
        for path in sorted(folder.iterdir())
    }
    storage = settings.data_dir / "storage"
    files = {
        path.relative_to(storage).as_posix(): path.read_bytes()
        for path in sorted(storage.rglob("*"))
        if path.is_file() and path.name != "lock" and "scratch" not in path.parts
    }
    return rows, files


def secret_of(settings, database):
    with database.reading() as session:
        project = session.scalars(select(Secret.project_id).where(Secret.name == "KEY")).one()
        return outside_of(session, settings, project).secrets["KEY"]


def only_run(database):
    with database.reading() as session:
        return session.scalars(select(Run.id).where(Run.state == "finished")).one()

"""Tables by migrations: from nothing, there and back, and the same as the code's."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import get_ident

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import event, inspect, text

from steelyard.errors import UserError
from steelyard.server.db import open_database
from steelyard.server.db.base import Base
from steelyard.server.db.migrate import alembic_config, check_migrated, migrate
from steelyard.server.operations.prepare import is_empty
from steelyard.server.people import audit
from steelyard.server.people.policy import SERVICE
from tests.server.conftest import BACKENDS, make_settings


@pytest.fixture(params=BACKENDS)
def empty(request, tmp_path):
    """A database with nothing in it."""
    if request.param == "sqlite":
        settings = make_settings(tmp_path)
    else:
        server = request.getfixturevalue("postgres")
        server.sql("DROP DATABASE IF EXISTS empty WITH (FORCE)")
        server.sql("CREATE DATABASE empty")
        settings = make_settings(tmp_path, server.url("empty"))
    with closing(open_database(settings)) as database:
        yield database


def go_to(database, revision):
    with database.engine.connect() as connection:
        config = alembic_config()
        config.attributes["connection"] = connection
        go = command.downgrade if revision == "base" else command.upgrade
        go(config, revision)


def revisions():
    """Return every revision, the first one first."""
    script = ScriptDirectory.from_config(alembic_config())
    return [one.revision for one in script.walk_revisions()][::-1]


def test_there_is_one_line_of_revisions():
    script = ScriptDirectory.from_config(alembic_config())
    assert len(script.get_heads()) == len(script.get_bases()) == 1
    assert revisions() == [f"{number:04}" for number in range(1, len(revisions()) + 1)]


def test_from_nothing_to_the_tables_of_the_code(empty):
    with pytest.raises(UserError, match="older"):
        check_migrated(empty)
    migrate(empty)
    migrate(empty)  # which does nothing
    check_migrated(empty)
    with empty.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def test_nobody_sees_half_of_the_tables(empty):
    """A worker that waits for the tables, or a kill in the middle, meets all of them or none."""
    seen, here = [], get_ident()

    def look(*_):
        if get_ident() == here:  # not at what the look itself asks
            with ThreadPoolExecutor(1) as elsewhere:
                seen.append(elsewhere.submit(is_empty, empty).result())

    event.listen(empty.engine, "before_cursor_execute", look)
    migrate(empty)
    assert len(seen) > 50
    assert all(seen)
    assert not is_empty(empty)


def test_step_by_step_back_and_there_again(empty):
    for revision in revisions():
        go_to(empty, revision)
    go_to(empty, "base")
    assert inspect(empty.engine).get_table_names() == ["alembic_version"]
    with empty.engine.connect() as connection:
        kept = {
            "postgresql": "SELECT count(*) FROM pg_proc p JOIN pg_namespace n ON"
            " n.oid = p.pronamespace WHERE n.nspname = 'public'",
            "sqlite": "SELECT count(*) FROM sqlite_master WHERE type = 'trigger'",
        }
        assert connection.scalar(text(kept[empty.engine.dialect.name])) == 0
    migrate(empty)
    check_migrated(empty)
    with empty.transaction() as session:
        audit.record(session, SERVICE, "thing.do")
    with pytest.raises(Exception, match="append-only"), empty.transaction() as session:
        session.execute(text("DELETE FROM audit"))


def test_tables_of_a_newer_version_are_not_touched(empty):
    migrate(empty)
    with empty.transaction() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(UserError, match="newer"):
        check_migrated(empty)


def test_foreign_keys_hold(database):
    with pytest.raises(Exception, match=r"(?i)foreign key"), database.transaction() as session:
        session.execute(
            text(
                "INSERT INTO members (project_id, user_id, role) VALUES ('none', 'none', 'viewer')"
            )
        )

"""The audit trail: one chain whoever writes, and what was tampered with shows."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, select, text

from steelyard.server.db.tables import AuditEntry, Project
from steelyard.server.people import audit, projects
from steelyard.server.people.policy import SERVICE, Actor

UNLOCK = {
    "sqlite": ["DROP TRIGGER audit_no_update", "DROP TRIGGER audit_no_delete"],
    "postgresql": ["ALTER TABLE audit DISABLE TRIGGER ALL"],
}
THREADS, EACH = 20, 10


def act(database, name, *, fails=False):
    with database.transaction() as session:
        audit.record(session, SERVICE, "thing.do", audit.Subject(None, name))
        if fails:
            raise InterruptedError


def names(database):
    with database.reading() as session:
        query = select(AuditEntry.object_name).order_by(AuditEntry.id)
        return list(session.scalars(query))


@pytest.mark.slow
def test_many_writers_keep_one_chain(database):
    begin = threading.Barrier(THREADS)

    def write(number):
        begin.wait()
        for step in range(EACH):
            act(database, f"{number}.{step}")

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(write, range(THREADS)))
    found = names(database)
    assert len(set(found)) == len(found) == THREADS * EACH
    for number in range(THREADS):
        own = [name for name in found if name.split(".")[0] == str(number)]
        assert own == [f"{number}.{step}" for step in range(EACH)]
    with database.reading() as session:
        assert audit.broken_at(session) is None
        times = list(session.scalars(select(AuditEntry.at).order_by(AuditEntry.id)))
    assert times == sorted(times)


def test_writers_that_hold_each_others_rows_do_not_wait_for_ever(database):
    """Each records first and changes the same rows afterwards, in the other's order."""
    with database.transaction() as session:
        ids = [projects.create_project(session, SERVICE, s, s).id for s in ("one", "two")]

    def change(turn):
        for _ in range(EACH):
            with database.transaction() as session:
                audit.record(session, SERVICE, "thing.do", audit.Subject(None, str(turn)))
                row = session.get(Project, ids[turn], with_for_update=True)
                row.description += "."

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(change, (0, 1)))
    with database.reading() as session:
        assert session.scalar(select(func.sum(func.length(Project.description)))) == 2 * EACH
        assert audit.broken_at(session) is None


def test_what_was_undone_is_not_in_the_trail(database):
    act(database, "kept")
    with pytest.raises(InterruptedError):
        act(database, "undone", fails=True)
    with database.transaction() as session:
        audit.record(session, SERVICE, "thing.do", audit.Subject(None, "outer"))
        with session.begin_nested():
            audit.record(session, SERVICE, "thing.do", audit.Subject(None, "inner"))
        savepoint = session.begin_nested()
        with session.begin_nested():
            audit.record(session, SERVICE, "thing.do", audit.Subject(None, "innermost"))
        audit.record(session, SERVICE, "thing.do", audit.Subject(None, "undone"))
        savepoint.rollback()
    assert names(database) == ["kept", "outer", "inner"]


@pytest.mark.parametrize(
    ("tampering", "shows_at"),
    [
        ("UPDATE audit SET object_name = 'another' WHERE id = 3", 3),
        ("UPDATE audit SET outcome = 'refused' WHERE id = 1", 1),
        ("UPDATE audit SET request_id = 'r' WHERE id = 5", 5),
        ("""UPDATE audit SET after = '{"name": "x"}' WHERE id = 2""", 2),
        ("DELETE FROM audit WHERE id = 4", 5),
        ("DELETE FROM audit WHERE id = 1", 2),
    ],
)
def test_tampering_shows(database, tampering, shows_at):
    for number in range(5):
        act(database, str(number))
    with database.engine.begin() as connection:
        for statement in UNLOCK[database.engine.dialect.name]:
            connection.execute(text(statement))
        connection.execute(text(tampering))
    with database.reading() as session:
        assert audit.broken_at(session) == shows_at


@pytest.mark.parametrize("name", ["x" * 1000, "null \0 inside", "half \ud800", "数据集 🙂"])
def test_an_act_is_written_down_whatever_it_is_called(database, name):
    someone = Actor(None, name, address=name, request_id=name)
    with database.transaction() as session:
        audit.record(session, someone, name, audit.Subject(name, name, name))
    [kept] = names(database)
    assert kept[:4] == name[:4]
    with database.reading() as session:
        assert audit.broken_at(session) is None

"""Connections are asked whether they still lead somewhere only after they have rested."""

from __future__ import annotations

from sqlalchemy import text

from steelyard.server.db import engine
from steelyard.server.db.tables import Setting


def _cut(database, settings):
    """End all connections of a database, as a server that is started again does."""
    if settings.on_sqlite:
        return
    end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = "
    end += "current_database() AND pid <> pg_backend_pid()"
    with database.transaction() as session:
        session.execute(text(end))


def test_a_connection_that_died_at_rest_is_replaced(database, settings, monkeypatch):
    other = engine.open_database(settings)
    with other.reading() as session:
        session.execute(text("SELECT 1"))
    _cut(database, settings)
    monkeypatch.setattr(engine, "_TRUSTED_SECONDS", -1.0)  # it has rested
    for begin in (other.reading, other.transaction):
        with begin() as session:
            assert session.scalar(text("SELECT 1")) == 1
    other.close()


def test_reading_sees_what_others_committed_meanwhile(database, settings):
    if settings.on_sqlite:
        return
    other = engine.open_database(settings)
    query = text("SELECT count(*) FROM settings")
    with database.reading() as session:
        assert session.scalar(query) == 0
        with other.transaction() as writer:
            writer.add(Setting(name="x", value=1))
        assert session.scalar(query) == 1
    other.close()

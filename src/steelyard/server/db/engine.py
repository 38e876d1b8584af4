"""`open_database`: the engine, and one transaction per request."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import orjson
from sqlalchemy import Dialect, Engine, create_engine, event
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.orm import Session, sessionmaker

from steelyard.server.db.texts import refuse_null
from steelyard.server.settings import Settings


def _read_json(text: str | float) -> Any:
    """Read a JSON column; SQLite gives a lone number as the number it is."""
    return orjson.loads(text) if isinstance(text, str | bytes) else text


_BUSY_MS = 15_000
_TRUSTED_SECONDS = 1.0
_POOL: dict[str, Any] = {
    # Together more than the threads that answer requests (40), so that none waits for a connection.
    "pool_size": 16,
    "max_overflow": 32,
    "json_deserializer": _read_json,
}


class Database:
    """The catalogue of one service."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._session = sessionmaker(engine, expire_on_commit=False)
        options: dict[str, Any] = {"read_only": True}
        if engine.dialect.name == "postgresql":
            # Each statement sees what was committed before it, in a transaction or not; without,
            # nobody has to say where one begins and ends.
            options["isolation_level"] = "AUTOCOMMIT"
        self._reader = sessionmaker(engine.execution_options(**options))

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """Give a session; commit when the block ends, roll back when it raises."""
        with self._session.begin() as session:
            yield session

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Give a session that only reads, so that it waits for nobody; nothing is committed.

        It takes a connection when it is first asked something, not before: requests that wait for
        a thread must not hold the connections that those in the threads wait for.
        """
        with self._reader() as session:
            yield session

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()


def open_database(settings: Settings) -> Database:
    """Return the database of these settings; tables are made by `migrate`."""
    if settings.on_sqlite:
        settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        engine = create_engine(
            settings.database,
            connect_args={"timeout": _BUSY_MS / 1000},
            **_POOL,
        )
        event.listen(engine, "connect", _configure_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    else:
        engine = create_engine(settings.database, **_POOL)
        event.listen(engine, "checkin", _note_use)
        event.listen(engine, "checkout", partial(_try_out, engine.dialect))
    refuse_null(engine)
    return Database(engine)


def _configure_sqlite(connection: Any, _record: Any) -> None:
    if not isinstance(connection, sqlite3.Connection):
        return
    connection.isolation_level = None  # we say BEGIN ourselves, below
    for pragma in (
        "journal_mode=WAL",
        "foreign_keys=ON",
        "synchronous=NORMAL",
        f"busy_timeout={_BUSY_MS}",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Any) -> None:
    if connection.get_execution_options().get("read_only"):
        connection.connection.driver_connection.execute("BEGIN")  # cannot fail
    else:
        # A transaction that reads first and writes later fails at once if another wrote between;
        # taking the write lock at the beginning waits for its turn instead.
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _note_use(_connection: Any, record: Any) -> None:
    record.info["used"] = time.monotonic()


def _try_out(dialect: Dialect, connection: Any, record: Any, _fairy: Any) -> None:
    """Replace a connection that died with its server; one used a moment ago is not asked."""
    used = record.info.get("used")
    if used is None or time.monotonic() - used < _TRUSTED_SECONDS:
        return
    try:
        dialect.do_ping(connection)
    except dialect.loaded_dbapi.Error as error:
        raise InvalidatePoolError from error

"""Whether the service can do its work now: database, tables, storage, workers."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from steelyard.errors import SteelyardError
from steelyard.i18n import say, t
from steelyard.server.db import Database
from steelyard.server.db.base import now
from steelyard.server.db.migrate import check_migrated
from steelyard.server.db.tables import Worker
from steelyard.server.library.storage import open_storage
from steelyard.server.settings import Settings

log = logging.getLogger(__name__)


class Trouble(NamedTuple):
    """A part that does not work, and why; the reason may tell more than strangers should know."""

    part: str
    reason: str


def find_troubles(database: Database, settings: Settings) -> list[Trouble]:
    """Return what does not work; nothing when all does."""
    found = []
    for part, check in _CHECKS.items():
        try:
            check(database, settings)
        except (SteelyardError, SQLAlchemyError, OSError) as error:
            reason = say(error) if isinstance(error, SteelyardError) else str(error)
            log.warning("not ready: %s: %s", part, reason)
            found.append(Trouble(part, reason))
            if part == "database":
                break  # what follows is in it
    return found


def _check_database(database: Database, _settings: Settings) -> None:
    with database.reading() as session:
        session.execute(select(1))


def _check_tables(database: Database, _settings: Settings) -> None:
    check_migrated(database)


def _check_workers(database: Database, settings: Settings) -> None:
    if settings.workers == 0:
        return  # they are elsewhere, if anywhere, and this process answers without them
    heard = now() - timedelta(seconds=settings.worker_timeout_s)
    query = select(func.count()).where(Worker.beat_at > heard, Worker.leaving.is_(False))
    with database.reading() as session:
        if not session.scalar(query):
            raise SteelyardError(t("server.no_worker", seconds=f"{settings.worker_timeout_s:g}"))


def _check_storage(_database: Database, settings: Settings) -> None:
    open_storage(settings).check()


_CHECKS: dict[str, Callable[[Database, Settings], None]] = {
    "storage": _check_storage,
    "database": _check_database,
    "tables": _check_tables,
    "workers": _check_workers,
}

"""The worker's pulse: one transaction now and then for everything it carries.

However many tasks there are and however fast they go, the database sees one short transaction per
beat with what has changed, and one read of what people want.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from typing import Any, cast

from sqlalchemy import Table, bindparam, select, update
from sqlalchemy.orm import Session

from steelyard import __version__
from steelyard.server.db.base import now
from steelyard.server.db.tables import Task, Worker
from steelyard.server.tasks import outbox
from steelyard.server.tasks.carried import Carried
from steelyard.server.tasks.carry import Hands

log = logging.getLogger(__name__)
_BEAT_SECONDS = 0.5
_STEADY_SECONDS = 5.0
_TELL_SECONDS = 1.0
_SIGN_SECONDS = 2.0  # also when nothing has changed: we are here
_table = cast(Table, Task.__table__)
_tasks = _table.c
# Made once: what a beat says is always the same, and a busy worker has better things to do.
_PROGRESS = (
    update(_table)
    .where(_tasks.id == bindparam("id_"), _tasks.attempt == bindparam("attempt_"))
    .values(progress=bindparam("facts"), beat_at=bindparam("moment"))
)
_WANTED = select(_tasks.id, _tasks.wanted, _tasks.attempt).where(
    _tasks.id.in_(bindparam("ids", expanding=True))
)


class Watch:
    """Beats in a thread of its own, so that no work can hold up the sign of life."""

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self._written: dict[str, dict[str, Any]] = {}
        self._signed = self._told = 0.0
        self._steady_since = time.monotonic()
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def start(self) -> None:
        """Say that this worker is here, and go on saying so."""
        with self._hands.database.transaction() as session:
            self._sign(session, leaving=False)
        self._thread.start()

    def stop(self) -> None:
        """Say good-bye."""
        self._end.set()
        self._thread.join()
        with self._hands.database.transaction() as session:
            if (row := session.get(Worker, self._hands.worker_id)) is not None:
                session.delete(row)

    def steady(self) -> bool:
        """Whether we have been heard for a while; if not, others may not have been, either."""
        seconds = min(self._hands.settings.worker_timeout_s, _STEADY_SECONDS)
        return time.monotonic() - self._steady_since >= seconds

    def _run(self) -> None:
        beaten = time.monotonic()
        while not self._end.wait(_BEAT_SECONDS):
            try:
                self.beat()
            except Exception as error:  # noqa: BLE001 - a database that is away comes back
                log.warning("no beat: %s", error)
                self._steady_since = time.monotonic()
            late = time.monotonic() - beaten > self._hands.settings.worker_timeout_s / 2
            beaten = time.monotonic()
            if late:
                self._steady_since = beaten

    def beat(self) -> None:
        """Write what has changed, read what is wanted."""
        hands = self._hands
        carried = list(hands.carried.values())
        often = min(_SIGN_SECONDS, hands.settings.worker_timeout_s / 4)
        due = time.monotonic() - self._signed >= often
        stuck = [one for one in carried if one.stuck and one.say_stuck()]
        facts = {one.task_id: one.facts() for one in carried}
        changed = [one for one in carried if facts[one.task_id] != self._written.get(one.task_id)]
        news = changed and time.monotonic() - self._told >= _TELL_SECONDS
        if due or news or stuck:
            self._told = time.monotonic()
            with hands.database.transaction() as session:
                if due:
                    self._sign(session, leaving=hands.draining)
                self._write(session, carried if due else changed, facts)
                for one in stuck:
                    self._announce(session, one)
            self._written = facts
        self._obey(carried)

    def _write(
        self, session: Session, some: list[Carried], facts: dict[str, dict[str, Any]]
    ) -> None:
        """Write how far tasks are, those that are still ours, in one go: others wait to write."""
        moment = now()
        values = [
            {"id_": one.task_id, "attempt_": one.attempt, "facts": facts[one.task_id]}
            for one in some
        ]
        if values:
            session.connection().execute(_PROGRESS, [{**one, "moment": moment} for one in values])

    def _announce(self, session: Session, one: Carried) -> None:
        log.warning("task %s is stuck", one.task_id)
        task = session.get(Task, one.task_id)
        if task is not None and task.attempt == one.attempt:
            outbox.announce(session, task, "stuck")

    def _sign(self, session: Session, *, leaving: bool) -> None:
        row = session.get(Worker, self._hands.worker_id)
        if row is None:
            row = Worker(id=self._hands.worker_id, started_at=now())
            session.add(row)
        row.host, row.pid, row.version = socket.gethostname(), os.getpid(), __version__
        row.beat_at, row.leaving = now(), leaving
        self._signed = time.monotonic()

    def _obey(self, carried: list[Carried]) -> None:
        if not carried:
            return
        ids = [one.task_id for one in carried]
        with self._hands.database.reading() as session:
            wanted = {row.id: row for row in session.execute(_WANTED, {"ids": ids})}
        for one in carried:
            row = wanted.get(one.task_id)
            if row is None or row.attempt != one.attempt:
                if one.why != "fenced":
                    log.warning("task %s was taken over", one.task_id)
                one.stop("fenced")
            elif row.wanted in ("pause", "cancel"):
                one.stop(row.wanted)

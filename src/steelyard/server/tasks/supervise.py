"""The supervisor: starts the workers of this machine, and starts them again when they die."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from datetime import timedelta

import orjson
from sqlalchemy import select

from steelyard.server.db import Database, open_database
from steelyard.server.db.base import now
from steelyard.server.db.tables import Worker
from steelyard.server.logs import configure_logs
from steelyard.server.settings import Settings, load_settings
from steelyard.server.tasks.names import DRAIN_SECONDS, worker_name

log = logging.getLogger(__name__)
_TURN_SECONDS = 0.3
_LONGEST_WAIT = 30.0
_HEALTHY_SECONDS = 60.0


@dataclass
class _Child:
    number: int
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    deaths: int = 0
    not_before: float = 0.0


class Supervisor:
    """Looks after the workers in a thread; `stop` lets them drain."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self._settings = settings
        self._database = database
        self._children = [_Child(number) for number in range(settings.workers)]
        self._suspects: dict[str, int] = {}
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="supervisor", daemon=True)

    def start(self) -> None:
        """Start the workers."""
        for child in self._children:
            self._spawn(child)
        self._thread.start()

    def stop(self) -> None:
        """Let every worker drain, and end those that cannot."""
        self._end.set()
        self._thread.join()
        for child in self._children:
            if child.process is not None and child.process.poll() is None:
                child.process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + DRAIN_SECONDS + 10
        for child in self._children:
            self._await(child, deadline)

    def pids(self) -> list[int]:
        """Return the processes of the workers that run now."""
        return [
            child.process.pid
            for child in self._children
            if child.process is not None and child.process.poll() is None
        ]

    def _run(self) -> None:
        looked = time.monotonic()
        while not self._end.wait(_TURN_SECONDS):
            for child in self._children:
                self._tend(child)
            if time.monotonic() - looked >= self._settings.worker_timeout_s / 3:
                looked = time.monotonic()
                self._end_the_silent()

    def _tend(self, child: _Child) -> None:
        moment = time.monotonic()
        if child.process is not None:
            code = child.process.poll()
            if code is None:
                return
            if moment - child.started > _HEALTHY_SECONDS:
                child.deaths = 0
            wait = 0.0 if child.deaths == 0 else min(_LONGEST_WAIT, 0.5 * 2**child.deaths)
            log.warning("worker %s ended (%s); again in %.1f s", child.number, code, wait)
            child.deaths += 1
            child.process, child.not_before = None, moment + wait
        if moment >= child.not_before:
            try:
                self._spawn(child)
            except OSError as error:  # no memory or no descriptors just now
                log.warning("worker %s cannot be started: %s", child.number, error)
                child.not_before = moment + _LONGEST_WAIT

    def _spawn(self, child: _Child) -> None:
        command = [sys.executable, "-m", "steelyard.server.tasks.worker"]
        child.process = subprocess.Popen(
            [*command, "--number", str(child.number)],
            stdin=subprocess.PIPE,  # never written to: its end tells the worker of ours
            # Many threads, each with a heap of its own, would keep what none of them uses.
            env={"MALLOC_ARENA_MAX": "2", **environment(self._settings)},
            start_new_session=True,  # Ctrl-C reaches us; we tell the workers
        )
        child.started = time.monotonic()

    def _end_the_silent(self) -> None:
        """Kill a worker that stands still: its tasks are safe, and others wait for its locks."""
        silent = now() - timedelta(seconds=self._settings.worker_timeout_s)
        try:
            with self._database.reading() as session:
                query = select(Worker.id, Worker.pid).where(Worker.beat_at < silent)
                dead = {row.id: row.pid for row in session.execute(query)}
        except Exception as error:  # noqa: BLE001 - a database that is away comes back
            log.warning("cannot look after the workers: %s", error)
            self._suspects = {}
            return
        # Twice in a row: after the database was away, nobody has been heard for a while.
        suspects, self._suspects = self._suspects, dead
        for child in self._children:
            name = worker_name(self._settings, child.number)
            pid = dead.get(name)
            if child.process is not None and child.process.pid == pid == suspects.get(name):
                log.warning("worker %s stands still; it is ended", child.number)
                child.process.kill()

    def _await(self, child: _Child, deadline: float) -> None:
        if child.process is None:
            return
        try:
            child.process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            log.warning("worker %s did not drain in time", child.number)
            child.process.kill()
            child.process.wait()
        if child.process.stdin is not None:
            child.process.stdin.close()


def environment(settings: Settings) -> dict[str, str]:
    """Return the environment in which another process finds the same settings."""
    # Nobody signs in at a worker, and a masked secret would be a wrong one.
    given = settings.model_dump(mode="json", exclude_unset=True, exclude={"sso"})
    said = {
        f"STEELYARD_{name.upper()}": value
        if isinstance(value, str)
        else orjson.dumps(value).decode()
        for name, value in given.items()
        if value is not None
    }
    return {**os.environ, **said}


def main() -> None:
    """Look after workers without a server beside them: `python -m …supervise`."""
    settings = load_settings()
    configure_logs(settings)
    database = open_database(settings)
    stop = threading.Event()
    for wanted in (signal.SIGTERM, signal.SIGINT):
        signal.signal(wanted, lambda *_: stop.set())
    supervisor = Supervisor(settings, database)
    supervisor.start()
    stop.wait()
    supervisor.stop()
    database.close()


if __name__ == "__main__":
    main()

"""A service whose server, workers and database die, and whose clocks are wrong, under tasks.

Every round is a service with its tasks. A fault strikes whenever some task is running; at the end
every task has ended once, every case has one row, and every row is as the agent answered it.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from benchmarks.soak_runner import Tally, jumping
from steelyard.server.db import open_database
from steelyard.server.db.migrate import migrate
from steelyard.server.settings import Settings
from steelyard.server.tasks.states import ENDED
from tests.server.postgres import Postgres
from tests.server.tasks.bench import AgentProcess, Bench

FAULTS = ("kill worker", "kill server", "stop worker", "database away", "database killed")
CASES = 40
TASKS = 12
_WORKER_TIMEOUT_S = 6
_SECONDS_MOST = 600


class ServiceSoak:
    """A database that can go away, and rounds of a service on it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.chance = random.Random(seed)
        self.tally = Tally()
        (folder / "postgres").mkdir()
        self.postgres = Postgres(folder / "postgres")
        self.postgres.start()

    def close(self) -> None:
        """Stop the database."""
        self.postgres.stop(kill=True)

    def round(self, number: int, faults: int) -> None:
        """Let tasks run through faults to their end, and look at every row."""
        name = f"round_{number}"
        self.postgres.sql(f'CREATE DATABASE "{name}"')
        data = self.folder / name
        data.mkdir()
        settings = Settings(
            data_dir=data,
            database_url=self.postgres.url(name),
            worker_id="w",
            workers=2,
            agent_concurrency=8,
            worker_timeout_s=_WORKER_TIMEOUT_S,
            allow_loopback=True,  # the agent is beside the service
        )
        database = open_database(settings)
        migrate(database)
        database.close()
        agent = AgentProcess(data / "agent.log")
        bench = Bench(settings, agent)
        try:
            tasks = [bench.task(f"t{n}", CASES) for n in range(TASKS)]
            self._strike(bench, tasks, faults)
            bench.wait_for(tasks, seconds=_SECONDS_MOST)
            self._look(bench, tasks)
        finally:
            bench.close()
            agent.close()
        self.tally.rounds += 1

    def _strike(self, bench: Bench, tasks: list[str], faults: int) -> None:
        server = self._server(bench)
        for _ in range(faults):
            if bench.wait(lambda: _moving(bench, tasks), _SECONDS_MOST) == "ended":
                return
            time.sleep(self.chance.uniform(0.1, 1.0))
            kind = self.chance.choice(FAULTS)
            if kind == "kill server":
                server.kill()
                server.wait()
                server = self._server(bench)
            elif kind.startswith("database"):
                self.postgres.restart(kill=kind == "database killed")
            else:
                self._hit_worker(bench, kind)
            self.tally.note(kind, "survived")

    def _hit_worker(self, bench: Bench, kind: str) -> None:
        pids = bench.wait(bench.pids, _SECONDS_MOST)
        with suppress(ProcessLookupError):
            victim = self.chance.choice(pids)
            if kind == "kill worker":
                os.kill(victim, signal.SIGKILL)
                return
            os.kill(victim, signal.SIGSTOP)
            time.sleep(self.chance.uniform(0, 1.5 * _WORKER_TIMEOUT_S))
            os.kill(victim, signal.SIGCONT)

    def _server(self, bench: Bench) -> subprocess.Popen[bytes]:
        """Start a server; every third one with a clock that is wrong by days."""
        if self.chance.random() < 1 / 3:
            self.tally.note("clock jump", "survived")
            with _environment(jumping(self.folder, self.chance)):
                return bench.supervisor()
        return bench.supervisor()

    def _look(self, bench: Bench, tasks: list[str]) -> None:
        """Count what is not as it must be."""
        for task in tasks:
            ends = [event.after for event in bench.moves(task) if event.after in ENDED]
            rows = bench.rows(task) if ends == ["finished"] else []
            found = [int(row["case_id"]) for row in rows]
            self.tally.doubled += len(found) - len(set(found))
            self.tally.lost += CASES - len(set(found))
            wrong = [row for row in rows if row["output"] != row["input"].upper()]
            self.tally.unequal += bool(wrong) or ends != ["finished"]


def _moving(bench: Bench, tasks: list[str]) -> Any:
    states = [bench.state(task) for task in tasks]
    if all(state in ENDED for state in states):
        return "ended"
    return "running" in states and "running"


@contextmanager
def _environment(more: dict[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(more)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@contextmanager
def service_soak(seed: int) -> Iterator[ServiceSoak]:
    """Make the place of the rounds; the database's own user must be able to reach it."""
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        made = ServiceSoak(Path(place), seed)
        try:
            yield made
        finally:
            made.close()

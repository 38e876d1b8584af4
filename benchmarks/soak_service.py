"""A service whose server, workers and database die, and whose disk and clock fail, under tasks.

Every round is a service with its tasks, on SQLite or PostgreSQL. Faults strike while tasks run. At
the end every task has finished once, every case has one row, every row is what the agent answered,
and every reply that was seen in a journal is the one in the table.
"""

from __future__ import annotations

import math
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from benchmarks.soak_fork import Clock
from benchmarks.soak_runner import journalled, small_disk
from benchmarks.soak_tally import Tally
from steelyard.server.db import open_database
from steelyard.server.db.migrate import migrate
from steelyard.server.settings import Settings
from steelyard.server.tasks.states import ENDED
from tests.server.postgres import Postgres
from tests.server.tasks.bench import AgentProcess, Bench

WORKER, SERVER, STOP = "kill -9 of a worker", "kill -9 of the server", "stopped worker"
AWAY, CRASH, FULL, JUMP = "database away", "kill -9 of the database", "full disk", "clock jump"
KINDS = {
    "sqlite": (WORKER, SERVER, STOP, STOP, AWAY, AWAY, FULL, JUMP, JUMP),
    "postgresql": (WORKER, SERVER, STOP, STOP, AWAY, CRASH, CRASH, FULL, JUMP, JUMP),
}
CASES, TASKS = 20, 8
_MOST_A_ROUND = 20
_DISK_MB = 128
_DAYS = 5 * 86_400
_WORKER_TIMEOUT_S = 6
_ANSWER_S = 0.8  # a task takes seconds then, so that faults find its requests under way
_SECONDS_MOST = 900


class ServiceSoak:
    """A database that can go away, and rounds of a service on it."""

    def __init__(self, folder: Path, backend: str, seed: int) -> None:
        self.folder, self.backend = folder, backend
        self.chance = random.Random(seed)
        self.tally = Tally(backend)
        self.clock = Clock(folder)
        self._made: list[str] = []  # tasks of the round
        self.replies: dict[str, dict[int, dict[str, Any]]] = {}
        self.until = math.inf  # no further fault after that
        self.postgres: Postgres | None = None
        if backend == "postgresql":
            (folder / "postgres").mkdir()
            self.postgres = Postgres(folder / "postgres")
            self.postgres.start()

    def close(self) -> None:
        """Stop the database."""
        if self.postgres is not None:
            self.postgres.stop(kill=True)

    def round(self, faults: int) -> None:
        """Let tasks run through faults to their end, and look at every row."""
        data = self.folder / f"round-{self.tally.rounds}"
        with small_disk(data, _DISK_MB):
            try:
                self._round(data, min(faults, _MOST_A_ROUND))
            except BaseException:
                shutil.copytree(data, self.folder / "evidence")
                raise
        self.tally.rounds += 1

    def _round(self, data: Path, faults: int) -> None:
        settings = Settings(
            data_dir=data,
            worker_id="w",
            workers=2,
            agent_concurrency=8,
            worker_timeout_s=_WORKER_TIMEOUT_S,
            allow_loopback=True,  # the agent is beside the service
            **self._database(),
        )
        database = open_database(settings)
        migrate(database)
        database.close()
        self.replies = {}
        agent = AgentProcess(self.folder / f"requests-{self.tally.rounds}.log", _ANSWER_S)
        bench = Bench(settings, agent)
        try:
            self._strike(bench, faults)
            bench.wait_for(self._made, seconds=_SECONDS_MOST)
            self._look(bench, self._made)
            self.tally.requests += sum(agent.asked().values())
        finally:
            self.clock.set(0)
            bench.close()
            agent.close()
        self.tally.check()

    def _database(self) -> dict[str, Any]:
        if self.postgres is None:
            return {}
        name = f"round_{self.tally.rounds}"
        self.postgres.sql(f'CREATE DATABASE "{name}"')
        return {"database_url": self.postgres.url(name)}

    def _strike(self, bench: Bench, faults: int) -> None:
        self._made = []
        server = self._server(bench)
        for number in range(faults):
            if time.monotonic() > self.until:
                return
            while self._moving(bench) == "ended":
                self._more(bench)
            self._remember(bench)
            kind = KINDS[self.backend][self.chance.randrange(len(KINDS[self.backend]))]
            time.sleep(self.chance.uniform(0.05, 0.6))
            if kind == SERVER:
                server.kill()
                server.wait()
                server = self._server(bench)
            else:
                self._fault(bench, kind)
            self.tally.note(kind, "survived")
            print(f"{self.backend}: {kind} ({number + 1} in the round)", flush=True)

    def _fault(self, bench: Bench, kind: str) -> None:
        if kind in (AWAY, CRASH):
            self._database_away(kill=kind == CRASH)
        elif kind == FULL:
            self._fill(bench.settings.data_dir)
        elif kind == JUMP:
            self.clock.set(self.chance.uniform(-_DAYS, _DAYS))
        else:
            self._hit_worker(bench, kind)

    def _database_away(self, *, kill: bool) -> None:
        seconds = self.chance.uniform(0, 3)
        if self.postgres is not None:
            self.postgres.stop(kill=kill)
            time.sleep(seconds)
            self.postgres.start()
            return
        [file] = (self.folder / f"round-{self.tally.rounds}").glob("steelyard.sqlite")
        # Nobody else reads or writes a database that one connection has for itself.
        with closing(sqlite3.connect(file, timeout=60, isolation_level=None)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            time.sleep(seconds)
            connection.execute("ROLLBACK")

    def _fill(self, disk: Path) -> None:
        filler = disk / "filler"
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while file.write(bytes(1 << 12)):
                pass
        time.sleep(self.chance.uniform(0.2, 2))
        filler.unlink()

    def _hit_worker(self, bench: Bench, kind: str) -> None:
        pids = bench.wait(bench.pids, _SECONDS_MOST)
        with suppress(ProcessLookupError):
            victim = self.chance.choice(pids)
            if kind == WORKER:
                os.kill(victim, signal.SIGKILL)
                return
            os.kill(victim, signal.SIGSTOP)
            time.sleep(self.chance.uniform(0, 1.5 * _WORKER_TIMEOUT_S))
            os.kill(victim, signal.SIGCONT)

    def _server(self, bench: Bench) -> subprocess.Popen[bytes]:
        with _environment(self.clock.environment()):
            return bench.supervisor()

    def _more(self, bench: Bench) -> None:
        """Queue more tasks, so that something runs when the next fault comes."""
        for _ in range(TASKS):
            name = f"t{len(self._made)}"
            self._made.append(bench.wait(lambda name=name: bench.task(name, CASES), 60))

    def _moving(self, bench: Bench) -> str:
        """Wait until some task runs or all have ended."""

        def found() -> str | None:
            states = [bench.state(task) for task in self._made]
            if all(state in ENDED for state in states):
                return "ended"
            return "running" if "running" in states else None

        return str(bench.wait(found, _SECONDS_MOST))

    def _remember(self, bench: Bench) -> None:
        """Keep the replies that are in journals now."""
        for folder in (bench.settings.data_dir / "storage" / "runs").glob("*"):
            self.replies.setdefault(folder.name, {}).update(journalled(folder))

    def _look(self, bench: Bench, tasks: list[str]) -> None:
        """Count what is not as it must be."""
        for task in tasks:
            ends = [event.after for event in bench.moves(task) if event.after in ENDED]
            error = bench.row(task).error
            self.tally.violate("unequal", ends != ["finished"], f"{task} ended {ends}: {error}")
            if ends != ["finished"]:
                continue
            rows = bench.rows(task)
            found = [int(row["case_id"]) for row in rows]
            self.tally.violate("doubled", len(found) - len(set(found)), f"two rows in {task}")
            self.tally.violate("lost", CASES - len(set(found)), f"rows are missing in {task}")
            wrong = [row["row"] for row in rows if row["output"] != row["input"].upper()]
            self.tally.violate("unequal", bool(wrong), f"wrong rows in {task}: {wrong}")
            replies = self.replies.get(bench.row(task).run_id, {})
            latency = {row["row"]: row["latency_s"] for row in rows}
            other = [n for n, reply in replies.items() if reply["latency_s"] != latency.get(n)]
            self.tally.violate("lost", len(other), f"another reply in {task} for rows {other}")
            self.tally.cases += CASES


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
def service_soak(folder: Path, backend: str, seed: int) -> Iterator[ServiceSoak]:
    """Make the place of the rounds; the database's own user must be able to reach it."""
    folder.chmod(0o755)
    made = ServiceSoak(folder, backend, seed)
    try:
        yield made
    finally:
        made.close()

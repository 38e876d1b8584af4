"""A service to measure: its accounts, cases and tasks, its processes, and what they cost."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
from sqlalchemy import func, select

from benchmarks.machine import ROOT
from steelyard.server.db import Database, open_database
from steelyard.server.db.migrate import migrate
from steelyard.server.db.tables import Project, Run, Task
from steelyard.server.library.agents import create_agent
from steelyard.server.library.datasets import add_version, create_dataset
from steelyard.server.library.intake import take_in
from steelyard.server.library.storage import open_storage
from steelyard.server.people import accounts, projects, tokens
from steelyard.server.people.policy import SERVICE, Role
from steelyard.server.settings import Settings
from steelyard.server.tasks.manage import Place, create_task
from steelyard.server.tasks.resolve import Wanted
from steelyard.server.tasks.supervise import environment
from tests.server.postgres import Postgres

ACCOUNTS = 20
_LISTENING = re.compile(rb"http://[\d.]+:\d+")


@contextmanager
def settings_on(backend: str, workers: int, tasks: int) -> Iterator[Settings]:
    """Give the settings of a new service with its tables, on SQLite or a PostgreSQL of its own."""
    folder = Path(tempfile.mkdtemp(prefix="steelyard-bench-"))
    limits = {
        "workers": workers,
        "tasks_per_worker": -(-tasks // workers),
        "agent_concurrency": tasks,
        "project_concurrency": tasks,
        "requests_per_minute": 1_000_000,
        "port": 0,
        "allow_loopback": True,  # the agent is beside the service
        "data_dir": folder / "data",
    }
    server = None
    try:
        if backend == "postgresql":
            (folder / "postgres").mkdir()
            folder.chmod(0o755)
            server = Postgres(folder / "postgres")
            server.start()
            limits["database_url"] = server.url()
        settings = Settings(**limits)
        database = open_database(settings)
        migrate(database)
        database.close()
        yield settings
    finally:
        if server is not None:
            server.stop()
        shutil.rmtree(folder)


@dataclass
class Bench:
    """A service with one project, seen from outside of its processes."""

    settings: Settings
    database: Database
    project: Project
    tokens: list[str]

    @classmethod
    def furnish(cls, settings: Settings) -> Bench:
        """Make accounts with a token each, and the project they are in."""
        database = open_database(settings)
        with database.transaction() as session:
            project = projects.create_project(session, SERVICE, "bench", "Bench")
        texts = []
        for number in range(ACCOUNTS):
            with database.transaction() as session:
                user = accounts.create_user(session, SERVICE, settings, f"user{number}", None)
                projects.set_member(session, SERVICE, project, user, Role.MANAGER)
                session.flush()
                actor = accounts.actor_of(session, user)
                _, text = tokens.create_token(session, actor, "bench", role=Role.MANAGER)
                texts.append(text)
        return cls(settings, database, project, texts)

    def agent(self, name: str, url: str) -> str:
        """Make an agent; return its id."""
        config = {"openai": {"base_url": url, "model": "m"}}
        with self.database.transaction() as session:
            made = create_agent(session, SERVICE, self.settings, self.project.id, name, config)
            return made.id

    def cases(self, name: str, n: int) -> str:
        """Make a dataset of `n` cases; return the id of its version."""
        storage = open_storage(self.settings)
        file = storage.scratch / f"{name}.jsonl"
        with file.open("w") as out:
            for number in range(n):
                case = {"case_id": str(number), "input": f"Question {number}?"}
                out.write(json.dumps({**case, "expected_output": "Paris"}) + "\n")
        taken = take_in(storage, self.settings, file, f"{name}.jsonl", {})
        with self.database.transaction() as session:
            dataset = create_dataset(session, SERVICE, self.project.id, name)
            version, _ = add_version(session, SERVICE, dataset, taken)
            return version.id

    def task(self, name: str, agent: str, version: str) -> str:
        """Queue a task; return its id."""
        run = {"concurrency": 4, "retries": 0, "timeout": 60}
        plan = {"name": name, "scorers": ["text.exact_match"], "run": run}
        with self.database.transaction() as session:
            project = session.merge(self.project)
            wanted = Wanted(plan, agent, version)
            made = create_task(session, SERVICE, self.settings, project, wanted, Place(name))
            return made.id

    def states(self, ids: list[str]) -> dict[str, int]:
        """Return how many of these tasks are in which state."""
        with self.database.reading() as session:
            query = select(Task.state, func.count()).where(Task.id.in_(ids)).group_by(Task.state)
            return dict(session.execute(query).all())

    def runs(self, ids: list[str]) -> list[str]:
        """Return the runs of these tasks."""
        with self.database.reading() as session:
            query = select(Run.id).join(Task, Task.run_id == Run.id).where(Task.id.in_(ids))
            return list(session.scalars(query))

    def wait(self, ids: list[str], state: str, seconds: float) -> None:
        """Wait until all these tasks are in that state."""
        end = time.monotonic() + seconds
        while self.states(ids) != {state: len(ids)}:
            if time.monotonic() > end:
                message = f"tasks are not {state} but {self.states(ids)}"
                raise TimeoutError(message)
            time.sleep(0.5)


@contextmanager
def serving(settings: Settings) -> Iterator[tuple[str, psutil.Process]]:
    """Run `steelyard serve` in a process of its own; give its address."""
    log = settings.data_dir.parent / "serve.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "steelyard", "serve"],
            stdout=out,
            stderr=subprocess.STDOUT,
            cwd=ROOT,
            env=environment(settings),
        )
    try:
        while (found := _LISTENING.search(log.read_bytes())) is None:
            if process.poll() is not None:
                raise RuntimeError(log.read_text())
            time.sleep(0.1)
        yield found.group().decode(), psutil.Process(process.pid)
    except BaseException:
        print(log.read_text()[-4000:], file=sys.stderr)
        raise
    finally:
        process.terminate()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Watched:
    """Memory of a server and its workers, second by second; CPU time of all but the clients."""

    def __init__(self, server: psutil.Process) -> None:
        self._server = server
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self.mb: dict[str, list[float]] = defaultdict(list)

    def __enter__(self) -> Watched:
        self._thread.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._end.set()
        self._thread.join()

    def cpu(self) -> dict[str, float]:
        """Return the CPU seconds of every party so far."""
        found: dict[str, float] = defaultdict(float)
        for name, process in self._parties():
            try:
                spent = process.cpu_times()
            except psutil.NoSuchProcess:
                continue
            found[name] += spent.user + spent.system
            if name == "database":  # its processes come and go
                found[name] += spent.children_user + spent.children_system
        return dict(found)

    def _parties(self) -> Iterator[tuple[str, psutil.Process]]:
        for name, process in self._processes():
            yield name.partition(" ")[0].replace("worker", "workers"), process
        for process in psutil.Process().children():
            if process.name() == "postgres":
                yield from (("database", one) for one in (process, *process.children()))
            elif "benchmarks.openai_server" in process.cmdline():
                yield "agent", process

    def _processes(self) -> list[tuple[str, psutil.Process]]:
        workers = sorted(self._server.children(recursive=True), key=lambda one: one.pid)
        named = [(f"worker {number + 1}", one) for number, one in enumerate(workers)]
        return [("server", self._server), *named]

    def _look(self) -> None:
        while not self._end.wait(1.0):
            for name, process in self._processes():
                try:
                    self.mb[name].append(process.memory_info().rss / 1e6)
                except psutil.NoSuchProcess:
                    continue


def machine_facts() -> dict[str, Any]:
    """Return what the numbers depend on."""
    import platform

    return {
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "load_before": round(os.getloadavg()[0], 1),
    }

"""What the tests of tasks work with: a project with agents and cases, an agent, and workers."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from sqlalchemy import select

from steelyard.bundle import Bundle, Table
from steelyard.server.db import open_database
from steelyard.server.db.tables import Task, TaskEvent, Worker
from steelyard.server.library.agents import create_agent
from steelyard.server.library.datasets import add_version, create_dataset
from steelyard.server.library.intake import take_in
from steelyard.server.library.storage import open_storage
from steelyard.server.people.policy import SERVICE
from steelyard.server.people.projects import create_project
from steelyard.server.tasks import manage, runs
from steelyard.server.tasks.manage import Place, create_task
from steelyard.server.tasks.resolve import Wanted
from steelyard.server.tasks.states import ENDED, MOVES, State
from steelyard.server.tasks.subscriptions import subscribe
from steelyard.server.tasks.supervise import environment

HERE = Path(__file__).parent


class AgentProcess:
    """The agent server and what it wrote down."""

    def __init__(self, log, seconds=0.05):
        self.log = log
        command = [sys.executable, str(HERE / "agent_server.py"), str(log), str(seconds)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE)
        self.url = f"http://127.0.0.1:{int(self._process.stdout.readline())}/"

    def close(self):
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()

    @contextlib.contextmanager
    def holding(self):
        """Answer nothing meanwhile."""
        hold = self.log.with_suffix(".hold")
        hold.touch()
        yield
        hold.unlink()

    def lines(self):
        if not self.log.exists():
            return []
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def asked(self):
        """Return how often each question was asked."""
        return Counter(question for what, question, _ in self.lines() if what == "asked")

    def open(self):
        """Return how many questions wait for their answer."""
        return sum(1 if what == "asked" else -1 for what, _, _ in self.lines())

    def most_at_once(self, key):
        """Return the most different `key(question)` that had a question open at one time."""
        still, most = Counter(), 0
        for what, question, _ in self.lines():
            still[key(question)] += 1 if what == "asked" else -1
            most = max(most, sum(1 for n in still.values() if n > 0))
        return most


class Bench:
    """A service without its API."""

    def __init__(self, settings, agent):
        self.settings = settings
        self.agent = agent
        self.database = open_database(settings)
        self.workers = []
        with self.database.transaction() as session:
            self.project = create_project(session, SERVICE, "bench", "Bench")
            config = {"http": {"url": agent.url}}
            self.agent_row = create_agent(
                session, SERVICE, settings, self.project.id, "agent", config
            )

    def subscribe(self):
        """Have every end told; nobody listens there, but it is written down all the same."""
        address = "http://127.0.0.1:9/"
        with self.database.transaction() as session:
            subscribe(session, SERVICE, self.settings, self.project.id, "webhook", address)

    def close(self):
        for worker in self.workers:
            worker.kill()
            worker.wait()
            worker.stdin.close()
        # Children of a supervisor, which drain when it is gone; `carry_all` worked in this process.
        for pid in set(self.pids()) - {os.getpid()}:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.database.close()

    def version(self, name, questions):
        storage = open_storage(self.settings)
        file = storage.scratch / f"{name}.jsonl"
        lines = [
            {"case_id": str(number), "input": text, "expected_output": text.upper()}
            for number, text in enumerate(questions)
        ]
        file.write_text("".join(json.dumps(line) + "\n" for line in lines))
        taken = take_in(storage, self.settings, file, f"{name}.jsonl", {})
        with self.database.transaction() as session:
            dataset = create_dataset(session, SERVICE, self.project.id, name)
            version, _ = add_version(session, SERVICE, dataset, taken)
            return version.id

    def task(self, name, n=20, *, questions=None, priority=0, run=None, **plan):
        """Queue a task of `n` cases; return its id."""
        questions = questions or [f"{name}/{number}" for number in range(n)]
        version = self.version(name, questions)
        run = {"concurrency": 4, "retries": 0, "timeout": 60, **(run or {})}
        content = {"name": name, "scorers": ["text.exact_match"], "run": run, **plan}
        wanted = Wanted(content, self.agent_row.id, version)
        with self.database.transaction() as session:
            place = Place(name, priority)
            return create_task(session, SERVICE, self.settings, self.project, wanted, place).id

    def worker(self, number=0):
        """Start a worker process."""
        command = [sys.executable, "-m", "steelyard.server.tasks.worker", "--number", str(number)]
        log = (self.settings.data_dir / f"worker-{number}.log").open("ab")
        worker = subprocess.Popen(
            command, stdin=subprocess.PIPE, stderr=log, env=environment(self.settings)
        )
        log.close()
        self.workers.append(worker)
        return worker

    def supervisor(self):
        """Start a supervisor process, as a server has one inside."""
        log = (self.settings.data_dir / "worker-s.log").open("ab")
        command = [sys.executable, "-m", "steelyard.server.tasks.supervise"]
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stderr=log, env=environment(self.settings)
        )
        log.close()
        self.workers.append(process)
        return process

    def pids(self):
        """Return the processes of the workers that have said that they are here."""
        with self.database.reading() as session:
            return list(session.scalars(select(Worker.pid)))

    def state(self, task_id):
        return self.row(task_id).state

    def row(self, task_id):
        with self.database.reading() as session:
            return session.get(Task, task_id)

    def want(self, what, task_id):
        with self.database.transaction() as session:
            return getattr(manage, f"{what}_task")(session, SERVICE, task_id)

    def wait(self, condition, seconds=200):
        """Wait until it holds; on a slow machine that may take a while."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if found := condition():
                    return found
            except Exception:
                if time.monotonic() + 1 > end:
                    raise
            time.sleep(0.1)
        raise AssertionError(self.story())

    def wait_for(self, task_ids, states=ENDED, seconds=200):
        ids = [task_ids] if isinstance(task_ids, str) else list(task_ids)
        self.wait(lambda: all(self.state(one) in states for one in ids), seconds)

    def story(self):
        logs = sorted(self.settings.data_dir.glob("worker-*.log"))
        text = "\n".join(path.read_text()[-4000:] for path in logs)
        with self.database.reading() as session:
            rows = [
                (row.name, row.state, row.attempt, row.progress, row.error)
                for row in session.scalars(select(Task))
            ]
        return f"{rows}\n{text}"

    def moves(self, task_id):
        with self.database.reading() as session:
            query = select(TaskEvent).where(TaskEvent.task_id == task_id).order_by(TaskEvent.id)
            return list(session.scalars(query))

    def check_history(self, task_id):
        """Each move begins where the last one ended and stands in the table; attempts rise."""
        last, attempt = None, 0
        for event in self.moves(task_id):
            assert event.before == last, event.before
            if last is not None:
                assert event.after in MOVES[State(last)]
            assert event.attempt >= attempt
            last, attempt = event.after, event.attempt
        assert last == self.state(task_id)

    def rows(self, task_id):
        with self.database.reading() as session:
            task = session.get(Task, task_id)
            run = manage.select(runs.Run).where(runs.Run.id == task.run_id)
            folder = runs.folder(self.settings, session.scalar(run))
        return Table(Bundle(folder).results_path).rows()

    def check_finished(self, task_id, n):
        """The task finished, its history is sound, and every case has exactly one row."""
        row = self.row(task_id)
        assert row.state == "finished", self.story()
        self.check_history(task_id)
        rows = self.rows(task_id)
        assert sorted(int(one["case_id"]) for one in rows) == list(range(n))
        assert all(one["status"] == "ok" for one in rows)

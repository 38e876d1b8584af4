"""A backup taken while clients write and tasks run is a service that goes on."""

from __future__ import annotations

import itertools
import json
import threading
import time
from contextlib import closing

import pytest
from sqlalchemy import func, select

from steelyard.bundle import Bundle, Table
from steelyard.server.db import open_database
from steelyard.server.db.tables import Dataset, DatasetVersion, Document, Task, TaskEvent
from steelyard.server.tasks.states import MOVES, State
from tests.cli.shell import steelyard
from tests.server.conftest import make_settings
from tests.server.ops.process import Served
from tests.server.tasks.bench import AgentProcess

CLIENTS, TASKS, CASES = 4, 3, 60


@pytest.fixture
def agent(tmp_path):
    agent = AgentProcess(tmp_path / "agent.log", 0.1)
    yield agent
    agent.close()


class Writers:
    """Clients that make and change things until they are told to stop."""

    def __init__(self, server, token, project):
        self._server, self._token, self._base = server, token, f"/projects/{project}"
        self._end = threading.Event()
        self.made = itertools.count()
        self.failures = []
        self._threads = [threading.Thread(target=self._write, args=(n,)) for n in range(CLIENTS)]
        for thread in self._threads:
            thread.start()

    def stop(self):
        self._end.set()
        for thread in self._threads:
            thread.join()

    def _write(self, number):
        client = self._server.client()
        client.headers["Authorization"] = f"Bearer {self._token}"
        for turn in itertools.count():
            if self._end.is_set():
                return
            name = f"{number}-{turn}"
            try:
                dataset = self._post(client, "/datasets", json={"name": name})["id"]
                cases = json.dumps({"input": name, "expected_output": name}) + "\n"
                self._post(
                    client,
                    f"/datasets/{dataset}/versions",
                    params={"file_name": "c.jsonl"},
                    content=cases.encode(),
                )
                text = "agent: {replay: {}}\ndataset: c.jsonl\n"
                self._post(client, "/documents", json={"kind": "plan", "name": name, "text": text})
            except Exception as error:
                self.failures.append(repr(error))
                return
            next(self.made)

    def _post(self, client, path, **given):
        answer = client.post(f"{self._base}{path}", **given)
        assert answer.status_code == 201, answer.text
        return answer.json()


def wait(look, seconds=600):
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end
        time.sleep(0.2)
    return found


def begin_tasks(client, project, agent):
    base = f"/projects/{project}"
    config = {"http": {"url": agent.url}}
    made = client.post(f"{base}/agents", json={"name": "a", "config": config}).json()["id"]
    dataset = client.post(f"{base}/datasets", json={"name": "d"}).json()["id"]
    lines = "".join(
        json.dumps({"case_id": str(n), "input": f"x/{n}", "expected_output": f"X/{n}"}) + "\n"
        for n in range(CASES)
    )
    version = client.post(
        f"{base}/datasets/{dataset}/versions",
        params={"file_name": "c.jsonl"},
        content=lines.encode(),
    ).json()["id"]
    plan = {
        "scorers": ["text.exact_match"],
        "run": {"retries": 0, "concurrency": 2, "timeout": 300},
    }
    for number in range(TASKS):
        task = {"plan": {**plan, "name": f"t{number}"}, "agent_id": made}
        answer = client.post(f"{base}/tasks", json={**task, "dataset_version_id": version})
        assert answer.status_code == 201, answer.text
    return lambda: client.get(f"{base}/tasks").json()["items"]


def served(settings, folder):
    variables = {"STEELYARD_WORKER_TIMEOUT_S": "6", "STEELYARD_REQUESTS_PER_MINUTE": "1000000"}
    if settings.database_url:
        variables["STEELYARD_DATABASE_URL"] = settings.database_url
    return Served(folder, "--workers", "1", **variables), variables


@pytest.mark.timeout(900)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "target"),
    # Both directions without load: test_backup.py.
    [("postgres", "sqlite"), pytest.param("sqlite", "postgres", marks=pytest.mark.soak)],
)
def test_a_backup_under_load_is_a_service_that_goes_on(tmp_path, make_empty, agent, source, target):
    old, new = make_empty(source)[0], make_empty(target)[0]
    server, variables = served(old, tmp_path / "old")
    file = tmp_path / "backup.tar.gz"
    try:
        client = server.set_up()
        project = client.post("/projects", json={"slug": "p", "name": "P"}).json()["id"]
        token = client.post("/me/tokens", json={"name": "t", "role": "manager"}).json()["text"]
        tasks = begin_tasks(client, project, agent)
        writers = Writers(server, token, project)
        wait(lambda: sum(one["progress"].get("done", 0) for one in tasks()) > 10)
        before = next(writers.made)
        with agent.holding():  # the tasks are under way however long it takes
            done = steelyard("admin", "backup", file, "--data", tmp_path / "old", **variables)
        writers.stop()
        states = {one["state"] for one in tasks()}
        assert (done.code, writers.failures) == (0, []), (done, writers.failures[:3])
        assert next(writers.made) > before + 1  # nobody waited for the backup
    finally:
        server.close()
    variables.pop("STEELYARD_DATABASE_URL", None)
    if new.database_url:
        variables["STEELYARD_DATABASE_URL"] = new.database_url
    data = tmp_path / "new"
    restored = steelyard("admin", "restore", file, "--data", data, **variables)
    assert restored.code == 0, restored
    settings = make_settings(data, new.database_url)
    with closing(open_database(settings)) as database:
        check_put_back(database)
        again, _ = served(new, data)
        try:
            again.sign_in()
            wait(lambda: all_finished(database))
        finally:
            again.close()
        check_tasks(settings, database)
    whole = steelyard("admin", "verify", "--data", data, **variables)
    assert whole.code == 0, whole
    assert "running" in states or "finished" in states


def check_put_back(database):
    """Some tasks were under way; what belongs together is there together."""
    with database.reading() as session:
        states = set(session.scalars(select(Task.state)))
        assert states - {"finished", "queued"}, states
        assert session.scalar(select(func.count()).select_from(Document)) > 0
        sizes = session.scalars(select(DatasetVersion.rows)).all()
        assert len(sizes) <= session.scalar(select(func.count()).select_from(Dataset))


def all_finished(database):
    with database.reading() as session:
        return set(session.scalars(select(Task.state))) == {"finished"}


def check_tasks(settings, database):
    """Every case of every task has one row, and every history is sound."""
    with database.reading() as session:
        tasks = session.scalars(select(Task)).all()
        moves = session.scalars(select(TaskEvent).order_by(TaskEvent.id)).all()
    assert len(tasks) == TASKS
    for task in tasks:
        own = [(one.before, one.after) for one in moves if one.task_id == task.id]
        assert own[0] == (None, "queued")
        for (_, last), (before, after) in itertools.pairwise(own):
            assert before == last
            assert after in MOVES[State(before)]
        bundle = Bundle(settings.data_dir / "storage" / "runs" / task.run_id)
        rows = Table(bundle.results_path).rows()
        assert sorted(int(row["case_id"]) for row in rows) == list(range(CASES))
        assert {row["status"] for row in rows} == {"ok"}

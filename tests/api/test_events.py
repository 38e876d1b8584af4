"""Server-sent events from a real server."""

from __future__ import annotations

import json
import threading
import time

import httpx2 as httpx
import pytest
import uvicorn
from sqlalchemy import delete, select

from steelyard.api import live
from steelyard.server.db.base import now
from steelyard.server.db.tables import Project, SignIn, Task, TaskEvent, User
from steelyard.server.people import projects, tokens
from steelyard.server.people.policy import SERVICE, Role
from steelyard.server.tasks.states import State, begin, lock_task, move
from tests.api.conftest import PASSWORD

pytestmark = pytest.mark.slow


@pytest.fixture
def address(service):
    config = uvicorn.Config(service.app, port=0, log_config=None, timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


def add_task(service, project):
    with service.database.transaction() as session:
        task = Task(project_id=project, name="t", plan={}, progress={})
        session.add(task)
        session.flush()
        begin(session, task, "test")
        return task.id


def go(service, task_id, after, **progress):
    with service.database.transaction() as session:
        task = lock_task(session, task_id)
        if task.state != after:
            move(session, task, after, "test")
        task.progress = {**task.progress, **progress}


def events(lines):
    """Yield (id, event, data) of a stream."""
    found = {}
    for line in lines:
        if line:
            name, _, value = line.partition(": ")
            found[name] = value
        elif found:
            if "data" in found:
                yield found.get("id"), found["event"], json.loads(found["data"])
            found = {}


def test_moves_and_progress_are_told_as_they_happen(service, address):
    task = add_task(service, service.ours)
    other, foreign = add_task(service, service.ours), add_task(service, service.theirs)
    with httpx.Client(base_url=address, timeout=30) as client:
        client.post("/api/v1/session", json={"login": "viewer", "password": PASSWORD})
        stream = {"Accept": "text/event-stream"}
        where = f"/api/v1/projects/{service.ours}"
        with (
            client.stream("GET", f"{where}/events", headers=stream) as whole,
            client.stream("GET", f"{where}/tasks/{task}/events", headers=stream) as one,
        ):
            assert whole.headers["content-type"].startswith("text/event-stream")
            every, own = events(whole.iter_lines()), events(one.iter_lines())
            wait_until_heard(service, other, every)
            for task_id in (foreign, task):
                go(service, task_id, State.STARTING)
            go(service, task, State.RUNNING, done=3)
            found = [next(own) for _ in range(3)]
            assert [event for _, event, _ in found] == ["state", "state", "progress"]
            assert found[2][2]["done"] == 3
            assert {data["task_id"] for _, _, data in found} == {task}
            heard = [next(every) for _ in range(3)]
            assert foreign not in {data["task_id"] for _, _, data in heard}
        last = found[0][0]
        go(service, task, State.FINISHED)
        headers = {**stream, "Last-Event-ID": last}
        with client.stream("GET", f"{where}/tasks/{task}/events", headers=headers) as again:
            missed = events(again.iter_lines())
            assert [next(missed)[2]["after"] for _ in range(2)] == ["running", "finished"]
        refused = client.get(f"/api/v1/projects/{service.theirs}/events", headers=stream)
        assert refused.status_code == 403


def test_whoever_missed_more_than_a_page_is_told_all_of_it_once(service, address):
    task = add_task(service, service.ours)
    with service.database.transaction() as session:
        moves = [
            TaskEvent(task_id=task, before="queued", after="queued", attempt=n, by="test")
            for n in range(2300)
        ]
        session.add_all(moves)
        session.flush()
        missed = [str(move.id) for move in moves]
    with httpx.Client(base_url=address, timeout=30) as client:
        client.headers["Authorization"] = f"Bearer {service.token('viewer')}"
        where = f"/api/v1/projects/{service.ours}/events"
        last = str(int(missed[0]) - 1)
        headers = {"Accept": "text/event-stream", "Last-Event-ID": last}
        with client.stream("GET", where, headers=headers) as stream:
            told = events(stream.iter_lines())
            assert next(told)[0] == missed[0]
            go(service, task, State.CANCELLED)  # while it is being told of the others
            numbers = [missed[0]]
            while (one := next(told))[2]["after"] != "cancelled":
                numbers.append(one[0])
            assert numbers == missed
            other = add_task(service, service.ours)
            assert next(told)[2]["task_id"] == other


@pytest.mark.parametrize("last", ["9" * 10, "9" * 20, "-1", "x", "٣"])
def test_a_last_event_that_is_none_does_not_break_the_stream(service, address, last):
    task = add_task(service, service.ours)
    with httpx.Client(base_url=address, timeout=30) as client:
        client.headers["Authorization"] = f"Bearer {service.token('viewer')}"
        where = f"/api/v1/projects/{service.ours}/events"
        headers = {"Accept": "text/event-stream", "Last-Event-ID": last.encode()}
        with client.stream("GET", where, headers=headers) as stream:
            assert stream.status_code == 200
            wait_until_heard(service, task, events(stream.iter_lines()))


def wait_until_heard(service, task_id, stream):
    """Move a task now and then until the stream tells of it: then it listens."""
    heard = threading.Event()

    def stir():
        while not heard.wait(0.3):
            go(service, task_id, State.PAUSED)
            go(service, task_id, State.QUEUED)

    thread = threading.Thread(target=stir)
    thread.start()
    next(stream)
    heard.set()
    thread.join()
    # What was stirred up is read to its end.
    go(service, task_id, State.CANCELLED)
    while next(stream)[2]["after"] != "cancelled":
        pass


def leave(service, how, token):
    """End the right of `viewer` to see the project."""
    with service.database.transaction() as session:
        user = session.scalars(select(User).where(User.login == "viewer")).one()
        project = session.get(Project, service.ours)
        if how == "role":
            projects.set_member(session, SERVICE, project, user, None)
        elif how == "archived":
            projects.change_project(session, SERVICE, project, archived=True)
        elif how == "disabled":
            user.disabled_at = now()
        elif how == "token":
            tokens.revoke_token(session, SERVICE, tokens.find_token(session, token).id)
        elif how == "session":
            session.execute(delete(SignIn))


@pytest.mark.parametrize("how", ["role", "archived", "disabled", "token", "session"])
def test_a_stream_ends_with_the_right_to_see_it(service, address, monkeypatch, how):
    monkeypatch.setattr(live, "_RIGHTS_SECONDS", 0.1)
    stream = {"Accept": "text/event-stream"}
    token = service.token("viewer", role=Role.VIEWER)
    if how != "session":
        stream["Authorization"] = f"Bearer {token}"
    task = add_task(service, service.ours)
    with httpx.Client(base_url=address, timeout=30) as client:
        if how == "session":
            client.post("/api/v1/session", json={"login": "viewer", "password": PASSWORD})
        other = {"Accept": "text/event-stream"}
        other["Authorization"] = f"Bearer {service.token('manager', role=Role.VIEWER)}"
        where = f"/api/v1/projects/{service.ours}/events"
        with (
            client.stream("GET", where, headers=stream) as mine,
            client.stream("GET", where, headers=other) as theirs,
        ):
            heard, still = events(mine.iter_lines()), events(theirs.iter_lines())
            wait_until_heard(service, task, heard)
            leave(service, how, token)
            rest = [event for _, event, _ in heard]  # waits for ever, if nothing ends it
            assert rest[-1] == "goodbye"
            if how not in ("archived", "session"):
                another = add_task(service, service.ours)
                go(service, another, State.STARTING)
                assert any(data.get("task_id") == another for _, _, data in still)
        answer = client.get(where, headers=stream) if how != "archived" else None
        assert answer is None or answer.status_code in (401, 403)

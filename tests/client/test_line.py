"""When the line breaks: what is safe is sent again, happens once, and arrives whole."""

from __future__ import annotations

import os
import threading

import pytest

import steelyard
from steelyard.api import create_app
from steelyard.client import UnreachableError
from steelyard.server.tasks.states import State
from tests.api.test_events import add_task, go
from tests.client.conftest import serving
from tests.ports import free_port


@pytest.fixture
def ours(connect, line):
    """The project through a line that can be cut; it was reached before, so it is waited for."""
    return connect("manager", at=line.url).project("ours")


def next_is_cut(ours, line, up, down):
    """Cut the next connection, and the line that is open now."""
    ours.wire.close()
    line.cuts = [(up, down)]


@pytest.mark.slow
def test_what_is_made_is_made_once(ours, line):
    for number in range(3):
        # The request gets through; of the answer nothing does.
        next_is_cut(ours, line, None, 1)
        made = ours.datasets.create(f"d{number}")
        assert made.name == f"d{number}"
    assert [one.name for one in ours.datasets.list()] == ["d0", "d1", "d2"]


def test_what_might_happen_twice_is_not_sent_again(ours, line):
    made = ours.datasets.create("d")
    next_is_cut(ours, line, None, 1)
    with pytest.raises(UnreachableError):
        ours.datasets.change(made.id, description="x")
    assert ours.datasets.show(made.id).description == "x"
    # Nothing was sent on a line that never came about.
    ours.wire.close()
    ours.datasets.change(made.id, description="y")


@pytest.mark.slow
def test_an_upload_that_is_cut_off_begins_again(ours, line, tmp_path):
    file = tmp_path / "c.jsonl"
    text = "".join(f'{{"input": "{n:0200}", "expected_output": "x"}}\n' for n in range(20_000))
    file.write_text(text)
    dataset = ours.datasets.create("c")
    told = []
    next_is_cut(ours, line, 2_000_000, None)
    version = ours.dataset_versions.upload(
        dataset.id, file, "c.jsonl", tell=lambda done, _: told.append(done)
    )
    assert (version.rows, version.size) == (20_000, len(text))
    assert told[-1] == len(text)
    assert sorted(told) != told  # it began again
    next_is_cut(ours, line, None, 1)  # all was sent, the answer was lost
    again = ours.dataset_versions.upload(dataset.id, file, "c.jsonl")
    assert again.id == version.id
    assert len(ours.dataset_versions.list(dataset.id)) == 1


@pytest.mark.slow
def test_a_push_whose_answer_is_lost_is_there_once(ours, line, tmp_path):
    steelyard.evaluate(lambda _: "ok", [{"input": "?", "answer": "ok"}], out=tmp_path / "run")
    ours.wire.close()
    line.cuts = [(None, None), (None, 1)]  # looking for it; sending it
    pushed = ours.runs.push_bundle(tmp_path / "run")
    assert pushed.run.rows == 1
    assert len(list(ours.runs.list())) == 1


def test_a_download_that_is_cut_off_is_whole_in_the_end(ours, line, tmp_path):
    content = os.urandom(3_000_000).hex().encode()
    line_ = b'{"input": "' + content + b'", "expected_output": "x"}\n'
    dataset = ours.datasets.create("c")
    ours.dataset_versions.upload(dataset.id, line_, "c.jsonl")
    next_is_cut(ours, line, None, 1_000_000)
    saved = ours.dataset_versions.download(dataset.id, 1, tmp_path / "c.jsonl")
    assert saved.read_bytes() == line_
    assert [path.name for path in tmp_path.iterdir() if "part" in path.name] == []


@pytest.mark.slow
def test_a_server_that_comes_back_is_waited_for(connect, service):
    with serving(service.app, free_port()) as port:
        client = connect("manager", at=f"http://127.0.0.1:{port}")
        assert client.me.show().user.login == "manager"
        client.close()
    found = []
    asking = threading.Thread(target=lambda: found.append(client.me.show()))
    asking.start()
    asking.join(0.5)
    assert not found
    with serving(service.app, port):
        asking.join()
    assert found[0].user.login == "manager"


@pytest.mark.slow
def test_waiting_goes_on_when_the_server_comes_back(connect, service):
    task = add_task(service, service.ours)
    told, found = [], []
    with serving(service.app, free_port()) as port:
        ours = connect("manager", at=f"http://127.0.0.1:{port}").project("ours")

        def wait():
            found.append(ours.tasks.wait(task, tell=lambda news: told.append(news.data["after"])))

        waiting = threading.Thread(target=wait)
        waiting.start()
        while not told:  # until it listens
            go(service, task, State.PAUSED)
            go(service, task, State.QUEUED)
            waiting.join(0.3)
    go(service, task, State.STARTING)
    go(service, task, State.RUNNING)
    told.clear()
    app = create_app(service.settings)
    with serving(app, port):
        go(service, task, State.FINISHED)
        waiting.join()
    assert [after for after in told if after not in ("paused", "queued")] == [
        "starting",
        "running",
        "finished",
    ]
    assert found[0].state == "finished"


def test_patience_ends(connect, line):
    client = connect("manager", at=line.url, patience=1.0)
    client.me.show()
    client.close()
    line.cuts = [(None, 1)] * 50
    with pytest.raises(UnreachableError):
        client.me.show()


@pytest.mark.slow
def test_events_go_on_after_a_cut(ours, line, service):
    task = add_task(service, service.ours)
    [first] = ours.tasks.show_history(task)
    stream = ours.events.stream(task, last=first.id)
    # Progress is told between moves, or not at all when the line was cut just then.
    moves = (one.data["after"] for one in stream if one.kind == "state")
    go(service, task, State.STARTING)
    assert next(moves) == "starting"
    line.cut()
    go(service, task, State.RUNNING)
    go(service, task, State.PAUSING)
    assert [next(moves), next(moves)] == ["running", "pausing"]
    line.cut()
    go(service, task, State.PAUSED, done=3)
    go(service, task, State.QUEUED)
    assert [next(moves), next(moves)] == ["paused", "queued"]
    stream.close()
    assert line.connections >= 3

"""`steelyard serve` and `steelyard worker` in real processes, told to stop and killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import threading
import time
from contextlib import closing

import httpx2 as httpx
import psutil
import pytest

from steelyard.bundle import writing
from steelyard.errors import UserError
from steelyard.server.operations.prepare import prepare_database
from steelyard.server.operations.serve import is_loopback, listen
from steelyard.server.settings import Settings
from tests.cli.shell import steelyard
from tests.server.ops.process import PASSWORD, Command, Served


@pytest.fixture
def start(tmp_path):
    """Return a function that starts a server; whatever still runs is ended."""
    begun = []

    def begin(*words, kind=Served, **variables):
        data = tmp_path / "data"
        begun.append(
            kind(data, *words, **variables)
            if kind is Served
            else kind(*words, folder=tmp_path, **variables)
        )
        return begun[-1]

    yield begin
    for one in begun:
        if one.process.stdout is not None and not one.process.stdout.closed:
            one.close()


def workers_of(server):
    return psutil.Process(server.process.pid).children(recursive=True)


@pytest.mark.slow
def test_from_nothing_to_a_signed_in_administrator(start, tmp_path):
    server = start("--workers", "0", STEELYARD_LOG_FORMAT="json")
    assert server.said("Everything is kept in (.*)")[1] == str(tmp_path / "data")
    client = server.set_up()
    assert client.get("/me").json()["user"]["login"] == "ada"
    code = server.said(r"works once: (\S+)")[1]
    again = client.post("/setup", json={"code": code, "login": "eve", "password": PASSWORD})
    assert again.status_code == 409
    secrets = ask_with_secrets(server, client)
    assert server.stop(signal.SIGINT) == 0
    assert not (tmp_path / "data" / "setup-code").exists()
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0
    assert code not in server.log()
    check_log(server.log(), secrets)


def ask_with_secrets(server, client):
    """Ask for this and that with what must not be logged; return it."""
    token = client.post("/me/tokens", json={"name": "t"}).json()["text"]
    bearer = {"Authorization": f"Bearer {token}", "User-Agent": "a\tb", "X-Request-Id": "mine-1"}
    plain = server.client()
    assert plain.get("/me?password=hunter22", headers=bearer).status_code == 200
    assert plain.get("/no%0Aadmin signed in", headers=bearer).status_code == 404
    bad = {"Authorization": "Bearer syt_0123456789abcdef"}
    assert plain.get("/me", headers=bad).status_code == 401
    session = [*client.cookies.values(), client.headers["X-CSRF-Token"]]
    return [PASSWORD, token, "hunter22", "0123456789abcdef", *session]


def check_log(text, secrets):
    """Every request is logged, as one line, and no secret is."""
    lines = [json.loads(line) for line in text.splitlines()]
    [mine] = [line for line in lines if line.get("request_id") == "mine-1" and "route" in line][:1]
    assert (mine["route"], mine["status"]) == ("/api/v1/me", 200)
    assert None not in (mine["user"], mine["token"], mine["duration_ms"])
    assert (mine["method"], mine["address"], mine["agent"]) == ("GET", "127.0.0.1", "a\tb")
    [lost] = [line for line in lines if line.get("status") == 404]
    assert "\n" in lost["message"]
    assert [secret for secret in secrets if secret in text] == []


@pytest.mark.slow
def test_it_is_not_opened_to_others_before_there_is_an_account(start, tmp_path):
    data = tmp_path / "data"
    refused = steelyard("serve", "--data", data, "--host", "0.0.0.0", "--port", "0")
    assert refused.code == 1
    assert "steelyard admin create-user" in refused.err
    made = steelyard("admin", "create-user", "ada", "--admin", "--data", data, stdin=PASSWORD)
    assert (made.code, PASSWORD in made.out + made.err) == (0, False)
    server = start("--workers", "0", "--host", "0.0.0.0")
    assert server.url.startswith("http://127.0.0.1:")
    assert server.sign_in().get("/me").status_code == 200
    assert not any("works once" in line for line in server.lines)
    assert server.stop() == 0


@pytest.mark.parametrize(
    ("host", "closed"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("", False),
        ("192.0.2.1", False),
        ("no.such.host.invalid", False),
    ],
)
def test_what_only_this_machine_reaches(host, closed):
    assert is_loopback(host) is closed


def test_what_is_refused(tmp_path):
    data = tmp_path / "data"
    refused = steelyard("serve", "--data", data, "--config", tmp_path / "no.yaml")
    assert (refused.code, "no.yaml" in refused.err) == (1, True)
    wrong = steelyard("serve", "--data", data, STEELYARD_WORKERS="many")
    assert (wrong.code, "workers" in wrong.err, "doctor --server" in wrong.err) == (1, True, True)
    broken = steelyard("serve", "--data", data, STEELYARD_DENY_HOSTS='["10.0.0.0/99"]')
    assert (broken.code, "'10.0.0.0/99' in allow_hosts or" in broken.err) == (1, True), broken
    away = "postgresql://me:hunter22@127.0.0.1:1/x"
    away = steelyard("serve", "--data", data, STEELYARD_DATABASE_URL=away)
    assert (away.code, "does not answer" in away.err) == (1, True)
    assert "hunter22" not in away.out + away.err
    assert "Traceback" not in refused.err + wrong.err + away.err
    assert not data.exists()


def test_a_taken_port_is_said():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(UserError, match=f"port {port}") as refused:
            listen("127.0.0.1", port)
    assert "--port 0" in refused.value.hint
    with pytest.raises(UserError, match="no address"):
        listen("no.such.host.invalid", 0)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE alembic_version SET version_num = 'ffff'", "newer version"),
        ("DELETE FROM alembic_version", "steelyard admin migrate"),
    ],
)
def test_tables_of_another_version_are_refused(tmp_path, change, said):
    settings = Settings(data_dir=tmp_path)
    prepare_database(settings).close()
    prepare_database(settings).close()
    with closing(sqlite3.connect(tmp_path / "steelyard.sqlite")) as database:
        database.execute(change)
        database.commit()
    with pytest.raises(UserError) as refused:
        prepare_database(settings)
    assert said in str(refused.value)


def test_without_the_extra_it_says_what_to_install(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util\n"
        "real = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda n, p=None: None if n == 'uvicorn' else real(n, p)\n"
    )
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    for words in (("serve",), ("worker",), ("admin", "verify"), ("doctor", "--server")):
        refused = steelyard(*words, "--data", tmp_path / "d", PYTHONPATH=path)
        assert (refused.code, "steelyard[server]" in refused.err) == (1, True), refused
    assert not (tmp_path / "d").exists()


@pytest.mark.slow
def test_told_to_stop_it_lets_requests_finish_and_listeners_go(start):
    server = start("--workers", "1")
    client = server.set_up()
    project = client.post("/projects", json={"slug": "p", "name": "P"}).json()["id"]
    heard, listening = [], threading.Event()

    def hear():
        headers = {"Accept": "text/event-stream"}
        with client.stream("GET", f"/projects/{project}/events", headers=headers) as stream:
            for line in stream.iter_lines():
                listening.set()
                heard.append(line)

    listener = threading.Thread(target=hear)
    listener.start()
    assert listening.wait(120)

    answers = []

    def upload():
        """An upload that is still on its way when the service is told to stop."""
        dataset = client.post(f"/projects/{project}/datasets", json={"name": "d"}).json()["id"]
        answers.append(
            client.post(
                f"/projects/{project}/datasets/{dataset}/versions",
                params={"file_name": "c.jsonl"},
                content=slowly(),
                headers={"Content-Type": "application/octet-stream"},
            )
        )

    begun, told = threading.Event(), threading.Event()

    def slowly():
        yield b'{"input": "a", "expected_output": "A"}\n'
        begun.set()
        assert told.wait(120)
        time.sleep(0.5)
        yield b'{"input": "b", "expected_output": "B"}\n'

    uploader = threading.Thread(target=upload)
    uploader.start()
    assert begun.wait(120)
    workers = workers_of(server)
    assert workers
    server.process.send_signal(signal.SIGTERM)
    told.set()
    assert server.wait() == 0
    uploader.join()
    listener.join()
    assert answers[0].status_code == 201, answers[0].text
    assert "event: goodbye" in heard
    assert psutil.wait_procs(workers, timeout=120)[1] == []
    with pytest.raises(httpx.ConnectError):
        httpx.get(server.url)


@pytest.mark.slow
def test_a_second_interrupt_ends_at_once(start):
    server = start("--workers", "1")
    client = server.set_up()
    project = client.post("/projects", json={"slug": "p", "name": "P"}).json()["id"]
    dataset = client.post(f"/projects/{project}/datasets", json={"name": "d"}).json()["id"]
    begun, end = threading.Event(), threading.Event()

    def never_ending():
        yield b'{"input": "a"}\n'
        begun.set()
        end.wait(300)

    def upload():
        path = f"/projects/{project}/datasets/{dataset}/versions"
        with pytest.raises(httpx.TransportError):
            client.post(path, params={"file_name": "c.jsonl"}, content=never_ending())

    uploader = threading.Thread(target=upload)
    uploader.start()
    assert begun.wait(120)
    workers = workers_of(server)
    server.process.send_signal(signal.SIGINT)
    while "draining" not in server.log():
        assert server.process.poll() is None
        time.sleep(0.05)
    assert server.stop(signal.SIGINT) == 130
    end.set()
    uploader.join()
    assert psutil.wait_procs(workers, timeout=120)[1] == []


@pytest.mark.slow
def test_workers_of_their_own_wait_for_the_server(start, tmp_path):
    data = tmp_path / "data"
    config = tmp_path / "server.yaml"
    config.write_text(f"data_dir: {data}\nworkers: 0\nworker_id: far\n")
    workers = start("worker", "--config", config, "--workers", "2", kind=Command)
    workers.said("waiting for `steelyard serve`")
    server = start("--config", str(config))
    server.said("No workers here")
    workers.said("2 worker")
    assert sorted(wait_for(lambda: worker_names(data), 2)) == ["far-0", "far-1"]
    server.process.kill()
    server.wait()
    assert workers.stop() == 0
    assert worker_names(data) == []


@pytest.mark.slow
def test_workers_told_to_stop_while_they_wait_for_another_leave_nothing(start, tmp_path):
    data = tmp_path / "data"
    prepare_database(Settings(data_dir=data)).close()
    (data / "workers").mkdir()
    with writing(data / "workers"):  # as one does that makes the tables of the engine
        workers = start("worker", "--data", data, "--workers", "2", kind=Command)
        wait_for(lambda: worker_names(data), 2)
        assert workers.stop() == 0
    assert worker_names(data) == []
    assert "ERROR" not in workers.log().upper()


def worker_names(data):
    with closing(sqlite3.connect(data / "steelyard.sqlite")) as database:
        return [name for (name,) in database.execute("SELECT id FROM workers")]


def wait_for(look, count, seconds=150):
    end = time.monotonic() + seconds
    while len(found := look()) < count:
        assert time.monotonic() < end, found
        time.sleep(0.1)
    return found


@pytest.mark.slow
def test_a_killed_server_takes_its_workers_with_it_and_starts_again(start):
    server = start("--workers", "1")
    client = server.set_up()
    workers = workers_of(server)
    server.process.kill()
    server.wait()
    assert psutil.wait_procs(workers, timeout=120)[1] == []
    again = start("--workers", "1")
    client = again.sign_in()
    assert client.get("/me").status_code == 200
    assert again.stop() == 0


@pytest.mark.slow
def test_what_dies_is_started_again(start):
    server = start("--workers", "1")
    client = server.set_up()
    project = client.post("/projects", json={"slug": "p", "name": "P"}).json()["id"]
    given = {"kind": "plan", "text": "name: x"}

    def check():
        answer = client.post(f"/projects/{project}/documents/check", json=given)
        assert answer.status_code == 200, answer.text

    check()
    before = {process.pid for process in workers_of(server)}
    assert len(before) > 1  # a worker, and a process of the pool
    for process in workers_of(server):
        process.kill()
    given["text"] = "name: y"
    check()
    wait_for(lambda: [one for one in workers_of(server) if one.pid not in before], len(before))
    assert client.get("/me").status_code == 200
    assert server.stop() == 0

"""The command line against a real server."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import signal
import stat
import subprocess
import sys
import threading
from contextlib import contextmanager

import pytest

import steelyard
from steelyard.cli import main
from steelyard.server.tasks.states import State
from tests.api.test_events import add_task, go
from tests.cli.shell import Done
from tests.client.conftest import token_of


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Run a command in this process, with nothing in its environment but what is given."""
    open_ = os.environ.get("STEELYARD_ALLOW_LOOPBACK", "")
    for name in [name for name in os.environ if name.startswith(("STEELYARD_", "LC_", "LANG"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("STEELYARD_ALLOW_LOOPBACK", open_)  # the service is in this process, too
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)

    def run(*words, stdin="", **environment):
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.StringIO(stdin))
            for name, value in environment.items():
                patch.setenv(name, value)
            with pytest.raises(SystemExit) as end:
                main([str(word) for word in words])
        return Done(end.value.code, *capsys.readouterr())

    return run


@pytest.fixture
def here(run, service, url):
    """The same as the manager of `ours` and nothing else."""
    known = {"STEELYARD_SERVER": url, "STEELYARD_TOKEN": token_of(service, "manager")}
    return lambda *words, **more: run(*words, **{**known, **more})


def test_a_login_is_kept_for_its_owner_alone(run, service, tmp_path, url):
    token = f"{token_of(service, 'manager')}\n"
    assert run("task", "list").code == 1
    assert "steelyard login URL" in run("task", "list").err
    file = tmp_path / "config" / "steelyard" / "credentials.json"
    wrong = run("login", url, stdin="nonsense\n")
    assert (wrong.code, file.exists()) == (1, False)
    assert run("login", url, "--project", "none", stdin=token).code == 1
    done = run("login", f"{url}/", "--project", "ours", stdin=token)
    assert done.code == 0, done.err
    assert token.strip() not in done.out + done.err
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert json.loads(file.read_text())["servers"][url]["project"] == "ours"
    listed = run("task", "list", STEELYARD_LANG="zh")
    assert (listed.code, listed.out.strip()) == (0, "没有符合条件的任务。")
    file.chmod(0o644)
    assert "chmod 600" in run("task", "list").err
    file.chmod(0o600)
    assert run("login", "--forget").code == 0
    assert token.strip() not in file.read_text()
    assert run("task", "list").code == 1
    assert run("login", "http://192.0.2.1:9", stdin="\n").code == 1


@pytest.mark.slow
def test_on_a_terminal_the_token_is_asked_for_unseen(service, url, tmp_path):
    token = token_of(service, "viewer")
    terminal, theirs = pty.openpty()
    environment = {
        **os.environ,
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "STEELYARD_LANG": "en",
    }
    command = [sys.executable, "-m", "steelyard", "login", url]
    asking = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
    )
    os.close(theirs)
    with asking, os.fdopen(terminal, "r+b", buffering=0) as screen:
        said = b""
        while b"Token for" not in said:
            said += screen.read(1000)
        screen.write(f"{token}\n".encode())
        while b"Logged in to" not in said:
            said += screen.read(1000)
    assert asking.returncode == 0
    assert token.encode() not in said


@pytest.mark.slow
def test_runs_are_pushed_once(here, tmp_path, project):
    for name in ("a", "b"):
        cases = [{"input": "?", "answer": "ok"}]
        steelyard.evaluate(lambda _: "ok", cases, out=tmp_path / name, name=name)
    done = here("push", "a", "b", "--tag", "t1", "--json")
    assert done.code == 0, done.err
    first, second = json.loads(done.out)
    assert (first["new"], first["name"], second["tags"]) == (True, "a", ["t1"])
    again = here("push", "a")
    assert (again.code, again.out) == (0, "")
    assert f"was there already, as {first['id']}" in again.err
    assert {run.name for run in project.runs.list()} == {"a", "b"}
    assert here("push", ".").code == 1
    printed = here("report", first["id"], "--server", project.wire.address.url)
    assert printed.code == 0, printed.err
    assert "Pass rate" in printed.out


@pytest.mark.slow
def test_a_plan_is_started_waited_for_and_reported(here, plan, carrying, tmp_path):
    carrying()
    done = here("task", "start", plan, "--wait")
    assert done.code == 0, done.err
    assert "Pass rate 100 % (measured), 6 rows" in done.out
    # What is seen on the way depends on when it looks: an early state, or only how far it is.
    assert re.search(r"nightly: (queued|starting|running)|\d/6 done", done.err)
    [task] = json.loads(here("task", "list", "--json").out)
    assert (task["state"], task["progress"]["done"]) == ("finished", 6)
    assert here("task", "report", task["id"], "-o", "r.html").code == 0
    assert "<html" in (tmp_path / "r.html").read_text()[:500]
    shown = here("task", "show", task["id"])
    assert "taken by a worker" in shown.out
    assert here("task", "wait", "none").code == 1


@pytest.mark.slow
def test_a_failed_gate_exits_3_as_it_does_here(here, plan, carrying):
    carrying()
    gates = 'gates=["base.f1: score >= 2"]'
    events = here("task", "start", plan, "--wait", "--json", "--set", gates)
    assert events.code == 3, events.err
    lines = [json.loads(line) for line in events.out.splitlines()]
    assert [line["event"] for line in lines if line["event"] != "progress"][-2:] == [
        "done",
        "error",
    ]
    assert lines[-1]["code"] == "gate_failed"
    assert lines[-2]["task"]["gates_failed"]
    local = here("run", plan, "--set", gates, "--out", plan.parent / "run")
    assert local.code == 3
    sentence = local.err.strip().splitlines()[-1].partition("gate")[2]
    assert sentence in lines[-1]["message"]


@pytest.mark.slow
def test_what_people_want_of_a_task(here, plan, project):
    started = here("task", "start", plan, "--name", "mine", "--priority", "4")
    assert started.code == 0, started.err
    task = started.out.strip()
    assert here("task", "pause", task).err.strip() == "mine: paused"
    assert here("task", "resume", task).code == 0
    again = here("task", "resume", task)
    assert (again.code, "cannot become queued" in again.err) == (1, True)
    late = here("task", "wait", task, "--timeout", "0.2")
    assert (late.code, "the task goes on" in late.err) == (1, True)
    assert json.loads(here("task", "cancel", task, "--json").out)["state"] == "cancelled"
    ended = here("task", "wait", task)
    assert (ended.code, "'mine' was cancelled" in ended.err) == (1, True)
    assert here("task", "report", task).code == 1
    listed = here("task", "list", "--text", "mine")
    assert task in listed.out
    assert project.tasks.show(task).priority == 4


@pytest.mark.slow
def test_ctrl_c_leaves_the_task_running(service, project, url, tmp_path):
    task = add_task(service, service.ours)
    environment = {
        **os.environ,
        "STEELYARD_SERVER": url,
        "STEELYARD_TOKEN": token_of(service, "viewer"),
        "STEELYARD_LANG": "en",
        "PYTHONUNBUFFERED": "1",
    }
    waiting = subprocess.Popen(
        [sys.executable, "-m", "steelyard", "task", "wait", task, "--project", "ours"],
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    with stirring(service, task), waiting:
        while "queued" not in waiting.stderr.readline():
            assert waiting.poll() is None
        waiting.send_signal(signal.SIGINT)
        said = waiting.stderr.read()
    assert waiting.returncode == 130, said
    assert f"steelyard task wait {task}" in said
    assert "Traceback" not in said
    assert project.tasks.show(task).state in ("queued", "paused")


@contextmanager
def stirring(service, task):
    """Move a task now and then, so that whoever listens hears something."""
    done = threading.Event()

    def stir():
        while not done.wait(0.5):
            go(service, task, State.PAUSED)
            go(service, task, State.QUEUED)

    thread = threading.Thread(target=stir)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def test_several_projects_must_be_named(run, service, url):
    known = {"STEELYARD_SERVER": url, "STEELYARD_TOKEN": token_of(service, "admin")}
    done = run("task", "list", **known)
    assert done.code == 1
    assert "ours, theirs" in done.err
    assert run("task", "list", STEELYARD_PROJECT="theirs", **known).code == 0
    given = ["--server", url, "--token", known["STEELYARD_TOKEN"], "--project", "ours"]
    assert run("task", "list", *given).code == 0

"""A full disk while a worker carries a task: it waits, and goes on once there is room."""

from __future__ import annotations

import errno
import sqlite3
import subprocess
import threading
import time
from types import SimpleNamespace

import pytest
from sqlalchemy.exc import OperationalError

from steelyard.errors import BundleError
from steelyard.machine import MachineTroubleError
from steelyard.server.db.tables import Run, Task
from steelyard.server.tasks import carry, runs
from tests.server.tasks.work import carry_all


def _database_full():
    cause = sqlite3.OperationalError("database or disk is full")
    raise OperationalError("UPDATE tasks", {}, cause) from cause


def _machine_full():
    raise MachineTroubleError("disk_full")


def _journal_full():
    raise BundleError("cannot be written") from OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("trouble", [_database_full, _machine_full, _journal_full])
def test_a_full_disk_is_waited_out_whoever_reports_it(monkeypatch, trouble):
    """Tasks failed when the database or the journal met the full disk first."""
    turns, told = [trouble, lambda: None], []
    monkeypatch.setattr(carry, "_LOCK_SECONDS", 0)
    monkeypatch.setattr(carry, "_work", lambda *_: turns.pop(0)())
    carried = SimpleNamespace(why=None, tell=lambda **facts: told.append(facts))
    outcome = carry._work_with_patience(None, SimpleNamespace(id="t"), None, carried)
    assert (outcome.state, turns, told) == ("finished", [], [{"stage": "waiting"}])


def mount(place, *options):
    done = subprocess.run(["mount", *options, place], capture_output=True)
    if done.returncode:
        pytest.skip("no right to mount")


@pytest.mark.slow
def test_a_worker_waits_for_room_and_loses_nothing(bench, monkeypatch, caplog):
    monkeypatch.setattr(carry, "_LOCK_SECONDS", 0.05)
    place = bench.settings.data_dir / "storage" / "runs"
    place.mkdir(parents=True, exist_ok=True)
    mount(place, "-t", "tmpfs", "-o", "size=16k", "none")
    try:
        id_ = bench.task("full", 30)
        thread = threading.Thread(target=carry_all, args=(bench,))
        thread.start()
        while "disk is full" not in caplog.text:
            assert thread.is_alive(), caplog.text
            time.sleep(0.01)
        mount(place, "-o", "remount,size=64m")
        thread.join()
        with bench.database.reading() as session:
            task = session.get(Task, id_)
            run = session.get(Run, task.run_id)
        assert (task.state, task.error) == ("finished", None)
        assert runs.read_headline(runs.folder(bench.settings, run))["rows"] == 30
    finally:
        subprocess.run(["umount", "-l", place], check=True)

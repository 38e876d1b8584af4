"""A full disk while a worker carries a task: it waits, and goes on once there is room."""

from __future__ import annotations

import subprocess
import threading
import time

import pytest

from steelyard.server.db.tables import Run, Task
from steelyard.server.tasks import carry, runs
from tests.server.tasks.work import carry_all


def mount(place, *options):
    done = subprocess.run(["mount", *options, place], capture_output=True)
    if done.returncode:
        pytest.skip("no right to mount")


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

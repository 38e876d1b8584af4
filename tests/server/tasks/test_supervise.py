"""The supervisor ends a worker that stands still and starts another in its place."""

from __future__ import annotations

import os
import signal

import pytest

from steelyard.runner import Tally
from steelyard.server.db.tables import Worker
from steelyard.server.tasks.carried import Carried


@pytest.mark.slow
def test_a_worker_that_stands_still_is_replaced(make_bench):
    bench = make_bench(worker_timeout_s=3)
    task = bench.task("one", 100, run={"timeout": 60})
    server = bench.supervisor()
    bench.wait(lambda: bench.row(task).progress.get("done", 0) > 4)
    [pid] = bench.pids()
    os.kill(pid, signal.SIGSTOP)
    bench.wait_for(task)
    bench.check_finished(task, 100)
    assert bench.pids() != [pid]
    server.send_signal(signal.SIGTERM)
    assert server.wait(120) == 0
    assert bench.pids() == []


@pytest.mark.slow
@pytest.mark.parametrize("settings", ["postgres"], indirect=True)  # locks of rows
def test_a_worker_that_hangs_as_it_comes_up_is_replaced(make_bench):
    """It says where it stood; whoever comes after it does the work."""
    bench = make_bench(workers=1)
    task = bench.task("one", 5)
    log = bench.settings.data_dir / "worker-s.log"
    with bench.database.transaction() as session:
        session.add(Worker(id="w-0", host="here", pid=1, version="0"))
    with bench.database.transaction() as session:
        session.get(Worker, "w-0", with_for_update=True)  # it waits for this row
        bench.supervisor()
        bench.wait(lambda: "in persist" in log.read_text())
    bench.wait_for(task)
    bench.check_finished(task, 5)


def test_a_task_without_news_is_stuck_until_there_are_some():
    carried = Carried("t", 1, {}, patience=-1.0)
    assert carried.stuck
    assert carried.say_stuck()
    assert not carried.say_stuck()  # said once
    assert carried.facts()["stuck"]
    carried.tell(done=1)
    assert not carried.facts()["stuck"]


def test_what_was_counted_before_a_pause_is_not_forgotten():
    before = {"done": 100, "failed": 3, "retries": 1, "tokens": 3646, "cost": 0.5}
    carried = Carried("t", 2, before, patience=60.0)
    carried.tick(Tally(total=200, done_before=100, ok=9, errors=1, tokens=400, cost=0.25))
    found = carried.facts()
    assert (found["done"], found["failed"], found["retries"]) == (110, 4, 1)
    assert (found["tokens"], found["cost"]) == (4046, 0.75)

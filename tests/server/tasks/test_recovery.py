"""Killed, stalled and silenced workers: every task ends once, and nothing is asked in vain."""

from __future__ import annotations

import signal

import pytest


@pytest.fixture
def bench(make_bench):
    return make_bench(worker_timeout_s=6)  # so long it takes until a silent worker is given up


def in_flight(bench, task_id):
    """Return the most questions that one kill may cost: those that were open."""
    return bench.row(task_id).plan["run"]["concurrency"]


@pytest.mark.slow
def test_a_killed_worker_that_comes_back_takes_its_task_up(bench):
    task = bench.task("one", 120)
    worker = bench.worker()
    bench.wait(lambda: bench.row(task).progress.get("done", 0) > 8)
    worker.kill()
    worker.wait()
    bench.worker()
    bench.wait_for(task)
    bench.check_finished(task, 120)
    asked = bench.agent.asked()
    assert sum(asked.values()) - 120 <= in_flight(bench, task)
    row = bench.row(task)
    assert row.attempt == 2
    assert [event.after for event in bench.moves(task)][-3:] == ["lost", "running", "finished"]


@pytest.mark.slow
def test_the_task_of_a_dead_worker_goes_to_another(bench):
    task = bench.task("one", 120)
    worker = bench.worker(0)
    bench.wait(lambda: bench.row(task).progress.get("done", 0) > 8)
    worker.kill()
    worker.wait()
    bench.worker(1)
    bench.wait_for(task)
    bench.check_finished(task, 120)
    assert sum(bench.agent.asked().values()) - 120 <= in_flight(bench, task)
    assert {event.by for event in bench.moves(task)} >= {"w-0", "w-1"}


@pytest.mark.slow
def test_a_worker_that_wakes_up_finds_its_task_gone(bench):
    task = bench.task("one", 200, run={"timeout": 60})
    first = bench.worker(0)
    bench.wait(lambda: bench.row(task).progress.get("done", 0) > 8)
    second = bench.worker(1)
    first.send_signal(signal.SIGSTOP)
    bench.wait(lambda: bench.row(task).worker_id == "w-1")
    assert bench.state(task) == "running"
    first.send_signal(signal.SIGCONT)
    bench.wait_for(task)
    bench.check_finished(task, 200)
    assert second.poll() is None
    assert {event.by for event in bench.moves(task) if event.after == "finished"} == {"w-1"}
    assert sum(bench.agent.asked().values()) - 200 <= in_flight(bench, task)

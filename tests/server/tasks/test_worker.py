"""A real worker process, a real agent: tasks run, rest, go on, end; and limits hold."""

from __future__ import annotations

import signal

import pytest

from steelyard.server.db.tables import AgentRow
from steelyard.server.people.policy import SERVICE
from steelyard.server.tasks import manage
from tests.server.conftest import BACKENDS


@pytest.mark.parametrize("settings", BACKENDS, indirect=True)
def test_a_task_runs_to_its_end(bench):
    task = bench.task("one", 12, gates=["base.accuracy: score >= 0.99"])
    bench.worker()
    bench.wait_for(task)
    bench.check_finished(task, 12)
    row = bench.row(task)
    assert row.progress["done"] == 12
    assert not row.gates_failed
    assert [event.after for event in bench.moves(task)] == [
        "queued",
        "starting",
        "running",
        "finished",
    ]
    assert set(bench.agent.asked().values()) == {1}


@pytest.mark.slow
def test_pause_resume_and_cancel(bench):
    bench.worker()
    first, second = bench.task("first", 150), bench.task("second", 150)
    bench.wait(lambda: bench.row(first).progress.get("done", 0) > 8)
    bench.want("pause", first)
    bench.want("cancel", second)
    bench.wait_for(first, {"paused"})
    bench.wait_for(second, {"cancelled"})
    done = bench.row(first).progress["done"]
    assert 8 < done < 150
    bench.want("resume", first)
    bench.wait_for(first)
    bench.check_finished(first, 150)
    bench.check_history(second)
    asked = bench.agent.asked()
    assert all(n == 1 for question, n in asked.items() if question.startswith("first"))
    assert sum(n for question, n in asked.items() if question.startswith("second")) < 150


def test_what_no_worker_has_is_paused_and_ended_at_once(bench):
    first, second = bench.task("first", 5), bench.task("second", 5)
    bench.want("pause", first)
    bench.want("cancel", second)
    assert (bench.state(first), bench.state(second)) == ("paused", "cancelled")
    bench.want("cancel", first)
    assert bench.state(first) == "cancelled"


@pytest.mark.slow
def test_a_worker_that_is_told_to_stop_puts_its_tasks_back(bench):
    task = bench.task("one", 150)
    worker = bench.worker()
    bench.wait(lambda: bench.row(task).progress.get("done", 0) > 8)
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(120) == 0
    assert bench.state(task) == "queued"
    assert bench.moves(task)[-1].reason == "drained"
    bench.worker()
    bench.wait_for(task)
    bench.check_finished(task, 150)
    assert set(bench.agent.asked().values()) == {1}


@pytest.mark.slow
def test_a_task_that_cannot_go_on_fails_and_says_why(bench):
    with bench.database.transaction() as session:
        row = session.get(AgentRow, bench.agent_row.id)
        row.config = {"http": {"url": f"{bench.agent.url}nowhere"}}
    task = bench.task("one", 3)
    bench.worker()
    bench.wait_for(task)
    row = bench.row(task)
    assert row.state == "failed"
    assert "404" in row.error
    with bench.database.transaction() as session:
        assert [event.after for event in bench.moves(task)][-1] == "failed"
        assert manage.resume_task(session, SERVICE, task).error is None  # it may be tried again


@pytest.mark.slow
def test_limits_of_agents_and_priorities_hold(make_bench):
    bench = make_bench(agent_concurrency=2, tasks_per_worker=8)
    tasks = [bench.task(f"t{n}", 12, priority=n) for n in range(6)]
    bench.worker()
    bench.wait_for(tasks)
    for task in tasks:
        bench.check_finished(task, 12)
    assert bench.agent.most_at_once(lambda question: question.split("/")[0]) <= 2
    order = list(dict.fromkeys(q.split("/")[0] for _, q, _ in bench.agent.lines()))
    assert set(order[:2]) == {"t5", "t4"}
    assert set(order[-2:]) == {"t1", "t0"}

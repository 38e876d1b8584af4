"""Server, workers and database are killed: all tasks end, none is lost, none doubled."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import time

import psutil
import pytest
from sqlalchemy import select

from steelyard.server.db.tables import Notice, Run, Worker
from steelyard.server.tasks.states import ENDED

CASES = 40
GIVEN_UP_S = 6  # without a sign of life


def kill(pid):
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def check(bench, tasks, kills):
    """Check everything; a kill costs at most the questions that were open."""
    for task in tasks:
        bench.check_finished(task, CASES)
        ends = [event.after for event in bench.moves(task) if event.after in ENDED]
        assert ends == ["finished"]
    check_once(bench, tasks)
    asked = bench.agent.asked()
    assert len(asked) == len(tasks) * CASES
    open_at_once = 4 * min(len(tasks), 8)
    assert sum(asked.values()) <= len(asked) + kills * open_at_once


def check_once(bench, tasks):
    """One run for each task, in the catalogue and on the disk; each end is told once."""
    with bench.database.reading() as session:
        runs = set(session.scalars(select(Run.id)))
        told = list(session.scalars(select(Notice)))
    assert {bench.row(task).run_id for task in tasks} == runs
    assert len(runs) == len(tasks)
    folder = bench.settings.data_dir / "storage" / "runs"
    assert {path.name for path in folder.iterdir()} == runs
    ended = [notice.task_id for notice in told if notice.content["event"] == "task.finished"]
    assert sorted(ended) == sorted(tasks)


def torment(bench, tasks, kills, seed):
    """Kill the supervisor or a worker at random moments, and start again what was killed."""
    chance = random.Random(seed)
    server = bench.supervisor()
    for _ in range(kills):
        running = bench.wait(lambda: bench.pids() and any_moves(bench, tasks), 120)
        if running == "ended":
            break
        time.sleep(chance.uniform(0.1, 1.0))
        # None may be there just now: the last ones drain when their supervisor was killed.
        victim = chance.choice(bench.pids() or [server.pid])
        if chance.random() < 0.4:
            victim = server.pid
        kill(victim)
        if victim == server.pid:
            server.wait()  # it is not gone at once
            server = bench.supervisor()
    bench.wait_for(tasks, seconds=300)
    return server


def kill_at(bench, tasks, victims):
    """Kill one victim after the other; `victims` maps how many tasks are to be done before to who.

    The agent answers nothing until the victim is dead, so questions are open when it dies.
    """
    server = bench.supervisor()
    for done, victim in victims.items():
        bench.wait(lambda done=done: len(ended(bench, tasks)) >= done)
        with bench.agent.holding():
            bench.wait(
                lambda: all_ended(bench, tasks) or (carrying(bench, tasks) and bench.agent.open())
            )
            if all_ended(bench, tasks):
                break  # quicker than we look
            if victim == "server":
                kill(server.pid)
                server.wait()
                server = bench.supervisor()
            elif victim == "worker":
                bench.wait(lambda: [kill(pid) for pid in carrying(bench, tasks)[:1]])
            else:
                victim()
    bench.wait_for(tasks, seconds=300)
    return server


def carrying(bench, tasks):
    """The workers that have a task under way; one that was killed is known for a while."""
    rows = [bench.row(task) for task in tasks]
    ids = {row.worker_id for row in rows if row.state == "running"}
    with bench.database.reading() as session:
        pids = list(session.scalars(select(Worker.pid).where(Worker.id.in_(ids))))
    return [pid for pid in pids if psutil.pid_exists(pid)]


def ended(bench, tasks):
    return [task for task in tasks if bench.state(task) in ENDED]


def all_ended(bench, tasks):
    return len(ended(bench, tasks)) == len(tasks)


def any_moves(bench, tasks):
    if all_ended(bench, tasks):
        return "ended"
    return "running" in [bench.state(task) for task in tasks] and "running"


def stop(server):
    server.send_signal(signal.SIGTERM)
    assert server.wait(120) == 0


def seen_through(make_bench, count, tormented, kills):
    """Queue tasks, have them tormented, and check that each was done once."""
    bench = make_bench(workers=2, agent_concurrency=8, worker_timeout_s=GIVEN_UP_S)
    bench.subscribe()
    tasks = [bench.task(f"t{n}", CASES) for n in range(count)]
    server = tormented(bench, tasks)
    assert any(event.after == "lost" for task in tasks for event in bench.moves(task))
    check(bench, tasks, kills)
    stop(server)
    assert bench.pids() == []


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)  # PostgreSQL: the next test
def test_workers_and_the_server_are_killed(make_bench):
    victims = {0: "worker", 1: "server", 3: "worker"}
    seen_through(make_bench, 6, lambda *given: kill_at(*given, victims), kills=3)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("settings", ["postgres"], indirect=True)  # SQLite is a file
def test_everything_dies(make_bench, request):
    """Supervisor, workers and the database itself: stopped, and killed as it stands."""
    postgres = request.getfixturevalue("postgres")
    victims = {
        0: "worker",
        1: postgres.restart,
        2: "server",
        3: lambda: postgres.restart(kill=True),
    }
    # A worker that cannot write its beat goes on; one that is slow to come back is taken over.
    seen_through(make_bench, 6, lambda *given: kill_at(*given, victims), kills=2 * len(victims))


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("settings", ["sqlite", "postgres"], indirect=True)
@pytest.mark.parametrize("seed", range(1, 4))
def test_twenty_tasks_killed_at_random(make_bench, seed):
    seen_through(make_bench, 20, lambda *given: torment(*given, 8, seed), kills=8)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "settings", ["postgres", pytest.param("sqlite", marks=pytest.mark.soak)], indirect=True
)
def test_workers_that_stand_still_are_found_among_many(make_bench):
    """Stopped, not dead: their tasks go to others, and when they wake they touch nothing."""
    bench = make_bench(workers=0, agent_concurrency=8, worker_timeout_s=4)
    bench.subscribe()
    run = {"timeout": 60, "concurrency": 1, "rate_limit": "5/s"}  # to be met half-way
    tasks = [bench.task(f"t{n}", CASES, run=run) for n in range(4)]
    workers = {f"w-{number}": bench.worker(number) for number in range(2)}
    busy = bench.wait(lambda: _half_way(bench, tasks))  # either may have taken the tasks
    workers[busy].send_signal(signal.SIGSTOP)
    held = [task for task in tasks if bench.row(task).worker_id == busy]
    assert held, bench.story()
    bench.wait(lambda: all(bench.row(task).worker_id != busy for task in held))
    workers[busy].send_signal(signal.SIGCONT)
    bench.wait_for(tasks, seconds=200)
    check(bench, tasks, kills=2)
    for task in held:
        events = bench.moves(task)
        lost = next(at for at, event in enumerate(events) if event.after == "lost")
        # Whatever it wrote afterwards, it wrote because it was given the task anew.
        assert all(event.after != "finished" for event in events[:lost])


def _half_way(bench, tasks):
    """Return the worker of a task that has begun and is far from done."""
    rows = [bench.row(task) for task in tasks]
    return next((row.worker_id for row in rows if 0 < row.progress.get("done", 0) < 20), None)

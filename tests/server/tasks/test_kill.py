"""Server, workers and database are killed at random: all tasks end, none is lost, none doubled."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import time

import pytest
from sqlalchemy import select

from steelyard.server.db.tables import Notice, Run
from steelyard.server.tasks.states import ENDED

CASES = 40
GIVEN_UP_S = 6  # without a sign of life
MORE = [pytest.param(seed, marks=pytest.mark.soak) for seed in (2, 3)]


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


def any_moves(bench, tasks):
    states = [bench.state(task) for task in tasks]
    if all(state in ENDED for state in states):
        return "ended"
    return "running" in states and "running"


def stop(server):
    server.send_signal(signal.SIGTERM)
    assert server.wait(120) == 0


@pytest.mark.slow
def test_killed_at_random(make_bench):
    bench = make_bench(workers=1, worker_timeout_s=GIVEN_UP_S)
    bench.subscribe()
    tasks = [bench.task(f"t{n}", CASES) for n in range(3)]
    server = torment(bench, tasks, kills=2, seed=1)
    check(bench, tasks, kills=2)
    stop(server)
    assert bench.pids() == []


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", [1, *MORE])
def test_twenty_tasks_killed_at_random(make_bench, seed):
    bench = make_bench(workers=2, agent_concurrency=8, worker_timeout_s=GIVEN_UP_S)
    bench.subscribe()
    tasks = [bench.task(f"t{n}", CASES) for n in range(20)]
    server = torment(bench, tasks, kills=8, seed=seed)
    check(bench, tasks, kills=8)
    stop(server)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", [1, *MORE])
@pytest.mark.parametrize("settings", ["postgres"], indirect=True)  # SQLite is a file
def test_twenty_tasks_while_everything_dies(make_bench, request, seed):
    """Supervisor, workers and the database itself: stopped, and killed as they stand."""
    bench = make_bench(workers=2, agent_concurrency=8, worker_timeout_s=GIVEN_UP_S)
    bench.subscribe()
    tasks = [bench.task(f"t{n}", CASES) for n in range(20)]
    postgres = request.getfixturevalue("postgres")
    chance = random.Random(seed)
    server = bench.supervisor()
    deaths = 0
    for _ in range(8):
        if bench.wait(lambda: any_moves(bench, tasks), 120) == "ended":
            break
        time.sleep(chance.uniform(0.1, 1.0))
        deaths += 1
        if chance.random() < 0.5:
            postgres.restart(kill=chance.random() < 0.5)
        elif chance.random() < 0.3:
            kill(server.pid)
            server.wait()
            server = bench.supervisor()
        else:
            bench.wait(lambda: [kill(pid) for pid in bench.pids()[:1]])
    bench.wait_for(tasks, seconds=300)
    # A worker that cannot write its beat goes on; one that is slow to come back is taken over.
    check(bench, tasks, kills=2 * deaths)
    stop(server)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_workers_that_stand_still_are_found_among_many(make_bench):
    """Stopped, not dead: their tasks go to others, and when they wake they touch nothing."""
    bench = make_bench(workers=0, agent_concurrency=8, worker_timeout_s=4)
    bench.subscribe()
    run = {"timeout": 60, "concurrency": 1, "rate_limit": "5/s"}  # to be met half-way
    tasks = [bench.task(f"t{n}", CASES, run=run) for n in range(8)]
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


@pytest.mark.slow
@pytest.mark.parametrize("settings", ["postgres"], indirect=True)  # SQLite is a file
@pytest.mark.parametrize("crash", [False, True], ids=["restarted", "killed"])
def test_the_database_goes_away_underneath(make_bench, request, crash):
    bench = make_bench(workers=1, worker_timeout_s=GIVEN_UP_S)
    bench.subscribe()
    tasks = [bench.task(f"t{n}", CASES) for n in range(3)]
    bench.supervisor()
    for _ in range(2):
        bench.wait(lambda: any_moves(bench, tasks))
        request.getfixturevalue("postgres").restart(kill=crash)
    bench.wait_for(tasks, seconds=120)
    check(bench, tasks, kills=2)

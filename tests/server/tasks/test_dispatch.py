"""Who is let in: limits of agents, projects and workers, priorities; also with many at the door."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from steelyard.server.db.base import now
from steelyard.server.db.tables import AgentRow, Project, Task, Worker
from steelyard.server.people.policy import SERVICE
from steelyard.server.people.projects import create_project
from steelyard.server.tasks.dispatch import dispatch
from steelyard.server.tasks.recover import MOST_LOSSES, mark_lost
from steelyard.server.tasks.states import State, begin, lock_task, move
from tests.server.conftest import BACKENDS

# Which task is whose is for the locks of the database to say.
pytestmark = pytest.mark.parametrize("settings", BACKENDS, indirect=True)


def add_workers(database, n, **more):
    with database.transaction() as session:
        for number in range(n):
            session.add(Worker(id=f"w-{number}", host="h", pid=1, version="0", **more))


def add_tasks(database, n, project, agent=None, **more):
    made = []
    with database.transaction() as session:
        for number in range(n):
            plan = {"agent": {"http": {"url": "http://127.0.0.1:1/"}}}
            task = Task(project_id=project, name=f"t{number}", plan=plan, agent_id=agent, **more)
            session.add(task)
            session.flush()
            begin(session, task, "test")
            made.append(task.id)
    return made


@pytest.fixture
def place(database):
    """Two projects; in the first an agent that takes three tasks at a time."""
    with database.transaction() as session:
        first = create_project(session, SERVICE, "first", "First")
        second = create_project(session, SERVICE, "second", "Second")
        agent = AgentRow(project_id=first.id, name="a", config={}, concurrency=3)
        session.add(agent)
        session.flush()
        return first.id, second.id, agent.id


def test_no_worker_no_admission(database, settings, place):
    add_tasks(database, 2, place[0])
    assert dispatch(database, settings) == []
    add_workers(database, 1, beat_at=now() - timedelta(seconds=100))
    assert dispatch(database, settings) == []


def test_an_agent_a_project_and_the_workers_are_not_overrun(database, settings, place):
    first, second, agent = place
    add_workers(database, 1)  # room for eight
    add_tasks(database, 5, first, agent)
    add_tasks(database, 9, second)  # one agent of their own: four at a time
    admitted = dispatch(database, settings)
    with database.reading() as session:
        found = Counter(session.get(Task, one.task_id).agent_id for one in admitted)
    assert found == {agent: 3, None: 4}
    assert dispatch(database, settings) == []
    with database.transaction() as session:
        session.get(Project, first).concurrency = 3
        session.get(AgentRow, agent).concurrency = 10
    assert dispatch(database, settings) == []
    with database.transaction() as session:
        session.get(Project, first).concurrency = None
    assert len(dispatch(database, settings)) == 1  # the eighth


def test_priority_then_age_and_what_was_lost_first(database, settings, place):
    add_workers(database, 1)
    low, high = add_tasks(database, 1, place[1]), add_tasks(database, 3, place[1], priority=5)
    lost = add_tasks(database, 1, place[1], priority=-9)
    with database.transaction() as session:
        task = lock_task(session, lost[0])
        task.attempt = 1
        move(session, task, State.STARTING, "test")
        mark_lost(session, task, "test", "worker_lost")
    assert [one.task_id for one in dispatch(database, settings)] == [*lost, *high]
    assert low[0] not in high


def test_an_archived_project_starts_nothing(database, settings, place):
    add_workers(database, 1)
    add_tasks(database, 1, place[1])
    with database.transaction() as session:
        session.get(Project, place[1]).archived_at = now()
    assert dispatch(database, settings) == []


def test_many_at_the_door_let_each_in_once(database, settings, place):
    add_workers(database, 8)
    with database.transaction() as session:
        session.get(AgentRow, place[2]).concurrency = 12
    add_tasks(database, 40, place[0], place[2])
    with ThreadPoolExecutor(6) as pool:
        rounds = [pool.submit(dispatch, database, settings) for _ in range(18)]
        found = [ticket for one in rounds for ticket in one.result()]
    assert len(found) == len(set(found)) == 12


def test_a_task_that_kills_its_workers_is_given_up(database, settings, place):
    [task_id] = add_tasks(database, 1, place[1])
    for number in range(MOST_LOSSES):
        with database.transaction() as session:
            task = lock_task(session, task_id)
            assert task.state in ("queued", "lost")
            move(session, task, State.STARTING, "test")
            move(session, task, State.RUNNING, "test")
            if number == 0:
                task.progress = {"done": 5}  # it had got somewhere
            mark_lost(session, task, "test", "worker_lost")
    with database.reading() as session:
        task = session.get(Task, task_id)
        assert task.state == "failed"
        assert str(MOST_LOSSES) in task.error

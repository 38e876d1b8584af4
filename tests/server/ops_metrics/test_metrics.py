"""What monitoring reads, checked through the parser that Prometheus' own client brings."""

from __future__ import annotations

from datetime import timedelta

import pytest
from prometheus_client.parser import text_string_to_metric_families

from steelyard.server.db.base import now
from steelyard.server.db.tables import Notice, Task, Webhook, Worker
from steelyard.server.metrics import Meter
from steelyard.server.people.policy import SERVICE
from steelyard.server.people.projects import create_project
from steelyard.server.tasks.states import State
from tests.server.conftest import make_settings


def read(text):
    """Return the samples as {(name, labels): value}."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
    }


def sample(found, name, **labels):
    return found.get((name, frozenset(labels.items())))


@pytest.fixture
def meter(database, settings):
    return Meter(database, settings)


def test_an_empty_service(meter):
    found = read(meter.text())
    assert sample(found, "steelyard_database_up") == 1
    for state in State:
        assert sample(found, "steelyard_tasks", state=state.value) == 0
    # Nothing waits: that is no age, not an age of nothing.
    assert sample(found, "steelyard_queue_oldest_seconds") is None
    assert sample(found, "steelyard_workers", state="alive") == 0
    assert sample(found, "steelyard_disk_free_bytes") > 0
    assert sample(found, "process_resident_memory_bytes") > 0
    build = [dict(labels) for name, labels in found if name == "steelyard_build_info"]
    assert set(build[0]) == {"version", "python", "database"}


def test_tasks_workers_and_notices(meter, database, settings):
    with database.transaction() as session:
        project = create_project(session, SERVICE, "p", "P")
        for number, state in enumerate(("queued", "queued", "lost", "running", "finished")):
            since = now() - timedelta(seconds=100 * (number + 1))
            session.add(
                Task(project_id=project.id, name=state, plan={}, state=state, beat_at=since)
            )
        silent = now() - timedelta(seconds=settings.worker_timeout_s + 5)
        for name, beat_at, leaving in (
            ("a", now(), False),
            ("b", now(), False),
            ("c", now(), True),
            ("d", silent, False),
        ):
            session.add(
                Worker(id=name, host="h", pid=1, version="0", beat_at=beat_at, leaving=leaving)
            )
        hook = Webhook(project_id=project.id, kind="webhook", target="http://x/")
        session.add(hook)
        session.flush()
        session.add_all(
            Notice(webhook_id=hook.id, content={}, state=state)
            for state in ("waiting", "waiting", "given_up")
        )
    found = read(meter.text())
    tasks = {state.value: sample(found, "steelyard_tasks", state=state.value) for state in State}
    assert {state: number for state, number in tasks.items() if number} == {
        "queued": 2,
        "lost": 1,
        "running": 1,
        "finished": 1,
    }
    # The oldest that waits is the lost one; the finished one is older and waits for nothing.
    assert 299 < sample(found, "steelyard_queue_oldest_seconds") < 400
    workers = [
        sample(found, "steelyard_workers", state=one) for one in ("alive", "leaving", "silent")
    ]
    assert workers == [2, 1, 1]
    assert sample(found, "steelyard_worker_slots") == 2 * settings.tasks_per_worker
    notices = [
        sample(found, "steelyard_notices", state=one) for one in ("waiting", "sent", "given_up")
    ]
    assert notices == [2, 0, 1]


def test_a_database_that_is_away_does_not_end_monitoring(tmp_path):
    from steelyard.server.db import open_database

    away = make_settings(tmp_path, "postgresql://nobody@127.0.0.1:1/none")
    database = open_database(away)
    found = read(Meter(database, away).text())
    database.close()
    assert sample(found, "steelyard_database_up") == 0
    assert not any(name == "steelyard_tasks" for name, _ in found)
    assert sample(found, "process_resident_memory_bytes") > 0


def test_connections_of_the_pool(meter, database):
    with database.reading() as session:
        session.connection()
        found = read(meter.text())
    # Ours, and the one that the question itself takes is given back before they are counted.
    assert sample(found, "steelyard_database_connections", state="in_use") == 1


def test_storage_is_measured_beside_the_question(meter, settings):
    import threading

    kept = settings.data_dir / "storage" / "objects" / "00" / "x"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(b"x" * 1234)
    meter.text()
    for thread in threading.enumerate():
        if thread.name == "storage use":
            thread.join()
    assert sample(read(meter.text()), "steelyard_storage_bytes") == 1234

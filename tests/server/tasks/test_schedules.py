"""Cron in time zones, over the days on which clocks are put forward and back; missed times."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from sqlalchemy import select

from steelyard.errors import InputError
from steelyard.server.db.base import now
from steelyard.server.db.tables import AuditEntry, Project, Schedule, Task
from steelyard.server.people.policy import SERVICE
from steelyard.server.tasks.cron import check_cron, next_time
from steelyard.server.tasks.schedules import change_schedule, create_schedule, fire_due, run_now


def times(cron, zone, start, n):
    found, after = [], datetime.fromisoformat(start).replace(tzinfo=UTC)
    for _ in range(n):
        after = next_time(cron, zone, after)
        found.append(after.strftime("%m-%d %H:%M"))
    return found


def test_the_clock_is_put_forward():
    # Berlin, 29 March 2026: 02:00 CET becomes 03:00 CEST at 01:00 UTC, so 02:30 is left out.
    assert times("30 2 * * *", "Europe/Berlin", "2026-03-27T12:00", 3) == [
        "03-28 01:30",
        "03-29 01:00",
        "03-30 00:30",
    ]
    # Every hour goes on hour by hour.
    assert times("30 * * * *", "Europe/Berlin", "2026-03-29T00:00", 3) == [
        "03-29 00:30",
        "03-29 01:30",
        "03-29 02:30",
    ]


def test_the_clock_is_put_back():
    # Berlin, 25 October 2026: 03:00 CEST becomes 02:00 CET at 01:00 UTC, so 02:30 comes twice.
    assert times("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00", 2) == [
        "10-25 00:30",
        "10-26 01:30",
    ]
    assert times("0 * * * *", "Europe/Berlin", "2026-10-24T23:30", 4) == [
        "10-25 00:00",
        "10-25 01:00",
        "10-25 02:00",
        "10-25 03:00",
    ]
    # New York, 1 November 2026: 02:00 EDT becomes 01:00 EST at 06:00 UTC.
    assert times("15 1 * * *", "America/New_York", "2026-11-01T00:00", 2) == [
        "11-01 05:15",
        "11-02 06:15",
    ]


def test_zones_without_such_days_and_rare_times():
    assert times("0 9 * * 1", "Asia/Shanghai", "2026-11-13T00:00", 2) == [
        "11-16 01:00",
        "11-23 01:00",
    ]
    assert times("0 0 29 2 *", "UTC", "2026-01-01T00:00", 1) == ["02-29 00:00"]
    assert next_time("0 0 30 2 *", "UTC", now()) is None
    with pytest.raises(InputError, match="never comes"):
        check_cron("0 0 30 2 *", "UTC")
    check_cron("0 0 29 2 *", "UTC")


def test_times_only_go_forward():
    for zone in ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"):
        for cron in ("*/20 * * * *", "5,35 1-3 * * *", "0 */2 * * *"):
            after = datetime(2026, 3, 28, 20, tzinfo=UTC)
            found = []
            for _ in range(60):
                after = next_time(cron, zone, after)
                found.append(after)
            assert all(first < second for first, second in pairwise(found)), (zone, cron)


@pytest.mark.parametrize(
    ("cron", "zone"),
    [("* * * *", "UTC"), ("61 * * * *", "UTC"), ("@daily", "UTC"), ("* * * * *", "Mars/Olympus")],
)
def test_what_is_no_schedule(cron, zone):
    with pytest.raises(InputError):
        check_cron(cron, zone)


@pytest.mark.parametrize("field", ["R", "r", "R/5", "R(0-10)", "R(0-10)/2", "H", "h(1-5)"])
def test_a_time_that_is_another_at_every_look_is_none(field):
    for cron in (f"{field} * * * *", f"0 0 * * {field}"):
        with pytest.raises(InputError, match="no cron expression of five fields"):
            check_cron(cron, "UTC")


@pytest.mark.parametrize("cron", ["0 9 * MAR FRI", "0 9 * apr-jun mon,thu", "0 0 l * *"])
def test_months_and_days_have_names(cron):
    check_cron(cron, "UTC")


def schedule_on(bench, **more):
    version = bench.version("cases", ["a", "b"])
    task = {
        "plan": {"name": "nightly"},
        "agent_id": bench.agent_row.id,
        "dataset_version_id": version,
        "priority": 3,
    }
    fields = {"name": "s", "cron": "0 3 * * *", "time_zone": "Asia/Shanghai", "task": task, **more}
    with bench.database.transaction() as session:
        return create_schedule(session, SERVICE, bench.settings, bench.project, fields).id


def test_a_time_that_was_missed_counts_once(bench):
    schedule = schedule_on(bench)
    assert fire_due(bench.database, bench.settings) == 0
    with bench.database.transaction() as session:
        session.get(Schedule, schedule).next_at = now() - timedelta(days=5)
    assert fire_due(bench.database, bench.settings) == 1
    assert fire_due(bench.database, bench.settings) == 0
    with bench.database.transaction() as session:
        [task] = session.scalars(select(Task))
        assert (task.name, task.priority, task.schedule_id) == ("s", 3, schedule)
        row = session.get(Schedule, schedule)
        assert row.last_at is not None
        assert row.next_at > now()
        run_now(session, SERVICE, bench.settings, row)
        change_schedule(session, SERVICE, bench.settings, row, {"enabled": False})
        assert row.next_at is None
    with bench.database.reading() as session:
        assert len(session.scalars(select(Task)).all()) == 2


def test_a_schedule_whose_agent_went_away_says_so_and_goes_on(bench):
    schedule = schedule_on(bench)
    with bench.database.transaction() as session:
        session.get(Schedule, schedule).next_at = now()
        session.get(type(bench.agent_row), bench.agent_row.id).archived_at = now()
    assert fire_due(bench.database, bench.settings) == 0
    with bench.database.reading() as session:
        query = select(AuditEntry).where(AuditEntry.action == "schedule.fire")
        [entry] = session.scalars(query)
        assert entry.outcome == "failed"
        assert session.get(Schedule, schedule).next_at > now()


def test_in_an_archived_project_no_schedule_is_due(bench):
    schedule = schedule_on(bench)
    with bench.database.transaction() as session:
        session.get(Schedule, schedule).next_at = now()
        session.get(Project, bench.project.id).archived_at = now()
    assert fire_due(bench.database, bench.settings) == 0
    with bench.database.transaction() as session:
        query = select(AuditEntry).where(AuditEntry.action == "schedule.fire")
        assert session.scalars(query).all() == []
        session.get(Project, bench.project.id).archived_at = None
    assert fire_due(bench.database, bench.settings) == 1

"""What somebody looks at first."""

from __future__ import annotations

from datetime import timedelta

from steelyard.i18n import using_language
from steelyard.server.db.base import now
from steelyard.server.db.tables import AgentRow, Run, Task, Worker
from steelyard.server.library.seen import list_agents
from steelyard.server.people import accounts, lockout, projects
from steelyard.server.people.policy import SERVICE, Actor, Role
from steelyard.server.tasks import overview


def test_what_needs_somebody(database, settings):
    with database.transaction() as session:
        project = projects.create_project(session, SERVICE, "ours", "Ours").id
        other = projects.create_project(session, SERVICE, "theirs", "Theirs").id
        accounts.create_user(session, SERVICE, settings, "locked", "correct horse battery")
        for _ in range(settings.login_attempts):
            lockout.count_wrong(session, settings, "locked", "10.1.2.3")
        for place in (project, other):
            session.add_all(_rows(place))
        viewer = Actor("me", "me", roles={project: Role.VIEWER})
        seen = overview.find_attention(session, viewer, settings, [project])
        assert [one.concern for one in seen] == [
            "task_failed", "task_stopped", "gates_failed", "agent_silent",
        ]  # fmt: skip
        assert {one.project_id for one in seen} == {project}
        assert seen[0].detail == "no answer"
        assert seen[2].detail == "Accuracy: value >= 0.9; own.x: value > 0"
        with using_language("zh"):
            seen = overview.find_attention(session, viewer, settings, [project])
        assert seen[2].detail == "准确率: value >= 0.9; own.x: value > 0"
        whole = overview.find_attention(session, SERVICE, settings, [project])
        assert [one.concern for one in whole[:2]] == ["no_worker", "locked"]
        assert [one.name for one in overview.active_tasks(session, [project])] == ["waits"]
        assert overview.count_tasks(session) == {"failed": 4, "stopped": 2, "queued": 2}


def test_a_worker_is_alive_while_it_is_heard(database, settings):
    with database.transaction() as session:
        project = projects.create_project(session, SERVICE, "ours", "Ours").id
        old = now() - timedelta(seconds=settings.worker_timeout_s + 5)
        for id_, beat, leaving in (("a", now(), False), ("b", old, False), ("c", now(), True)):
            session.add(Worker(id=id_, host="h", pid=1, version="1", beat_at=beat, leaving=leaving))
        session.add(Task(project_id=project, name="t", plan={}, state="running", worker_id="a"))
        session.flush()
        found = overview.list_workers(session, settings)
    assert [(one.worker.id, one.alive, one.tasks) for one in found] == [
        ("a", True, 1), ("b", False, 0), ("c", False, 0),
    ]  # fmt: skip


def test_a_trend_is_of_one_agent_and_the_oldest_first(database):
    with database.transaction() as session:
        project = projects.create_project(session, SERVICE, "ours", "Ours").id
        session.add(AgentRow(project_id=project, name="a", config={"http": {}}))
        for n, score in enumerate((0.1, None, 0.3, 0.2)):
            headline = {"ci_low": 0.0, "ci_high": 0.5}
            session.add(
                Run(
                    id=f"{n:022}", project_id=project, name=f"r{n}", path="", state="scored",
                    agent="a", score=score, headline=headline,
                )
            )  # fmt: skip
        session.flush()
        session.add(AgentRow(project_id=project, name="b", config={"http": {}}))
        session.flush()
        other, seen = list_agents(session, project)[0]
        assert [one.score for one in seen.trend] == [0.1, 0.3, 0.2]
        assert other.trend == ()
        [seen], after = list_agents(session, project, text="A")
        assert (seen.trend[-1].high, after) == (0.5, None)


def _rows(project):
    lately, long_ago = now() - timedelta(days=1), now() - timedelta(days=30)
    base = {"project_id": project, "plan": {}}
    yield Task(**base, name="fails", state="failed", error="no answer", finished_at=lately)
    yield Task(**base, name="failed long ago", state="failed", finished_at=long_ago)
    yield Task(**base, name="stops", state="stopped", finished_at=lately)
    yield Task(**base, name="waits", state="queued")
    yield Run(
        project_id=project, name="gated", path="", state="scored", score=0.5,
        headline={"gates_failed": ["base.accuracy: value >= 0.9", "own.x: value > 0"]},
    )  # fmt: skip
    yield AgentRow(project_id=project, name="mute", config={}, tested={"ok": False, "error": "?"})
    yield AgentRow(project_id=project, name="fine", config={}, tested={"ok": True})

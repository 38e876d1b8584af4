"""From a plan on this machine to a finished task on the server."""

from __future__ import annotations

import threading

import pytest

from steelyard.api.live import end_streams
from steelyard.client import Choice, NotFoundError, WaitedTooLongError
from steelyard.errors import PlanError
from steelyard.scorecards import template_text
from steelyard.server.tasks.states import ENDED as THEIRS
from steelyard.server.tasks.states import State
from tests.api.test_events import add_task, go


@pytest.mark.slow
def test_a_plan_is_started_and_waited_for(project, plan, carrying, tmp_path):
    task = project.tasks.start(plan)
    assert (task.name, task.state, task.progress["total"]) == ("nightly", "queued", 6)
    told = []
    carrying()
    done = project.tasks.wait(task.id, tell=told.append)
    assert (done.state, done.gates_failed) == ("finished", False)
    states = [news.data["after"] for news in told if news.kind == "state"]
    assert states == ["starting", "running", "finished"]
    run = project.runs.show(done.run_id)
    assert (run.rows, run.dataset) == (6, "cases v1")
    assert project.tasks.wait(task.id).state == "finished"  # at once
    page = project.runs.download(run.id, tmp_path / "r.html", to="html")
    assert page.stat().st_size > 10_000
    # The same cases make no second version.
    assert project.tasks.start(plan).dataset_version_id == task.dataset_version_id


def test_parts_of_the_project_stand_in_for_the_plans(project, plan, agent):
    made = project.agents.create("theirs", {"http": {"url": agent.url}})
    version = project.datasets.put(
        plan.parent / "cases.jsonl", "six", reading={"map": {"question": "input"}}
    )
    card = project.documents.create("scorecard", "ours", template_text("default"))
    choice = Choice(agent="theirs", dataset="six@1", sets=["run.epochs=2"])
    task = project.tasks.start(plan, choice, name="other", priority=3)
    assert (task.agent_id, task.dataset_version_id) == (made.id, version.id)
    assert (task.name, task.priority, task.progress["total"]) == ("other", 3, 12)
    with pytest.raises(PlanError, match="draft"):
        project.tasks.start(plan, Choice(scorecard="ours"))
    published = project.documents.publish(card.id)
    task = project.tasks.start(plan, Choice(scorecard="ours"))
    assert published.id in project.tasks.show(task.id).plan["scorecard"]
    with pytest.raises(NotFoundError, match="There are: theirs"):
        project.tasks.start(plan, Choice(agent="their"))
    with pytest.raises(PlanError, match="one file"):
        project.tasks.start(plan, Choice(dataset="*.jsonl"))
    with pytest.raises(PlanError):
        project.tasks.start(plan.parent / "none.yaml")
    with pytest.raises(PlanError, match="names no cases"):
        project.tasks.start({"agent": {"http": {"url": agent.url}}})


@pytest.mark.slow
def test_waiting_ends_with_the_time_or_with_the_task(project, service):
    task = add_task(service, service.ours)
    with pytest.raises(WaitedTooLongError):
        project.tasks.wait(task, timeout=0.3)
    heard = threading.Event()
    found = []

    def wait():
        found.append(project.tasks.wait(task, tell=lambda _: heard.set()))

    waiting = threading.Thread(target=wait)
    waiting.start()
    while not heard.wait(0.3):  # a move in between may come before it listens
        go(service, task, State.PAUSED)
        go(service, task, State.QUEUED)
    assert project.tasks.cancel(task).state == "cancelled"
    waiting.join()
    assert found[0].state == "cancelled"


@pytest.mark.slow
def test_waiting_outlives_the_goodbye_of_a_server_that_is_started_anew(project, service):
    task = add_task(service, service.ours)
    heard, ended = threading.Event(), threading.Event()
    found = []

    def wait():
        found.append(project.tasks.wait(task, tell=lambda _: heard.set()))

    def say_goodbye():
        end_streams(service.app)
        ended.set()

    waiting = threading.Thread(target=wait)
    waiting.start()
    while not heard.wait(0.3):
        go(service, task, State.PAUSED)
        go(service, task, State.QUEUED)
    service.app.state.live._looking.get_loop().call_soon_threadsafe(say_goodbye)
    assert ended.wait(30)
    project.tasks.cancel(task)
    waiting.join()
    assert [one.state for one in found] == ["cancelled"]


def test_what_has_ended_is_what_the_server_says():
    from steelyard.client import ENDED

    assert {str(state) for state in THEIRS} == ENDED

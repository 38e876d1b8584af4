"""What the pages of tasks and results ask the service for."""

from __future__ import annotations

import os
import signal
from datetime import timedelta

import pytest
import yaml

from steelyard.bundle import Bundle, connect
from steelyard.errors import InputError
from steelyard.report import collect
from steelyard.server import heavy_work
from steelyard.server.db.tables import Run, Task
from steelyard.server.errors import NotFoundError
from steelyard.server.people import accounts
from steelyard.server.people.policy import SERVICE, Actor
from steelyard.server.tasks import (
    catalogue,
    drafts,
    marks,
    pace,
    reports,
    reviews,
    rows,
    runs,
    values,
    written,
)
from steelyard.server.tasks.failing import read_failures
from steelyard.server.tasks.rows import Filter
from steelyard.server.tasks.wheres import read_where
from tests.server.tasks.work import carry_all

PLAN = "name: mine\nagent: {agent}\ndataset: {data}\nscorers: [text.exact_match]\n"


@pytest.fixture
def finished(bench):
    """A task that was carried to its end, and its run."""
    id_ = bench.task("done", 12)
    carry_all(bench)
    with bench.database.reading() as session:
        task = session.get(Task, id_)
        return task, session.get(Run, task.run_id)


def _text(bench, data):
    return PLAN.format(agent=bench.agent_row.name, data=data)


def test_a_written_plan_names_what_the_library_has(bench):
    version = bench.version("qa v2", ["one", "two"])
    with bench.database.reading() as session:
        choices = written.find_choices(session, bench.project.id)
        assert "qa v2 v1" in choices.datasets
        assert bench.agent_row.name in choices.agents
        assert "default" in choices.scorecards
        for data in ("qa v2", "qa v2 v1"):  # a name may end like a version
            wanted = written.read_wanted(session, bench.project.id, _text(bench, data))
            assert wanted.dataset_version_id == version
            assert wanted.agent_id == bench.agent_row.id
        checked = written.check_text(
            session, SERVICE, bench.settings, bench.project, _text(bench, "qa v2 v1")
        )
    assert (checked.cases, checked.asks, checked.pace) == (2, 2, None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("name: x", InputError, "agent"),
        ("agent: nobody\ndataset: qa", NotFoundError, "nobody"),
        ("agent: {agent}", InputError, "cases"),
        ("agent: {agent}\ndataset: none v9", NotFoundError, "none v9"),
        ("- just\n- a list", InputError, "plan"),
    ],
)
def test_a_wrong_plan_says_what_is_wrong(bench, text, error, said):
    text = text.replace("{agent}", bench.agent_row.name)
    with bench.database.reading() as session, pytest.raises(error, match=said):
        written.read_wanted(session, bench.project.id, text)


@pytest.mark.slow
@pytest.mark.parametrize("executor", ["ray", {"ray": {"address": "head:6379"}}])
def test_a_plan_for_a_cluster_is_not_for_the_service(bench, finished, executor):
    task, _ = finished
    with bench.database.reading() as session:
        content = yaml.safe_load(written.write_again(session, task))
        content.setdefault("run", {})["executor"] = executor
        text = yaml.safe_dump(content, allow_unicode=True)
        with pytest.raises(InputError, match=r"executor.*local"):
            written.check_text(session, SERVICE, bench.settings, bench.project, text)


@pytest.mark.slow
def test_a_task_written_again_is_the_same_task(bench, finished):
    task, run = finished
    with bench.database.reading() as session:
        text = written.write_again(session, task)
        assert written.write_again_of_run(session, run) == text
        wanted = written.read_wanted(session, bench.project.id, text)
        assert wanted.agent_id == task.agent_id
        assert wanted.dataset_version_id == task.dataset_version_id
        written.check_text(session, SERVICE, bench.settings, bench.project, text)


@pytest.mark.slow
def test_a_pace_is_known_after_the_first_task(bench, finished):
    task, _ = finished
    with bench.database.transaction() as session:
        row = session.get(Task, task.id)
        row.finished_at = row.started_at + timedelta(seconds=6)
    with bench.database.reading() as session:
        found = pace.pace_of(session, bench.project.id, task.agent_id)
    assert found.tasks == 1
    assert found.slot_seconds == pytest.approx(6 * 4 / 12)  # 12 asks, four at a time
    assert found.seconds(24, 8) == pytest.approx(6)


def test_drafts_are_of_one_person_and_one_project(bench):
    with bench.database.transaction() as session:
        user = accounts.create_user(
            session, SERVICE, bench.settings, "ann", "correct horse battery"
        )
        actor = Actor(user.id, "ann")
        drafts.save_draft(session, actor, "p1", "name: x")
        drafts.save_draft(session, actor, "p2", "name: y")
        assert drafts.load_draft(session, actor, "p1") == "name: x"
        drafts.save_draft(session, actor, "p1", None)
        assert drafts.load_draft(session, actor, "p1") is None
        assert drafts.load_draft(session, actor, "p2") == "name: y"
        with pytest.raises(InputError):
            drafts.save_draft(session, actor, "p1", "x" * 300_000)
        for number in range(40):
            drafts.save_draft(session, actor, f"more{number}", "name: z")
        assert len(user.preferences["drafts"]) == 20
        assert drafts.load_draft(session, actor, "more39") == "name: z"


@pytest.mark.slow
def test_lists_are_filtered_sorted_and_counted(bench, finished):
    task, run = finished
    waiting = bench.task("waiting", 2)
    with bench.database.reading() as session:
        here = bench.project.id
        every = catalogue.list_tasks(session, here, catalogue.Wish())
        assert [one.id for one in every.items] == [waiting, task.id]
        done = every.items[1]
        assert (done.agent, done.dataset, done.run_id) == (bench.agent_row.name, "done v1", run.id)
        assert done.headline["score"] == run.score
        some = catalogue.list_tasks(session, here, catalogue.Wish(state="queued"))
        assert ([one.id for one in some.items], some.total) == ([waiting], 1)
        first = catalogue.list_tasks(session, here, catalogue.Wish(sort="name", limit=1))
        assert ([one.name for one in first.items], first.total) == (["done"], 2)
        found = catalogue.list_runs(session, here, catalogue.Wish(text="don", sort="-score"))
        assert [one.id for one in found.items] == [run.id]
        assert catalogue.list_runs(session, here, catalogue.Wish(archived=True)).total == 0
        assert catalogue.agents_in_use(session, here) == [bench.agent_row.name]
        assert [one.id for one in catalogue.tasks_of_run(session, run)] == [task.id]


@pytest.mark.slow
def test_values_and_siblings(bench, finished):
    _, run = finished
    path = runs.folder(bench.settings, run)
    found = values.read_values(path, ("status", "no_such_column"))
    assert found == {"status": {"ok": 12}}
    assert [one["row"] for one in values.read_siblings(path, 3)] == [3]
    assert values.read_siblings(path, 999) == []


@pytest.mark.slow
def test_marks_are_what_people_said(bench, finished):
    _, run = finished
    path = runs.folder(bench.settings, run)
    with bench.database.transaction() as session:
        assert not marks.has_marks(session, run)
        reviews.annotate(session, SERVICE, run, rows.read_facts(path, 1), ["odd"], "look")
        for row in (1, 2):
            facts = rows.read_facts(path, row)
            reviews.overrule(session, SERVICE, run, facts, verdict=None, reason="why not")
        assert marks.has_marks(session, run)
        found = marks.read_marks(session, run, [0, 1, 2])
    assert found == {
        1: marks.Mark(("odd",), noted=True, overruled=True, verdict=None),
        2: marks.Mark(overruled=True, verdict=None),
    }


@pytest.mark.slow
def test_a_report_is_made_once_and_again_when_the_run_changed(bench, finished):
    _, run = finished
    path = runs.folder(bench.settings, run)
    assert not reports.is_made(path)
    first = reports.read_report(path)
    assert reports.is_made(path)
    assert reports.read_report(path) is first
    bundle = Bundle(path)
    with connect(bundle.results_path) as connection:
        own = collect(bundle.manifest.values, bundle.summary(), connection)
    assert first.as_dict() == own.as_dict()
    (path / "summary.json").touch()
    assert reports.read_report(path) is not first


@pytest.mark.slow
@pytest.mark.parametrize("noticed", [False, True])
def test_a_report_survives_the_end_of_its_process(bench, finished, noticed):
    _, run = finished
    path = runs.folder(bench.settings, run)
    reports.read_report(path)
    pools = [one._pool for one in heavy_work._free if one._pool is not None]
    for process in [process for pool in pools for process in pool._processes.values()]:
        os.kill(process.pid, signal.SIGKILL)
    if noticed:  # before anybody asks again
        bench.wait(lambda: all(pool._broken for pool in pools))
    (path / "summary.json").touch()
    assert reports.read_report(path).counts.rows == 12


def test_failures_are_read_from_the_end_of_a_journal(tmp_path):
    journal = tmp_path / "journal.jsonl"
    assert read_failures(tmp_path) == []
    lines = ['{"row":-1,"steelyard_journal":1,"crc":"0"}']
    lines += [f'{{"row":{n},"attempts":1,"status":"ok","crc":"0"}}' for n in range(5)]
    lines += [
        '{"row":7,"attempts":3,"status":"error","error":"no \\"status\\":\\"ok\\"",'
        '"error_kind":"agent","crc":"0"}',
        '{"row":8,"attempts":1,"sta',
    ]
    journal.write_text("\n".join(lines))
    (only,) = read_failures(tmp_path)
    assert (only.row, only.kind, only.attempts) == (7, "agent", 3)
    journal.write_text("\n".join(f'{{"row":{n},"status":"timeout"}}' for n in range(90)) + "\n")
    assert [one.row for one in read_failures(tmp_path, 3)] == [89, 88, 87]


@pytest.mark.parametrize(
    ("text", "filters"),
    [
        ("", []),
        ("latency_s > 1.5", [Filter("latency_s", "gt", "1.5")]),
        ("score>=0.5, epoch = 2", [Filter("score", "ge", "0.5"), Filter("epoch", "eq", "2")]),
        (
            "output ~ 电梯 and label != a b",
            [Filter("output", "has", "电梯"), Filter("label", "ne", "a b")],
        ),
        ("error = ", [Filter("error", "null", "true")]),
        ("error != ", [Filter("error", "null", "false")]),
    ],
)
def test_conditions_on_columns(text, filters):
    assert read_where(text) == filters


@pytest.mark.parametrize("text", ["latency", "> 3", "a b > 3", "x; DROP TABLE y > 1"])
def test_wrong_conditions_are_refused(text):
    with pytest.raises(InputError):
        read_where(text)

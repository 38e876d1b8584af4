"""Retrying, scoring anew, pushing, reading and downloading runs, with a real worker."""

from __future__ import annotations

import io
import json
import zipfile
from concurrent.futures import ThreadPoolExecutor

import duckdb
import pytest
from sqlalchemy import select

from steelyard import pipeline
from steelyard.bundle import Bundle, connect, connect_for_analysis, zipped
from steelyard.errors import DataError, InputError, SteelyardError
from steelyard.report import of_run
from steelyard.server.db.tables import Run
from steelyard.server.errors import ConflictError
from steelyard.server.library import documents
from steelyard.server.library.checks import Bounds
from steelyard.server.library.storage import open_storage
from steelyard.server.people.policy import SERVICE
from steelyard.server.tasks import manage, rows, runs, transfer
from steelyard.server.tasks.resolve import Wanted, resolve, resolve_scoring
from tests.server.conftest import BACKENDS
from tests.server.finished_run import add_run
from tests.server.tasks.work import carry_all


@pytest.fixture
def finished(bench):
    """A bench with a finished run of twelve cases, two of which failed."""
    bench.agent.log.with_suffix(".fail").touch()
    questions = [f"one/{n}{'fail' if n in (3, 7) else ''}" for n in range(12)]
    task = bench.task("one", questions=questions)
    bench.worker()
    bench.wait_for(task)
    with bench.database.reading() as session:
        bench.run = session.scalar(select(Run))
    bench.path = runs.folder(bench.settings, bench.run)
    return bench


@pytest.mark.slow
def test_failed_cases_alone_are_asked_again_and_all_is_scored_anew(finished):
    bench = finished
    assert bench.run.headline["counts"] == {"ok": 10, "error": 2}
    before = {one["case_id"]: one["started_at"] for one in all_rows(bench)}
    bench.agent.log.with_suffix(".fail").unlink()
    with bench.database.transaction() as session:
        again = manage.retry_failed(session, SERVICE, session.get(Run, bench.run.id)).id
        with pytest.raises(ConflictError):  # one at a time
            manage.retry_failed(session, SERVICE, session.get(Run, bench.run.id))
    bench.wait_for(again)
    bench.check_finished(again, 12)
    asked = bench.agent.asked()
    assert {question for question, n in asked.items() if n == 2} == {"one/3fail", "one/7fail"}
    after = {one["case_id"]: one["started_at"] for one in all_rows(bench)}
    assert {case for case in after if after[case] != before[case]} == {"3", "7"}
    with bench.database.transaction() as session:
        run = session.get(Run, bench.run.id)
        assert run.headline["counts"] == {"ok": 12}
        with pytest.raises(ConflictError):
            manage.retry_failed(session, SERVICE, run)
    # Scored anew by another scorer, without asking anybody.
    with bench.database.transaction() as session:
        changes = {"scorers": ["text.keyword_match"], "gates": ["base.accuracy: score >= 2"]}
        run = session.get(Run, bench.run.id)
        scored = manage.rescore(session, SERVICE, bench.settings, run, changes).id
        with pytest.raises(InputError):
            resolve_scoring(
                session, SERVICE, bench.settings, run, {"agent": {"http": {"url": "http://x/"}}}
            )
    bench.wait_for(scored)
    assert bench.state(scored) == "finished"
    assert bench.row(scored).gates_failed
    assert bench.agent.asked() == asked
    manifest = Bundle(bench.path).manifest.values
    assert manifest["results"] == "results-3"
    assert [one["id"] for one in manifest["scorers"]] == ["text.keyword_match"]
    check_rows(bench)
    check_transfer(bench)


@pytest.mark.slow
def test_of_many_who_score_one_run_at_the_same_time_one_does(bench):
    run = add_run(bench.database, open_storage(bench.settings), bench.project.id)

    def score(_):
        try:
            with bench.database.transaction() as session:
                row = session.get(Run, run)
                return manage.rescore(session, SERVICE, bench.settings, row, {}).id
        except ConflictError:
            return None

    with ThreadPoolExecutor(6) as pool:
        made = list(pool.map(score, range(6)))
    assert len([one for one in made if one]) == 1


def all_rows(bench):
    return rows.read_rows(bench.path, rows.Look(limit=100)).rows


def check_rows(bench):
    """Pages, filters and orders give what one look at everything gives."""
    whole = all_rows(bench)
    for sort in ("row", "-row", "-output", "latency_s", "scene", "passed"):
        found, cursor = [], None
        while True:
            page = rows.read_rows(bench.path, rows.Look(sort=sort, cursor=cursor, limit=5))
            found += page.rows
            cursor = page.cursor
            if cursor is None:
                break
        assert sorted(one["row"] for one in found) == list(range(12)), sort
        key = sort.removeprefix("-")
        values = [one[key] for one in found if one[key] is not None]
        assert values == sorted(values, reverse=sort.startswith("-")), sort
    some = rows.read_rows(
        bench.path, rows.Look([rows.Filter.of("row:ge:4"), rows.Filter.of("input:has:FAIL")])
    )
    assert [one["case_id"] for one in some.rows] == ["7"]
    assert some.total == 1
    assert rows.read_row(bench.path, 3) is not None
    assert rows.read_row(bench.path, 99) is None
    assert len(whole) == 12
    for wrong in ("row:near:3", "row", "nothing:eq:1", "row:eq:many"):
        with pytest.raises(InputError):
            rows.read_rows(bench.path, rows.Look([rows.Filter.of(wrong)]))
    for look in (rows.Look(sort='row"; DROP'), rows.Look(cursor="x"), rows.Look(columns=["no"])):
        with pytest.raises(InputError):
            rows.read_rows(bench.path, look)


def check_transfer(bench):
    """A run that goes out as a zip comes in again elsewhere, the same; a forged one does not."""
    packed = b"".join(zipped(bench.path))
    names = zipfile.ZipFile(io.BytesIO(packed)).namelist()
    assert "manifest.json" in names
    assert "lock" not in names
    storage = open_storage(bench.settings)

    def push(content):
        file = storage.scratch / "pushed"
        file.write_bytes(content)
        return transfer.take_run(storage, bench.settings, file)

    pushed = push(packed)
    with bench.database.transaction() as session:
        with pytest.raises(ConflictError):  # it is here already
            transfer.add_run(session, SERVICE, storage, bench.project.id, pushed)
        session.get(Run, bench.run.id).run_id = "another"
        session.flush()
        run = transfer.add_run(session, SERVICE, storage, bench.project.id, pushed)
        assert run.headline["counts"] == {"ok": 12}
        assert run.score == session.get(Run, bench.run.id).score
    for content in (b"", b"PK", forged(packed, "../evil"), forged(packed, "/evil"), hollow()):
        with pytest.raises(DataError):
            push(content)
    assert not (storage.scratch.parent / "evil").exists()
    for to in ("html", "json", "md", "parquet"):
        file = storage.scratch / f"report.{to}"
        transfer.write_run(bench.path, to, file)
        assert file.stat().st_size > 500
    connection = connect()
    [(n,)] = connection.execute(
        f"SELECT count(*) FROM '{storage.scratch / 'report.parquet'}'"
    ).fetchall()
    connection.close()
    assert n == 12
    with bench.database.transaction() as session:
        path = runs.remove_run(session, SERVICE, session.get(Run, pushed))
    storage.remove(path)
    assert not storage.run_folder(pushed).exists()


def forged(packed, name):
    made = io.BytesIO(packed)
    with zipfile.ZipFile(made, "a") as archive:
        archive.writestr(name, "x")
    return made.getvalue()


def hollow():
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("manifest.json", "{}")
    return made.getvalue()


def test_a_plan_of_the_service_names_no_files(bench):
    version = bench.version("cases", ["a", "b"])
    plans = [
        {"scorecard": "../../card.yaml"},
        {"scorecard": "/etc/card.yaml"},
        {"indicators": ["/etc/passwd"]},
        {"scorers": [{"judge.rubric": {"rubric": "../notes.txt"}}]},
        {"agent": {"command": {"argv": ["cat"]}}},
        {"agent": {"http": {"url": "http://169.254.169.254/"}}},
        {"scorecard": "document:nothing"},
        {"surprise": 1},
    ]
    for plan in plans:
        wanted = Wanted(plan, None if "agent" in plan else bench.agent_row.id, version)
        with bench.database.reading() as session, pytest.raises(SteelyardError):
            resolve(session, SERVICE, bench.settings, bench.project, wanted)


def test_an_estimate(bench):
    version = bench.version("cases", ["a", "b", "c"])
    plan = {"name": "x", "run": {"epochs": 4}}
    with bench.database.reading() as session:
        wanted = Wanted(plan, bench.agent_row.id, version)
        found = resolve(session, SERVICE, bench.settings, bench.project, wanted)
    assert found.estimate() == {"cases": 3, "epochs": 4, "conditions": 0, "asks": 12}


INDICATOR = """\
indicators:
  own.answered:
    name: {en: Answered, zh: 有应答}
    meaning: {en: Share of cases with an answer., zh: 有应答的用例占比。}
    sql: avg(case when output is not null then 1 else 0 end)
"""
SCORECARD = """\
id: mine
version: 1
root:
  children:
    - {indicator: own.answered, weight: 2}
    - {indicator: base.accuracy, weight: 1}
"""


@pytest.mark.slow
def test_scorecards_and_indicators_of_the_project(bench):
    bounds = Bounds(bench.settings)
    texts = {"indicator": INDICATOR, "scorecard": SCORECARD}
    with bench.database.transaction() as session:
        for kind, text in texts.items():
            made = documents.create_document(session, SERVICE, bench.project.id, kind, "mine", text)
            drafts = Wanted({"scorecard": "scorecards/mine.yaml"}, bench.agent_row.id, "x")
            with pytest.raises(SteelyardError):  # a draft may still change
                resolve(session, SERVICE, bench.settings, bench.project, drafts)
            documents.publish(session, SERVICE, bounds, made)
    task = bench.task("one", 6, scorecard="scorecards/mine.yaml")
    assert bench.row(task).plan["scorecard"].startswith("document:")
    assert len(bench.row(task).plan["indicators"]) == 1
    assert carry_all(bench) == ["finished"]
    with bench.database.reading() as session:
        run = session.get(Run, bench.row(task).run_id)
    assert run.headline["scorecard"] == "mine"
    summary = Bundle(runs.folder(bench.settings, run)).summary()
    [own] = [one for one in summary["indicators"] if one["id"] == "own.answered"]
    assert own["value"] == 1.0
    # Another document in its place: the run is weighed by that one, and not by the one it had.
    with bench.database.transaction() as session:
        text = SCORECARD.replace("id: mine", "id: other")
        project = bench.project.id
        made = documents.create_document(session, SERVICE, project, "scorecard", "other", text)
        version = documents.publish(session, SERVICE, bounds, made).id
        row = session.get(Run, run.id)
        unchanged = resolve_scoring(session, SERVICE, bench.settings, row, {"gates": []})
        assert unchanged["scorecard"] == bench.row(task).plan["scorecard"]
        changes = {"scorecard": "scorecards/other.yaml"}
        manage.rescore(session, SERVICE, bench.settings, row, changes)
    assert carry_all(bench) == ["finished"]
    with bench.database.reading() as session:
        assert session.get(Run, run.id).headline["scorecard"] == "other"
    manifest = Bundle(runs.folder(bench.settings, run)).manifest.values
    assert manifest["plan"]["scorecard"] == f"scorecard-{version}.yaml"
    assert manifest["scorecard"]["id"] == "other"


@pytest.mark.slow
@pytest.mark.parametrize("settings", BACKENDS, indirect=True)
def test_whatever_an_error_says_the_task_ends_with_it(bench, monkeypatch):
    def fail(*_):
        message = "the agent said: \0 \ud800"
        raise DataError(message)

    monkeypatch.setattr(pipeline, "run", fail)
    task = bench.task("one", n=2)
    assert carry_all(bench) == ["failed"]
    assert bench.row(task).error == "the agent said: ? ?"


@pytest.mark.slow
def test_who_reads_a_run_while_it_is_scored_anew_gets_the_new_table(bench, monkeypatch, tmp_path):
    storage = open_storage(bench.settings)
    run = add_run(bench.database, storage, bench.project.id)
    path = storage.run_folder(run)
    before = Bundle(path).results_path

    def score_anew_first(*args, **named):
        monkeypatch.undo()
        with bench.database.transaction() as session:
            manage.rescore(session, SERVICE, bench.settings, session.get(Run, run), {})
        assert carry_all(bench) == ["finished"]
        assert not before.exists()
        return connect_for_analysis(*args, **named)

    monkeypatch.setattr(of_run, "connect_for_analysis", score_anew_first)
    transfer.write_run(path, "json", tmp_path / "report.json")
    assert json.loads((tmp_path / "report.json").read_bytes())

    def gone(*_):
        raise duckdb.IOException

    monkeypatch.setattr(of_run, "connect_for_analysis", gone)
    with pytest.raises(duckdb.IOException):  # what is missing for another reason is not hidden
        transfer.write_run(path, "json", tmp_path / "report.json")

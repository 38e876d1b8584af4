"""Tags, notes and verdicts of people on rows: audited, found again, and scored into a new run."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from steelyard.bundle import Bundle, Table, read_overrides
from steelyard.errors import InputError
from steelyard.server.db.tables import Annotation, AuditEntry, Override, Run, Task
from steelyard.server.errors import ConflictError, NotFoundError
from steelyard.server.people.policy import SERVICE, Actor, Role
from steelyard.server.tasks import manage, reviews, rows, runs
from steelyard.server.tasks.rows import Look, read_facts, read_rows
from tests.server.tasks.work import carry_all

pytestmark = pytest.mark.slow


@pytest.fixture
def reviewed(bench):
    """A bench with a finished run of six rows, and two people who look at it."""
    bench.task_id = bench.task("one", 6)
    assert carry_all(bench) == ["finished"]
    with bench.database.reading() as session:
        bench.run = session.get(Run, bench.row(bench.task_id).run_id)
    bench.path = runs.folder(bench.settings, bench.run)
    bench.ann, bench.bob = (
        Actor(None, name, roles={bench.project.id: Role.EVALUATOR}) for name in ("Ann", "Bob")
    )
    return bench


def facts(bench, row):
    return read_facts(bench.path, row)


def test_tags_and_notes(reviewed):
    bench = reviewed
    odd = 'a "b" %_\\ 标签'
    with bench.database.transaction() as session:
        reviews.annotate(session, bench.ann, bench.run, facts(bench, 1), ["odd", odd, "odd"], "?")
        reviews.annotate(session, bench.ann, bench.run, facts(bench, 4), ["odd"], "")
        made = reviews.annotate(session, bench.bob, bench.run, facts(bench, 4), ["od"], "See 1")
        assert (made.changed_by, made.tags, made.case_id) == ("Bob", ["od"], "4")
        assert reviews.annotate(session, bench.ann, bench.run, facts(bench, 2), [" "], " ") is None
    with bench.database.reading() as session:
        run = session.get(Run, bench.run.id)
        assert reviews.tags_of(session, run) == {odd: 1, "od": 1, "odd": 1}
        assert reviews.rows_with(session, run, tag="odd") == [1]
        assert reviews.rows_with(session, run, tag=odd) == [1]
        assert reviews.rows_with(session, run, tag="dd") == []
        assert reviews.rows_with(session, run, reviewed="annotated") == [1, 4]
        assert reviews.rows_with(session, run) is None
        found = session.scalars(reviews.annotations_of(run, text="see")).all()
        assert [one.row for one in found] == [4]
        entries = session.scalars(select(AuditEntry).where(AuditEntry.action == "row.annotate"))
        [_, first, second] = [entry for entry in entries if entry.object_name]
        assert (first.before, second.before["tags"], second.user_name) == (None, ["odd"], "Bob")
    page = read_rows(bench.path, Look(only=[1, 4], columns=["row"]))
    assert [row["row"] for row in page.rows] == [1, 4]
    assert read_rows(bench.path, Look(only=[])).rows == []
    with bench.database.transaction() as session:
        assert reviews.annotate(session, bench.ann, bench.run, facts(bench, 1), [], "") is None
    with bench.database.reading() as session:
        assert reviews.find_annotation(session, bench.run, 1) is None
    with pytest.raises(NotFoundError):
        facts(bench, 6)


def test_verdicts_are_given_with_a_reason_and_taken_back(reviewed, monkeypatch):
    bench = reviewed
    with bench.database.transaction() as session:
        with pytest.raises(InputError):
            reviews.overrule(
                session, bench.ann, bench.run, facts(bench, 0), verdict=False, reason=" "
            )
        for verdict in (False, None):
            given = {"verdict": verdict, "reason": f"because {verdict}"}
            made = reviews.overrule(session, bench.ann, bench.run, facts(bench, 0), **given)
        assert (made.was, made.passed, made.reason) == (True, None, "because None")
        monkeypatch.setattr(reviews, "MOST_OVERRIDES", 1)
        with pytest.raises(ConflictError):
            reviews.overrule(
                session, bench.ann, bench.run, facts(bench, 1), verdict=False, reason="x"
            )
        reviews.withdraw(session, bench.bob, bench.run, 0)
        session.flush()
        with pytest.raises(NotFoundError):
            reviews.withdraw(session, bench.bob, bench.run, 0)
    with bench.database.reading() as session:
        query = select(AuditEntry).where(AuditEntry.object_id == bench.run.id)
        said = [(entry.action, entry.before, entry.after) for entry in session.scalars(query)]
    false = {"passed": False, "was": True, "reason": "because False"}
    none = {"passed": None, "was": True, "reason": "because None"}
    assert said == [
        ("row.overrule", None, false),
        ("row.overrule", false, none),
        ("row.withdraw", none, None),
    ]


def test_scoring_with_verdicts_makes_another_run(reviewed):
    bench = reviewed
    with bench.database.transaction() as session:
        run = session.get(Run, bench.run.id)
        with pytest.raises(ConflictError):  # nobody has given one
            manage.rescore_overruled(session, bench.ann, bench.settings, run, {})
        for row in (0, 1):
            given = {"verdict": False, "reason": "it says the opposite"}
            reviews.overrule(session, bench.ann, run, facts(bench, row), **given)
        task = manage.rescore_overruled(session, bench.bob, bench.settings, run, {})
        task_id, child_id = task.id, task.run_id
        with pytest.raises(ConflictError):  # it is to be made of this one
            runs.remove_run(session, bench.ann, run)
    before = Table(Bundle(bench.path).results_path)["passed"]
    asked = bench.agent.asked()
    assert carry_all(bench) == ["finished"]
    assert bench.agent.asked() == asked
    with bench.database.reading() as session:
        child, parent = session.get(Run, child_id), session.get(Run, bench.run.id)
    assert (child.parent_id, child.state, child.rows) == (parent.id, "finished", 6)
    assert child.run_id != parent.run_id
    assert child.score < parent.score
    path = runs.folder(bench.settings, child)
    assert Table(Bundle(path).results_path)["passed"] == [False] * 2 + [True] * 4
    assert Table(Bundle(bench.path).results_path)["passed"] == before == [True] * 6
    manifest = Bundle(path).manifest.values
    assert manifest["provenance"]["passed"] == "human"
    assert manifest["derived_from"] == parent.run_id
    [first, _] = read_overrides(path)
    assert (first["by"], first["reason"], first["was"]) == ("Ann", "it says the opposite", True)
    assert [event.after for event in bench.moves(task_id)][-1] == "finished"
    # One more verdict, on the new run: the third has all of them.
    with bench.database.transaction() as session:
        run = session.get(Run, child_id)
        given = {"verdict": False, "reason": "this one, too"}
        reviews.overrule(session, bench.ann, run, read_facts(path, 5), **given)
        third = manage.rescore_overruled(
            session, bench.ann, bench.settings, run, {"scorers": ["text.keyword_match"]}
        ).run_id
    assert carry_all(bench) == ["finished"]
    folder = bench.path.with_name(third)
    assert [one["row"] for one in read_overrides(folder)] == [0, 1, 5]
    # The first may go; what was made of it stays.
    with bench.database.transaction() as session:
        runs.remove_run(session, SERVICE, session.get(Run, bench.run.id))
    with bench.database.reading() as session:
        assert session.get(Run, child_id).parent_id is None
        assert session.scalars(select(Override).where(Override.run_id == bench.run.id)).all() == []
        assert session.scalars(select(Annotation)).all() == []


def test_a_run_that_is_to_be_made_of_one_that_is_gone_fails_in_words(reviewed):
    bench = reviewed
    with bench.database.transaction() as session:
        run = session.get(Run, bench.run.id)
        reviews.overrule(session, bench.ann, run, facts(bench, 0), verdict=False, reason="x")
        task = manage.rescore_overruled(session, bench.ann, bench.settings, run, {}).id
        session.get(Run, session.get(Task, task).run_id).parent_id = None
    assert carry_all(bench) == ["failed"]
    assert bench.row(task).error


def test_search_and_jumps(reviewed):
    bench = reviewed
    assert [row["row"] for row in read_rows(bench.path, Look(text="ONE/3")).rows] == [3]
    page = read_rows(bench.path, Look(sort="-row", skip=2, limit=2, count=False))
    assert [row["row"] for row in page.rows] == [3, 2]
    assert page.total is None
    following = read_rows(bench.path, Look(sort="-row", cursor=page.cursor, limit=9))
    assert [row["row"] for row in following.rows] == [1, 0]
    assert set(rows.SEARCHED) < set(page.columns)

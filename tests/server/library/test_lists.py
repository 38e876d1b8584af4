"""Lists ask the database as often for many as for one."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from sqlalchemy import event

from steelyard.server.db.tables import AgentRow, Run
from steelyard.server.library import documents, papers, seen
from steelyard.server.library.checks import Bounds
from steelyard.server.people.policy import SERVICE
from steelyard.server.tasks import overview
from tests.server.library.test_documents import INDICATOR

MANY = 30
TREND = 20  # runs that a trend is made of


@contextmanager
def counted(database):
    """Give the statements that the database is asked."""
    asked = []

    def hear(_connection, _cursor, statement, *_):
        asked.append(statement)

    event.listen(database.engine, "before_cursor_execute", hear)
    yield asked
    event.remove(database.engine, "before_cursor_execute", hear)


def test_agents_are_listed_with_two_questions(database, project, other):
    with database.transaction() as session:
        for n in range(MANY):
            for place in (project, other):
                session.add(AgentRow(project_id=place, name=f"a{n}", config={}))
        for n, (place, name, score) in enumerate(_scores(project, other)):
            session.add(
                Run(id=f"{n:022}", project_id=place, name=f"r{n}", path="", state="scored",
                    agent=name, score=score, headline={})
            )  # fmt: skip
    with counted(database) as asked, database.reading() as session:
        found, after = seen.list_agents(session, project, limit=MANY)
        assert len([one for one in asked if one.startswith("SELECT")]) == 2
    trends = {one.agent.name: [point.score for point in one.trend] for one in found}
    assert (len(trends), after) == (MANY, None)
    assert trends["a0"] == [n / 100 for n in range(5, 5 + TREND)]  # the newest, the oldest first
    assert (trends["a1"], trends["a2"]) == ([0.9], [])
    with database.reading() as session:
        both = overview.agents_at_work(session, [project, other], limit=2 * MANY)
    assert {one.agent.project_id: len(one.trend) for one in both if one.agent.name == "a1"} == {
        project: 1,
        other: 2,
    }


def _scores(project, other):
    for n in range(5 + TREND):
        yield project, "a0", n / 100
    yield project, "a1", 0.9
    yield from ((other, "a1", score) for score in (0.1, 0.2))


@pytest.mark.slow
def test_documents_are_listed_with_two_questions(database, project, settings):
    with database.transaction() as session:
        for n in range(MANY):
            text = _text(n)
            made = documents.create_document(
                session, SERVICE, project, "indicator", f"own{n}", text
            )
            for edit in range(n % 3):
                documents.save_draft(session, SERVICE, made, text + f"# {edit}\n")
                documents.publish(session, SERVICE, Bounds(settings), made)
            if n == 4:  # published once, and written on since
                documents.save_draft(session, SERVICE, made, text + "# more\n")
    with counted(database) as asked, database.reading() as session:
        found, _ = papers.list_documents(session, project, "indicator", limit=MANY)
        assert len([one for one in asked if one.startswith("SELECT")]) == 2
    shown = {one.document.name: (one.newest, one.pending) for one in found}
    assert len(shown) == MANY
    assert (shown["own0"], shown["own1"], shown["own5"]) == ((None, True), (1, False), (2, False))
    assert shown["own4"] == (1, True)
    with counted(database) as asked, database.reading() as session:
        texts = documents.texts_of(session, project)
        assert len([one for one in asked if one.startswith("SELECT")]) == 1
    assert len(texts) == MANY
    assert texts["indicator", "own0"] == _text(0)  # its draft
    assert texts["indicator", "own4"] == _text(4) + "# 0\n"
    assert texts["indicator", "own5"] == _text(5) + "# 1\n"


def _text(n):
    """Return an indicator with an id of its own: two published ones may not share theirs."""
    return INDICATOR.replace("own.answered", f"own.answered{n}")

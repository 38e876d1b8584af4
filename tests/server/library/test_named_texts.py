"""A check reads only the documents that the text names, and a project holds so many."""

from __future__ import annotations

import pytest

from steelyard.errors import InputError
from steelyard.indicators.lined import read_lined
from steelyard.server.errors import ConflictError
from steelyard.server.library import documents, named_texts
from steelyard.server.library.checks import Bounds, CheckRequest, Draft, check_text
from steelyard.server.library.named_texts import defined_ids
from steelyard.server.people.policy import SERVICE

INDICATOR = "indicators:\n  {id}:\n    name: {{en: A, zh: 甲}}\n    sql: avg(1)\n"
CARD = "id: mine\nversion: 1\nroot: {{children: [{{indicator: {id}, weight: 1}}]}}\n"


@pytest.mark.parametrize(
    "text",
    [
        "indicators:\n  own.a:\n    sql: 1\n",
        'indicators: {"own.a": {sql: 1}}',
        "indicators: {'own.a' : {sql: 1}}",
        '{"indicators":{"own.a":{}}}',
        "indicators:\n  ? own.a\n  : {sql: 1}\n",
        "indicators:\n  &x own.a: {sql: 1}\n",
        'indicators: {"\\u006fwn.a": {}}',
        'indicators: {"\\x6fwn.\\x61": {}}',
    ],
)
def test_an_id_is_found_however_it_is_written(text):
    assert "own.a" in defined_ids(text)


@pytest.mark.parametrize("text", ["", "# own.a", "sql: own.a + 1", "own.ab.: 1", "x" * 200_000])
def test_what_defines_nothing_is_not_read(text):
    assert not defined_ids(text)


@pytest.mark.parametrize(
    "text", ["a.b" + " " * 199_000, "a." * 99_000, ("a.b" + " " * 199) * 900, "a" * 199_000 + ".b"]
)
def test_no_text_makes_the_search_slow(text):
    assert isinstance(defined_ids(text), frozenset)  # seconds, if a repetition had no bound


@pytest.fixture
def filled(database, project):
    with database.transaction() as session:
        for n in range(5):
            text = INDICATOR.format(id=f"own.n{n}")
            documents.create_document(session, SERVICE, project, "indicator", f"doc{n}", text)
        card = CARD.format(id="own.n1")
        documents.create_document(session, SERVICE, project, "scorecard", "卡", card)
    return project


def test_a_scorecard_is_checked_with_what_it_names(database, settings, filled):
    card = CARD.format(id="own.n3")
    with database.reading() as session:
        found = named_texts.named_texts(session, filled, "scorecard", card)
    assert list(found) == [("indicator", "doc3")]
    assert isinstance(found["indicator", "doc3"], Draft)
    checked = check_text(CheckRequest(Bounds(settings), "scorecard", "mine", card, found))
    assert (checked.problems, checked.facts["indicators"]) == ([], ["own.n3"])


def test_a_plan_names_documents_by_their_files(database, filled):
    plans = ["scorecard: scorecards/卡.yaml", '{"scorecard": "scorecards/\\u5361.yaml"}']
    with database.reading() as session:
        for plan in plans:
            assert list(named_texts.named_texts(session, filled, "plan", plan)) == [
                ("scorecard", "卡")
            ]
        for kind in ("plan", "scorecard", "indicator", "environment", "requirements"):
            assert named_texts.named_texts(session, filled, kind, "name: nothing") == {}


def test_what_names_too_much_is_told(database, filled, monkeypatch):
    monkeypatch.setattr(named_texts, "MOST_CHARACTERS", 100)
    card = CARD.format(id="own.n1, own.n2, own.n3")
    with database.reading() as session, pytest.raises(InputError, match="at most 100"):
        named_texts.named_texts(session, filled, "scorecard", card)


def test_documents_of_a_project_have_a_bound(database, project, filled, monkeypatch):
    monkeypatch.setattr(documents, "MOST", 6)
    with database.transaction() as session:
        with pytest.raises(ConflictError, match="already has 6 documents"):
            documents.create_document(session, SERVICE, project, "plan", "one more", "name: x")
        [first, *_] = session.scalars(documents.documents_of(project))
        monkeypatch.setattr(documents, "MOST_CHARACTERS", 1000)
        with pytest.raises(ConflictError, match="at most 1000"):
            documents.save_draft(session, SERVICE, first, "x" * 1000)
        documents.save_draft(session, SERVICE, first, "shorter")  # that always works


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "- 1\n" * 50_000,
        "[" + "a," * 90_000 + "]",
        "a: &x 1\nb: [" + "*x," * 60_000 + "]",
        "".join(f"k{n}: [1,2,3,4]\n" for n in range(10_000)),
        "".join(f"- &{n} \n" for n in range(20_001)),
    ],
)
def test_too_many_parts_are_refused_while_they_are_counted(text):
    with pytest.raises(InputError, match=r"x:\d+: .*20000 parts"):
        read_lined("x", text)


@pytest.mark.parametrize("text", ["[" * 100_000, "{a: " * 40_000, "x" * 200_001])
def test_a_text_is_counted_before_it_is_sent_anywhere(settings, text, monkeypatch):
    monkeypatch.setattr("steelyard.server.heavy_work.WAITING", -100)  # no process would take it
    checked = check_text(CheckRequest(Bounds(settings), "plan", "x", text))
    assert checked.problems

"""Columns of an upload, and rows of it that a person puts right."""

from __future__ import annotations

import json

import pytest

from steelyard.cases import read_cases
from steelyard.errors import DataError, InputError
from steelyard.server.library import columns, corrections, datasets, intake, seen
from steelyard.server.library.history import read_history
from steelyard.server.people.policy import SERVICE

CSV = (
    "编号,提问内容,标准回答,场景,评估类型,备注\n"
    "a1,北京到上海多远？,约 1200 公里,地理,functional,x\n"
    "a2,,无,地理,functional,\n"
    "a3,1+1=?,2,数学,functional,\n"
    "a4,1+2=?,3,数学,functional,,多一格\n"
)
READING = {"map": {"编号": "case_id", "提问内容": "input", "标准回答": "expected_output"}}


@pytest.fixture
def csv(storage):
    file = storage.scratch / "messy"
    file.write_text(CSV, "utf-8")
    return file


def test_columns_are_shown_with_what_they_hold_and_what_they_are(csv):
    found, looked_at = columns.look_at_columns(csv, "messy.csv", {})
    assert looked_at == 4
    by_name = {one.name: one for one in found}
    assert list(by_name) == ["编号", "提问内容", "标准回答", "场景", "评估类型", "备注"]
    assert by_name["提问内容"].samples == ("北京到上海多远？", "1+1=?")
    assert by_name["提问内容"].filled == 2
    assert by_name["提问内容"].field is None
    assert by_name["场景"].field == "scene"
    assert by_name["评估类型"].field == "eval_type"
    mapped, _ = columns.look_at_columns(csv, "messy.csv", READING)
    assert {one.name: one.field for one in mapped}["提问内容"] == "input"


def test_keys_of_objects_are_columns_by_their_path(storage):
    file = storage.scratch / "nested"
    file.write_text(json.dumps({"q": "x", "source": {"topic": "law", "year": 2024}}) + "\n")
    found, _ = columns.look_at_columns(file, "nested.jsonl", {"map": {"source.topic": "domain"}})
    assert {one.name: one.field for one in found} == {
        "q": None, "source.topic": "domain", "source.year": None,
    }  # fmt: skip


def test_what_cannot_be_read_has_no_columns(storage):
    file = storage.scratch / "broken"
    file.write_bytes(b"PK\x03\x04 not a workbook")
    with pytest.raises(DataError):
        columns.look_at_columns(file, "broken.xlsx", {})


def test_rows_put_right_stand_where_they_stood(csv, storage, settings):
    rejects = corrections.rejects_in(csv, "messy.csv", READING)
    assert [one.line for one in rejects] == [3, 5]
    fixed = corrections.check_row(
        '{"编号": "a2", "提问内容": "补上的问题", "标准回答": "无"}', READING["map"]
    )
    out = storage.scratch / "corrected"
    name, reading = corrections.correct_upload(csv, "messy.csv", READING, {3: fixed}, out)
    assert (name, reading["format"]) == ("messy.jsonl", "jsonl")
    _, profile = intake.check_upload(settings, out, name, reading)
    # The one that nobody put right is still counted, not lost.
    assert (profile["rows_read"], profile["cases"], profile["rows_rejected"]) == (4, 3, 1)
    taken = intake.take_in(storage, settings, out, name, reading)
    assert taken.spec["map"] == READING["map"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "JSON"),
        ("[1]", "object"),
        ('{"other": 1}', "input"),
        ('{"input": "x", "score": 7}', "score"),
    ],
)
def test_a_row_that_is_still_wrong_is_refused(text, said):
    with pytest.raises(InputError, match=said):
        corrections.check_row(text, {})


def test_a_corrected_version_knows_where_it_comes_from(csv, storage, settings, database, project):
    with database.transaction() as session:
        dataset = datasets.create_dataset(session, SERVICE, project, "Messy")
        taken = intake.take_in(storage, settings, csv, "messy.csv", READING)
        first, _ = datasets.add_version(session, SERVICE, dataset, taken)
        assert [one.line for one in corrections.rejects_of(storage, first)] == [3, 5]
        row = {"编号": "a4", "提问内容": "1+2=?", "标准回答": "3"}
        made = corrections.correct_version(storage, settings, first, {5: row})
        second, is_new = datasets.add_version(session, SERVICE, dataset, made)
        assert is_new
        assert (second.parent_id, second.rows, second.rejected) == (first.id, 3, 1)
        assert second.profile["corrected"] == [5]
        history = read_history(session, dataset)
    assert [one.number for one in history.versions] == [1, 2]
    assert history.parents[second.parent_id].number == 1
    with intake.opened(storage, second) as (folder, spec):
        assert [one["case_id"] for one in read_cases(spec, base=folder)] == ["a1", "a3", "a4"]


def test_lists_show_the_newest_version_and_go_on(storage, settings, database, project):
    rows = [{"id": f"c{n}", "input": f"{n}?"} for n in range(30)]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    with database.transaction() as session:
        for n in range(5):
            dataset = datasets.create_dataset(session, SERVICE, project, f"set {n}")
        for share in (10, 30):
            file = storage.scratch / "cases"
            file.write_text("".join(text.splitlines(keepends=True)[:share]))
            taken = intake.take_in(storage, settings, file, "cases.jsonl", {})
            version, _ = datasets.add_version(session, SERVICE, dataset, taken)
        datasets.change_dataset(session, SERVICE, dataset, archived=True)
        found, after = seen.list_datasets(session, project, limit=3)
        assert [one.dataset.name for one in found] == ["set 3", "set 2", "set 1"]
        rest, end = seen.list_datasets(session, project, after=after, limit=3)
        assert ([one.dataset.name for one in rest], end) == (["set 0"], None)
        [archived], _ = seen.list_datasets(session, project, archived=True)
        assert archived.newest is not None
        assert (archived.newest.number, archived.newest.rows) == (2, 30)
    page = seen.read_page(storage, version, 28, 50)
    assert [one["case_id"] for one in page] == ["c28", "c29"]

"""The stream as a whole: ids, strictness, accounting, warnings."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

import steelyard.cases
from steelyard.cases import DatasetSpec, read_cases
from steelyard.errors import DataError
from tests.cases.make import jsonl, load, spec
from tests.tries import tries

ROWS = [
    {"input": "a", "scene": "s", "score": 0.5},
    {"input": "b", "score": 7, "passed": "perhaps"},
    {"scene": "s"},
    {"input": "c", "case_id": "x"},
    {"input": "d", "case_id": "x"},
    {"input": "e", "id": "case-000001"},
]


def test_bad_rows_are_set_aside_and_counted(tmp_path):
    jsonl(tmp_path / "d.jsonl", ROWS)
    cases, rejects, stream = load("d.jsonl", base=tmp_path)
    assert [c["case_id"] for c in cases] == ["case-000001", "x"]
    assert [(r.line, [e.code for e in r.errors]) for r in rejects] == [
        (2, ["out_of_range", "wrong_type"]),
        (3, ["no_input"]),
        (5, ["duplicate_id"]),
        (6, ["duplicate_id"]),
    ]
    assert "scene" in rejects[1].errors[0].found
    assert json.loads(rejects[0].row) == ROWS[1]
    assert (stream.rows_read, stream.rows_rejected, stream.rows_out) == (6, 4, 2)
    assert stream.fields_seen == {"case_id", "input", "scene", "score"}


def test_strict_stops_at_the_first_bad_row(tmp_path):
    jsonl(tmp_path / "d.jsonl", ROWS)
    expected = r"d\.jsonl, line 2: score: found 7.*from 0 to 1 \(2 errors in this row\)"
    with pytest.raises(DataError, match=expected):
        load("d.jsonl", base=tmp_path, strict=True)


def test_when_no_row_can_be_used_the_first_reason_is_told(tmp_path):
    jsonl(tmp_path / "d.jsonl", [{"frage": "a"}, {"frage": "b"}])
    with pytest.raises(DataError, match=r"None of the 2 rows.*line 1: input is missing.*frage"):
        load("d.jsonl", base=tmp_path)


def test_generated_ids_come_from_the_position_over_all_files(tmp_path):
    jsonl(tmp_path / "1.jsonl", [{"input": "a"}, {"input": ""}])
    jsonl(tmp_path / "2.jsonl", [{"input": "b"}])
    cases, _, _ = load("*.jsonl", base=tmp_path)
    assert [c["case_id"] for c in cases] == ["case-000001", "case-000003"]


def test_a_stream_can_be_read_again(tmp_path):
    jsonl(tmp_path / "d.jsonl", ROWS)
    stream = read_cases(spec("d.jsonl", steps=["deduplicate"]), base=tmp_path)
    assert list(stream) == list(stream)
    assert (stream.rows_read, stream.steps[0].rows_in) == (6, 2)


def test_stopping_early_leaves_true_counts(tmp_path):
    jsonl(tmp_path / "d.jsonl", [{"input": f"  {n}"} for n in range(100)])
    stream = read_cases(spec("d.jsonl", steps=["normalise"]), base=tmp_path)
    rows = iter(stream)
    assert len(list(islice(rows, 3))) == 3
    rows.close()
    assert (stream.rows_read, stream.rows_out) == (3, 3)
    assert stream.steps[0].rows_changed == 3


def test_warnings_are_counted_with_their_first_place(tmp_path):
    rows = [{"input": "a"}] + [
        {
            "input": str(n),
            "is_unknown_scene": True,
            "scene_type": "train",
            "answer": "x",
            "expected_output": "y",
        }
        for n in range(3)
    ]
    jsonl(tmp_path / "d.jsonl", rows)
    _, _, stream = load("d.jsonl", base=tmp_path)
    assert {(w.code, w.count, w.file, w.line) for w in stream.warnings} == {
        ("alias_beside", 3, "d.jsonl", 2),
        ("unknown_but_train", 3, "d.jsonl", 2),
    }
    assert all(w.as_dict()["message"].startswith("3 rows") for w in stream.warnings)


def test_a_path_alone_is_a_dataset():
    assert DatasetSpec.model_validate("a.jsonl") == DatasetSpec(path="a.jsonl")
    assert DatasetSpec.model_validate(["a", "b"]).path == ["a", "b"]


def test_the_spec_comes_back_from_its_own_dump():
    given = {"path": "a", "steps": ["deduplicate", {"sample": {"n": 3}}], "map": {"q": "input"}}
    one = DatasetSpec.model_validate(given)
    assert DatasetSpec.model_validate(one.model_dump()) == one
    assert one.model_dump(mode="json")["steps"] == [{"deduplicate": None}, {"sample": {"n": 3}}]
    assert "steps" in DatasetSpec.model_json_schema()["properties"]


@pytest.mark.parametrize(
    "given",
    [
        {"path": "a", "pth": "b"},
        {"path": "a", "steps": [{"sample": 1, "split": 2}]},
        {"path": "a", "delimiter": ";;"},
    ],
)
def test_a_spec_with_slips_is_refused(given):
    with pytest.raises(ValidationError):
        DatasetSpec.model_validate(given)


def test_the_door_is_complete():
    assert sorted(steelyard.cases.__all__) == sorted(set(steelyard.cases.__all__))
    for name in steelyard.cases.__all__:
        assert getattr(steelyard.cases, name) is not None


row = st.fixed_dictionaries(
    {},
    optional={
        "input": st.sampled_from(["a", "b", " A ", "", None, "c"]),
        "case_id": st.sampled_from(["1", "2", "3", 4]),
        "scene": st.sampled_from(["s", "t", None]),
        "score": st.sampled_from([0.1, 0.9, 7, "x", None]),
    },
)
steps = st.lists(
    st.sampled_from(
        [
            "deduplicate",
            {"deduplicate": {"by": "input", "normalised": True}},
            {"filter": "scene = 's' or score > 0.5"},
            {"normalise": {"fields": ["input"]}},
            {"sample": {"n": 2}},
            {"sample": {"share": 0.5}},
            {"stratified_sample": {"by": "scene", "n": 1}},
            {"split": {"train": 0.5, "test": 0.5, "keep": "test"}},
            {"derive": {"scene": "{score}"}},
            {"derive": {"score": "{scene}"}},
            {"rename": {"scene": "eval_type"}},
            {"redact": {"patterns": ["email"]}},
        ]
    ),
    max_size=4,
)


@tries(30, 150)
@given(st.lists(row, min_size=1, max_size=12), steps)
def test_nothing_disappears(tmp_path_factory, rows, steps):
    folder = tmp_path_factory.mktemp("d")
    jsonl(folder / "d.jsonl", [{"input": "sure", "case_id": "first"}, *rows])
    rejects = []
    stream = read_cases(spec("d.jsonl", steps=steps), base=folder, on_reject=rejects.append)
    cases = []
    with suppress(DataError):  # all rows refused
        cases.extend(stream)
    logs = stream.steps
    removed = sum(log.rows_in - log.rows_out - log.rows_rejected for log in logs)
    assert stream.rows_read == len(rows) + 1
    assert stream.rows_rejected == len(rejects)
    assert stream.rows_read == len(cases) + len(rejects) + removed
    for before, after in pairwise(logs):
        assert before.rows_out == after.rows_in

"""Expected answers that are no text, and the options of multiple choice."""

from __future__ import annotations

import json

import pytest

from steelyard.cases.mapping import Mapper


def convert(raw):
    record, errors = Mapper({}).convert(raw)
    return record, [error.field for error in errors]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"name": "李", "age": 30}, {"name": "李", "age": 30}),
        ([1, 2, 3], [1, 2, 3]),
        ([{"id": 1}], [{"id": 1}]),
    ],
)
def test_an_expected_object_or_list_is_kept_as_json_text(given, kept):
    record, errors = convert({"input": "q", "expected_output": given})
    assert errors == []
    assert json.loads(record["expected_output"]) == kept


def test_a_list_of_texts_is_several_right_answers():
    record, _ = convert({"input": "q", "answer": ["Paris", "the capital", " "]})
    assert record["references"] == ["Paris", "the capital"]
    assert "expected_output" not in record


def test_several_answers_come_before_references():
    record, _ = convert({"input": "q", "answer": ["Paris"], "references": ["City of Light"]})
    assert record["references"] == ["Paris", "City of Light"]


@pytest.mark.parametrize("empty", [{}, [], [" "]])
def test_an_empty_expected_answer_is_none(empty):
    record, errors = convert({"input": "q", "expected_output": empty})
    assert errors == []
    assert not {"expected_output", "references"} & set(record)


@pytest.mark.parametrize(
    "choices",
    [["red", "green"], [10, 20], {"A": "red", "B": "green"}, {"text": ["a"], "label": ["A"]}],
)
def test_choices_are_texts_in_a_list_or_by_letter(choices):
    for name in ("choices", "options"):
        assert convert({"input": "q", name: choices})[0]["choices"] == choices
        assert convert({"input": "q", name: json.dumps(choices)})[0]["choices"] == choices


@pytest.mark.parametrize("choices", [[["red"]], [{"a": 1}], {"A": ["red"]}, "red", 3])
def test_other_choices_are_refused(choices):
    assert convert({"input": "q", "choices": choices})[1]


def test_a_column_called_options_that_holds_none_is_metadata():
    record, errors = convert({"input": "q", "options": "express delivery"})
    assert errors == []
    assert record["metadata"] == {"options": "express delivery"}


@pytest.mark.parametrize(("given", "kept"), [("0.1", 0.1), (0, 0.0), ("", None)])
def test_tolerance_is_a_number(given, kept):
    assert convert({"input": "q", "tolerance": given})[0].get("tolerance") == kept


@pytest.mark.parametrize("given", [-1, "wide"])
def test_other_tolerances_are_refused(given):
    assert convert({"input": "q", "tolerance": given})[1] == ["tolerance"]

"""Their names to ours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.cases.mapping import CHECKS, Mapper
from steelyard.errors import DataError, PlanError
from steelyard.model import ALIASES, FIELDS
from tests.cases.make import jsonl, load


def convert(raw, **mapping):
    record, errors = Mapper(mapping).convert(raw)
    assert errors == []
    return record


@pytest.mark.parametrize("alias", sorted(ALIASES))
def test_every_alias(alias):
    field = FIELDS[ALIASES[alias]]
    value = field.allowed[0] if field.allowed else '["3"]' if field.type == "json" else "3"
    record = convert({alias: value})
    expected = {"float": 3.0, "list": ["3"], "json": ["3"]}.get(field.type, value)
    assert record == {field.name: expected, "metadata": {}}


@pytest.mark.parametrize("keys", [("answer", "expected_output"), ("expected_output", "answer")])
def test_canonical_wins_over_alias_and_is_warned_about(keys):
    mapper = Mapper({})
    values = {"answer": "alias", "expected_output": "canonical"}
    record, _ = mapper.convert({key: values[key] for key in keys})
    assert record == {"expected_output": "canonical", "metadata": {"answer": "alias"}}
    assert [code for code, _ in mapper.notes] == ["alias_beside"]


def test_alias_steps_in_for_a_null():
    assert convert({"input": None, "query": "q"})["input"] == "q"


def test_first_alias_of_the_field_wins():
    record = convert({"prompt": "p", "question": "q"})
    assert (record["input"], record["metadata"]) == ("q", {"prompt": "p"})


def test_alias_with_a_value_of_its_own_is_not_the_field():
    mapper = Mapper({})
    record, errors = mapper.convert({"input": "q", "type": "multiple-choice"})
    assert (record["metadata"], errors) == ({"type": "multiple-choice"}, [])
    assert [code for code, _ in mapper.notes] == ["alias_not_field"]
    _, errors = mapper.convert({"input": "q", "eval_type": "multiple-choice"})
    assert [e.code for e in errors] == ["not_allowed"]


def test_metadata_is_flattened_and_known_names_lifted():
    record = convert(
        {
            "input": "q",
            "extra": {"a": {"b": [1, {"c": 2}]}, "empty": {}},
            "metadata": {
                "scene": "s",
                "response_time": 1.5,
                "id": 9,
                "nested": {"scene": "inner", "deep": {"x": None, "y": 0}},
                "gone": None,
            },
        }
    )
    assert record == {
        "input": "q",
        "scene": "s",
        "latency_s": 1.5,
        "metadata": {
            "id": 9,
            "nested.scene": "inner",
            "nested.deep.y": 0,
            "extra.a.b": [1, {"c": 2}],
            "extra.empty": {},
        },
    }


def test_top_level_wins_over_metadata():
    mapper = Mapper({})
    record, _ = mapper.convert({"input": "q", "scene": "top", "metadata": {"scene": "inner"}})
    assert (record["scene"], record["metadata"]) == ("top", {"scene": "inner"})
    assert [code for code, _ in mapper.notes] == ["metadata_beside"]


def test_canonical_wins_over_alias_inside_metadata():
    record = convert({"input": "q", "metadata": {"latency": 1, "latency_s": 2}})
    assert (record["latency_s"], record["metadata"]) == (2.0, {"latency": 1})


def test_columns_called_metadata_dot_something():
    record = convert({"input": "q", "metadata.scene": "s", "metadata.k": 1})
    assert record == {"input": "q", "scene": "s", "metadata": {"k": 1}}


def test_fields_of_the_run_go_to_metadata():
    record = convert({"input": "q", "status": "new", "epoch": 4, "row": 1})
    assert record == {"input": "q", "metadata": {"status": "new", "epoch": 4, "row": 1}}


def test_names_that_clash_after_flattening_are_both_kept():
    record = convert({"input": "q", "a": {"b": 1}, "a.b": 2})
    assert record["metadata"] == {"a.b": 1, "a.b#2": 2}


def test_metadata_that_is_no_object():
    _, errors = Mapper({}).convert({"input": "q", "metadata": "free text"})
    assert [(e.field, e.code) for e in errors] == [("metadata", "metadata_type")]
    assert convert({"input": "q", "metadata": "x"}, metadata="metadata.note")["metadata"] == {
        "note": "x"
    }


def test_explicit_map_wins():
    record = convert({"input": "old", "text": "new"}, text="input")
    assert (record["input"], record["metadata"]) == ("new", {"input": "old"})


def test_map_reaches_into_objects_and_takes_the_value_away():
    raw = {"input": "old", "item": {"q": "new", "n": 1}, "metadata": {"topic": {"name": "law"}}}
    record = convert(raw, **{"item.q": "input", "metadata.topic.name": "domain"})
    assert record == {"input": "new", "domain": "law", "metadata": {"input": "old", "item.n": 1}}


def test_map_takes_whole_objects_and_sends_to_metadata():
    raw = {"item": {"q": {"text": "hi"}}, "difficulty": "hard"}
    record = convert(raw, **{"item.q": "input", "difficulty": "metadata.difficulty"})
    assert record == {"input": {"text": "hi"}, "metadata": {"difficulty": "hard"}}


def test_map_to_an_alias_means_its_field():
    assert convert({"frage": "q"}, frage="question")["input"] == "q"


@pytest.mark.parametrize(
    ("target", "hint"), [("expected_ouput", "expected_output"), ("status", "metadata.status")]
)
def test_map_to_nothing(target, hint):
    with pytest.raises(PlanError, match=hint):
        Mapper({"x": target})


def test_map_source_that_no_row_has(tmp_path):
    jsonl(tmp_path / "d.jsonl", [{"input": "a"}, {"input": "b", "k": {"v": "s"}}])
    assert len(load("d.jsonl", base=tmp_path, map={"k.v": "scene"})[0]) == 2
    with pytest.raises(DataError, match=r"none of the 2 rows has k\.w, kind"):
        load("d.jsonl", base=tmp_path, map={"k.w": "scene", "kind": "domain"})


def test_hostile_nesting_is_kept_whole():
    value = leaf = {}
    for _ in range(900):
        leaf["x"] = {}
        leaf = leaf["x"]
    leaf["x"] = 1
    record = convert({"input": "q", "deep": value})
    (key,) = record["metadata"]
    assert key.count(".x") == 16


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


def leaves(value):
    if isinstance(value, dict) and value:
        return [leaf for member in value.values() for leaf in leaves(member)]
    return [] if value is None else [repr(value)]


@given(
    st.dictionaries(
        st.text(max_size=4).filter(
            lambda k: k not in FIELDS and k not in ALIASES and not k.startswith("metadata.")
        ),
        json_values,
        max_size=5,
    )
)
def test_no_unknown_value_is_lost(extra):
    record = convert({"input": "q", **extra})
    assert sorted(map(repr, record["metadata"].values())) == sorted(
        leaves({"input": None, **extra})
    )


@given(st.dictionaries(st.sampled_from(sorted(CHECKS) + sorted(ALIASES)), json_values, max_size=6))
def test_any_value_gives_a_record_or_reasons(raw):
    record, errors = Mapper({}).convert(raw)
    assert set(record) <= set(CHECKS) | {"metadata"}
    assert all(value is not None for value in record.values())
    assert all(error.message and error.allowed and error.field for error in errors)

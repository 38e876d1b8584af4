"""JSON answers: every expected field must be in the reply; more is allowed."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.scorers.matchers.json_subset import match_json, read_expected_json
from tests.looped import looped

PERSON = '{"name": "Li", "age": 30}'
NESTED = '{"user": {"name": "李", "tags": ["a", "b"]}, "ok": true, "note": null}'
ITEMS = '[{"id": 1}, {"id": 2}]'


@looped(
    ("expected", "reply", "passed"),
    [
        (PERSON, PERSON, True),
        (PERSON, '{"age": 30, "name": "Li"}', True),
        (PERSON, '{"age": 30.0, "name": "Li"}', True),
        (PERSON, '{"age": 3e1, "name": "Li"}', True),
        (PERSON, '{"age": 30, "name": "LI "}', True),
        (PERSON, '{"age": 30, "name": "Ｌｉ"}', True),
        (PERSON, '{"age": 30, "name": "Li", "city": "X"}', True),
        (PERSON, '```json\n{"age": 30, "name": "Li"}\n```', True),
        (PERSON, '```\n{"age": 30, "name": "Li"}\n```', True),
        (PERSON, 'Sure.\n\n```json\n{"age": 30, "name": "Li"}\n```\nDone.', True),
        (PERSON, 'Here it is: {"age": 30, "name": "Li"}. Anything else?', True),
        (PERSON, 'As in [1]: {"age": 30, "name": "Li"}', True),
        (PERSON, 'In {braces}: {"age": 30, "name": "Li"}', True),
        (PERSON, '{"age": 31, "name": "Li"}', False),
        (PERSON, '{"age": "30", "name": "Li"}', False),
        (PERSON, '{"age": null, "name": "Li"}', False),
        (PERSON, '{"name": "Li"}', False),
        (PERSON, '{"Name": "Li", "age": 30}', False),
        (PERSON, '{"person": {"name": "Li", "age": 30}}', False),
        (PERSON, "name Li, age 30", False),
        (PERSON, "{'name': 'Li', 'age': 30}", False),
        (PERSON, '{"name": "Li", "age": 30', False),
        (PERSON, "", False),
        (PERSON, "[]", False),
        (NESTED, NESTED, True),
        (
            NESTED,
            '{"user": {"name": "李", "tags": ["a", "b"], "x": 1}, "ok": true, "note": null}',
            True,
        ),
        (NESTED, '{"user": {"name": "李", "tags": ["a"]}, "ok": true, "note": null}', False),
        (NESTED, '{"user": {"name": "李", "tags": ["b", "a"]}, "ok": true, "note": null}', False),
        (NESTED, '{"user": {"name": "李", "tags": ["a", "b"]}, "ok": 1, "note": null}', False),
        (NESTED, '{"user": {"name": "李", "tags": ["a", "b"]}, "ok": true}', False),
        (NESTED, '{"user": {"name": "李", "tags": ["a", "b"]}, "ok": "true", "note": null}', False),
        ('{"ok": 1}', '{"ok": true}', False),
        ('{"ok": 0}', '{"ok": false}', False),
        ('{"ok": 0}', '{"ok": null}', False),
        ('{"ok": ""}', '{"ok": null}', False),
        (
            '{"姓名": "李雷", "年龄": 30}',
            '结果：{"年龄": 30, "姓名": "李雷", "城市": "北京"}',
            True,
        ),
        ('{"姓名": "李雷"}', '{"姓名": "韩梅梅"}', False),
        (ITEMS, ITEMS, True),
        (ITEMS, '[{"id": 1, "x": 0}, {"id": 2}]', True),
        (ITEMS, '[{"id": 2}, {"id": 1}]', False),
        (ITEMS, '[{"id": 1}]', False),
        (ITEMS, '[{"id": 1}, {"id": 2}, {"id": 3}]', False),
        (ITEMS, 'The list is [{"id": 1}, {"id": 2}].', True),
        (ITEMS, '{"items": [{"id": 1}, {"id": 2}]}', False),
        ("[1, 2, 3]", "[1,2,3]", True),
        ("[1, 2, 3]", "1, 2, 3", False),
        ("[]", "[]", True),
        ("[]", "[1]", False),
        ("{}", "{}", True),
        ("{}", '{"a": 1}', False),
        ('{"x": 0.3}', '{"x": 0.30000000000000004}', True),
        ('{"x": 1}', '{"x": NaN}', False),
        ('{"x": 100000000000000000000}', '{"x": 100000000000000000001}', False),
    ],
)
def test_expected_is_part_of_the_reply(expected, reply, passed):
    assert match_json(expected, reply).passed is passed


@pytest.mark.parametrize(
    ("text", "is_json"),
    [
        ('{"a": 1}', True),
        (" [1, 2] ", True),
        ("{}", True),
        ("[1", False),
        ("{a: 1}", False),
        ("1", False),
        ('"text"', False),
        ("[1] and [2]", False),
        ("plain", False),
        ("", False),
    ],
)
def test_an_expected_answer_is_json_as_a_whole(text, is_json):
    assert (read_expected_json(text) is not None) is is_json


@pytest.mark.parametrize(
    ("reply", "evidence"),
    [
        ("nothing", "unread"),
        ('{"name": "Li", "age": 31}', "age: 31"),
        ('{"name": "Li"}', "age: absent"),
        ('{"name": "Li", "age": 30}', '{"name": "Li", "age": 30}'),
    ],
)
def test_evidence_names_the_place(reply, evidence):
    assert match_json(PERSON, reply).evidence == evidence


@pytest.mark.parametrize(
    ("fields", "exact", "reply", "passed"),
    [
        (["name"], False, '{"name": "Li", "age": 99}', True),
        (["name"], False, '{"name": "Bo", "age": 30}', False),
        (["name", "age"], False, '{"name": "Li"}', False),
        ([], True, '{"name": "Li", "age": 30}', True),
        ([], True, '{"name": "Li", "age": 30, "x": 1}', False),
    ],
)
def test_only_some_fields_or_no_others(fields, exact, reply, passed):
    assert match_json(PERSON, reply, fields=fields, exact=exact).passed is passed


def test_a_path_goes_into_objects_and_lists():
    reply = '{"items": [{"id": 1}, {"id": 2}], "n": 3}'
    expected = '{"items": [{"id": 1}, {"id": 5}], "n": 2}'
    assert match_json(expected, reply, fields=["items.0.id"]).passed
    assert match_json(expected, reply, fields=["items.1.id"]).evidence == "items.1.id: 2"


scalars = st.none() | st.booleans() | st.integers(-999, 999) | st.text("abc中文", max_size=4)
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3), max_leaves=5)
objects = st.dictionaries(st.text("abcd键", min_size=1, max_size=3), values, min_size=1, max_size=4)


@given(objects, objects)
def test_more_fields_are_allowed_and_missing_ones_are_not(expected, extra):
    text = json.dumps(expected, ensure_ascii=False)
    assert match_json(text, json.dumps({**extra, **expected})).passed
    assert match_json(text, f"Here you are:\n```json\n{text}\n```").passed
    name = next(iter(expected))
    less = {key: value for key, value in expected.items() if key != name}
    assert not match_json(text, json.dumps(less)).passed


@given(st.text(max_size=200))
def test_any_reply_is_read(text):
    assert match_json(PERSON, text).passed in (True, False)


@pytest.mark.parametrize(
    "reply", ["[" * 1_000_000, "{" * 1_000_000, '{"a":' * 200_000, "[1," * 300_000]
)
def test_hostile_replies(reply):
    assert not match_json(PERSON, reply).passed

"""The filter language, against DuckDB as the judge of SQL's logic."""

from __future__ import annotations

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.cases.steps.expression import parse
from steelyard.cases.steps.options import Options
from steelyard.errors import PlanError
from tests.tries import tries

SQL = duckdb.connect()
OPTIONS = Options("filter", {}, number=1, short=None)
RECORD = {
    "case_id": "1",
    "input": "hello world",
    "scene_type": "train",
    "domain": "it's",
    "score": 0.5,
    "passed": True,
    "attempt_no": 3,
    "references": ["a", "b"],
    "metadata": {"k.x": 7, "语言": "中文", "weird name": "w", "note": "n"},
}


def truth(text):
    return parse(text, OPTIONS).test(RECORD)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("scene_type = 'train'", True),
        ('scene_type == "train" AND score >= .5', True),
        ("score < 5e-1 or passed = true", True),
        ("not passed = false", True),
        ("domain = 'it''s'", True),
        ("domain <> 'x'", True),
        ("attempt_no in (1, 2, 3)", True),
        ("attempt_no not in (1, 2)", True),
        ("input contains 'world'", True),
        ("input not contains 'world'", False),
        ("references contains 'b'", True),
        ("references contains 'ab'", False),
        ("k.x = 7 and metadata.k.x > -1", True),
        ("语言 = '中文'", True),
        ("`weird name` = 'w'", True),
        ("question is not null", True),
        ("label is null", True),
        ("label = 'x'", None),
        ("not label = 'x'", None),
        ("label = 'x' or passed = true", True),
        ("label = 'x' and passed = false", False),
        ("label = 'x' and passed = true", None),
        ("(scene_type = 'train' or label = 'x') and not (score > 1)", True),
        ("note = 7", False),
        ("note != 7", True),
        ("note < 7", None),
    ],
)
def test_truth(text, expected):
    assert truth(text) is expected


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("", 1),
        ("scene", 6),
        ("scene =", 8),
        ("scene = train", 9),
        ("scene = 'a' b", 13),
        ("scene = 'a' and", 16),
        ("(scene = 'a'", 13),
        ("scene in 'a'", 10),
        ("scene in ('a'", 14),
        ("scene is 3", 10),
        ("scene not = 'a'", 11),
        ("'a' = scene", 1),
        ("scene = 'open", 9),
        ("scene ; drop", 7),
        ("score = 'high'", 9),
        ("scene = 3", 9),
        ("passed = 1", 10),
        ("attempt_no = true", 14),
        ("scene_type = 'trained'", 14),
        ("__import__('os')", 11),
        ("score = 1.2.3", 9),
    ],
)
def test_errors_give_the_character(text, at):
    with pytest.raises(PlanError, match=f"at character {at}:") as caught:
        parse(text, OPTIONS)
    assert caught.value.hint.endswith("\n  " + " " * (at - 1) + "^")


def test_close_choices_are_suggested():
    with pytest.raises(PlanError, match="Did you mean: train"):
        parse("scene_type = 'trained'", OPTIONS)


@pytest.mark.parametrize("text", ["(" * 100_000, "not " * 100_000])
def test_bombs(text):
    with pytest.raises(PlanError, match="nested deeper"):
        parse(text, OPTIONS)


atoms = st.sampled_from(
    [
        "a = 1",
        "a != 1",
        "a > 0",
        "a <= 1",
        "a in (0, 2)",
        "a not in (1, 2)",
        "a is null",
        "a is not null",
        "b = 'x'",
        "b < 'y'",
        "b in ('x', 'z')",
        "not b = 'x'",
    ]
)
expressions = st.recursive(
    atoms,
    lambda inner: (
        st.builds("({} and {})".format, inner, inner)
        | st.builds("({} or {})".format, inner, inner)
        | st.builds("not ({})".format, inner)
    ),
    max_leaves=6,
)


@tries(30, 150)
@given(expressions, st.sampled_from([None, 0, 1, 2]), st.sampled_from([None, "x", "y", "z"]))
def test_agrees_with_sql(text, a, b):
    metadata = {k: v for k, v in (("a", a), ("b", b)) if v is not None}
    ours = parse(text, OPTIONS).test({"metadata": metadata})
    query = f"SELECT {text} FROM (SELECT $1::INT AS a, $2::VARCHAR AS b)"
    ((theirs,),) = SQL.execute(query, [a, b]).fetchall()
    assert ours == theirs
    assert type(ours) is type(theirs)

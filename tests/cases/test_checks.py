"""What each field accepts, and what it makes of it."""

from __future__ import annotations

import pytest

from steelyard.cases.mapping import CHECKS
from steelyard.cases.rows import RowError

MISSING = None


@pytest.mark.parametrize(
    ("field", "given", "kept"),
    [
        ("passed", True, True),
        ("passed", "TRUE", True),
        ("passed", "是", True),
        ("passed", "否", False),
        ("passed", 1, True),
        ("passed", 0.0, False),
        ("passed", " ", MISSING),
        ("score", "0.5", 0.5),
        ("score", 1, 1.0),
        ("score", "nan", MISSING),
        ("score", float("inf"), MISSING),
        ("score", "", MISSING),
        ("cost", "1e-3", 0.001),
        ("attempt_no", "3", 3),
        ("attempt_no", 3.0, 3),
        ("attempt_no", "3.0", 3),
        ("scene_type", "Train", "train"),
        ("scene_type", "non-train", "non_train"),
        ("scene_type", " ", MISSING),
        ("scene", " s1 ", "s1"),
        ("scene", "", MISSING),
        ("case_id", 17, "17"),
        ("label", True, "true"),
        ("expected_output", " kept ", " kept "),
        ("expected_output", "  ", MISSING),
        ("output", "", ""),
        ("references", "a, b", ["a, b"]),
        ("references", ["a", 2], ["a", "2"]),
        ("references", '["a", "b"]', ["a", "b"]),
        ("references", [], MISSING),
        ("retrieved", "d1", ["d1"]),
        ("relevance", '{"d": 10}', {"d": 10}),
        ("input", 42, "42"),
        ("input", [{"role": "user", "content": "hi"}], [{"role": "user", "content": "hi"}]),
        ("input", {"a": 1}, {"a": 1}),
        ("input", "  ", MISSING),
        ("input", [], MISSING),
        ("subtasks", [{"share": 0.5, "weight": 2}], [{"share": 0.5, "weight": 2}]),
        (
            "objectives",
            [{"id": "o", "weight": 1, "achieved": True}],
            [{"id": "o", "weight": 1, "achieved": True}],
        ),
        (
            "expected_tools",
            ["search", {"name": "open"}, {"tool": "x"}],
            ["search", {"name": "open"}, {"tool": "x"}],
        ),
        ("option_utilities", {"a": -3}, {"a": -3}),
    ],
)
def test_kept(field, given, kept):
    found = CHECKS[field](given)
    assert found == kept
    assert type(found) is type(kept)


@pytest.mark.parametrize(
    ("field", "given", "code", "place"),
    [
        ("passed", 2, "wrong_type", "passed"),
        ("passed", "maybe", "wrong_type", "passed"),
        ("score", 1.5, "out_of_range", "score"),
        ("score", "-1", "out_of_range", "score"),
        ("score", True, "wrong_type", "score"),
        ("score", "high", "wrong_type", "score"),
        ("score", "1_0", "wrong_type", "score"),
        ("attempt_no", 1.5, "wrong_type", "attempt_no"),
        ("attempt_no", 0, "out_of_range", "attempt_no"),
        ("attempt_no", True, "wrong_type", "attempt_no"),
        ("attempt_no", 10**30, "wrong_type", "attempt_no"),
        ("scene_type", "trained", "not_allowed", "scene_type"),
        ("scene_type", 3, "not_allowed", "scene_type"),
        ("label", ["a"], "wrong_type", "label"),
        ("references", [None], "bad_item", "references"),
        ("references", {"a": 1}, "wrong_type", "references"),
        ("retrieved", "d1, d2", "wrong_type", "retrieved"),
        ("relevance", {"d": 11}, "bad_shape", "relevance.d"),
        ("relevance", {"d": "3"}, "bad_shape", "relevance.d"),
        ("relevance", ["d"], "bad_shape", "relevance"),
        ("relevance", "text", "wrong_type", "relevance"),
        ("input", True, "wrong_type", "input"),
        ("input", ["just text"], "wrong_type", "input"),
        ("subtasks", [{"share": 2}], "bad_shape", "subtasks[0].share"),
        ("subtasks", {"share": 1}, "bad_shape", "subtasks"),
        ("subtasks", [1], "bad_shape", "subtasks[0]"),
        ("objectives", [{"weight": "3"}], "bad_shape", "objectives[0].weight"),
        ("objectives", [{"weight": True}], "bad_shape", "objectives[0].weight"),
        ("constraints", [{"hard": 1}], "bad_shape", "constraints[0].hard"),
        ("trajectory", {"a": 1}, "bad_shape", "trajectory"),
        ("situation_truth", [1], "bad_shape", "situation_truth"),
        ("expected_tools", [{"title": "x"}], "bad_shape", "expected_tools[0]"),
    ],
)
def test_refused(field, given, code, place):
    error = CHECKS[field](given)
    assert isinstance(error, RowError)
    assert (error.code, error.field) == (code, place)
    assert error.found in error.message
    assert error.allowed in error.message

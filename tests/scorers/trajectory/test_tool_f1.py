"""Tool calls, milestones, steps and forbidden tools."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.model import compute
from steelyard.scorers import run_scorers
from steelyard.scorers.trajectory.tool_f1 import match_calls
from tests.tries import tries

CALLS = st.tuples(st.sampled_from("ab"), st.sampled_from([{}, {"x": 1}, {"x": 2}]))


@tries(100, 500)
@given(st.lists(st.one_of(CALLS, st.sampled_from("ab")), max_size=4), st.lists(CALLS, max_size=4))
def test_as_many_match_as_the_best_of_all_assignments(expected, actual):
    """An exhaustive search over every way of pairing calls."""

    def fits(wanted, call):
        return wanted == call[0] if isinstance(wanted, str) else wanted == call

    size = max(len(expected), len(actual))
    slots = [*actual, *[None] * (size - len(actual))]
    best = max(
        sum(call is not None and fits(w, call) for w, call in zip(expected, order, strict=False))
        for order in permutations(slots)
    )
    items = [w if isinstance(w, str) else {"tool": w[0], "args": w[1]} for w in expected]
    found = match_calls(items, actual)
    assert found == (len(expected), len(actual), best)
    if expected or actual:
        assert found.f1 == pytest.approx(2 * best / (len(expected) + len(actual)))


@pytest.mark.parametrize(
    ("expected", "actual", "f1"),
    [
        ([], [], 1.0),
        ([{"tool": "a"}], [], 0.0),
        ([], [{"tool": "a"}], 0.0),
        ([{"tool": "a"}], [{"tool": "a", "args": {"x": 1}}], 0.0),
        (["a"], [{"tool": "a", "args": {"x": 1}}], 1.0),
        ([{"tool": "a", "args": {"n": 1}}], [{"tool": "a", "args": '{"n": 1.0}'}], 1.0),
        ([{"tool": "a"}, {"tool": "a"}], [{"tool": "a"}], 2 / 3),
    ],
)
def test_edges(expected, actual, f1):
    found = compute("agent.tool_f1", {"expected": expected, "actual": actual})
    assert found["value"] == pytest.approx(f1)


def test_no_expectation_is_no_score():
    assert compute("agent.tool_f1", {"expected": None, "actual": []})["value"] is None
    batch = {"expected_tools": [None, ["a"], '["a"]'], "trajectory": [[], None, [{"tool": "a"}]]}
    assert run_scorers(batch, [("agent.tool_f1", {})]).columns["agent_tool_f1"] == [None, None, 1.0]


def test_counts_are_kept_for_pooling():
    batch = {"expected_tools": [["a", "b"]], "trajectory": [[{"tool": "a"}, {"tool": "c"}]]}
    columns = run_scorers(batch, [("agent.tool_f1", {})]).columns
    names = ("agent_tools_expected", "agent_tools_called", "agent_tools_matched")
    assert [columns[name] for name in names] == [[2], [2], [1]]


def test_arguments_nested_too_deep_cost_only_their_row():
    deep: list = []
    for _ in range(5000):
        deep = [deep]
    batch = {
        "expected_tools": [["a"], ["a"]],
        "trajectory": [[{"tool": "a", "args": deep}], [{"tool": "a"}]],
    }
    scored = run_scorers(batch, [("agent.tool_f1", {})])
    assert scored.columns["agent_tool_f1"] == [None, 1.0]
    assert [failure.row for failure in scored.failures] == [0]


def test_milestones_reported_come_before_those_found():
    steps = [{"tool": "Find_Route"}, {"type": "state", "milestone": "arrived"}]
    batch = {
        "milestones": [["find_route", "arrived", "报告完成", "never"]] * 3,
        "milestones_reached": [None, ["never"], None],
        "trajectory": [steps, steps, None],
        "output": ["任务结束，报告完成。", "报告完成", None],
    }
    columns = run_scorers(batch, [("agent.progress", {})]).columns
    assert columns["agent_progress"] == [0.75, 0.25, None]
    assert columns["agent_milestones_reached"] == [3, 1, None]


def test_step_efficiency_needs_a_verdict():
    batch = {
        "passed": [True, True, False, None, True],
        "optimal_steps": [2, 2, 2, 2, 2],
        "trajectory": [[{"tool": "a"}] * 4, [], [{"tool": "a"}], [{"tool": "a"}], None],
    }
    columns = run_scorers(batch, [("agent.step_efficiency", {})]).columns
    assert columns["agent_step_efficiency"] == [0.5, 1.0, 0.0, None, None]
    assert columns["agent_steps"] == [4, 0, 1, 1, None]


def test_the_forbidden_call_is_evidence():
    steps = [{"tool": "look"}, {"tool": "delete", "args": {"id": 7}}]
    batch = {"forbidden_tools": [["delete"], ["drop"], None], "trajectory": [steps, steps, steps]}
    columns = run_scorers(batch, [("agent.forbidden_tools", {})]).columns
    assert columns["agent_forbidden_tools"] == [True, False, None]
    assert columns["agent_forbidden_tools_ok"] == [False, True, None]
    assert columns["agent_forbidden_tools_evidence"] == [
        [{"step": 1, "name": "delete", "arguments": {"id": 7}}],
        None,
        None,
    ]

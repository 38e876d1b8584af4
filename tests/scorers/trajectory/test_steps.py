"""Trajectories as agents and frameworks write them."""

from __future__ import annotations

import pytest

from steelyard.scorers.trajectory.canonical import canonical, same
from steelyard.scorers.trajectory.steps import count_steps, error_steps, read_call, tool_calls

FUNCTION = {"name": "search", "arguments": '{"n":1,"q":"x"}'}
WANTED = ("search", {"q": "x", "n": 1})


@pytest.mark.parametrize(
    "entry",
    [
        {"type": "tool_call", "id": "1", "name": "search", "arguments": {"q": "x", "n": 1}},
        {"type": "tool-call", "name": "search", "arguments": '{"q": "x", "n": 1}'},
        {"tool": "search", "args": {"q": "x", "n": 1}},
        {"tool_name": "search", "tool_input": {"q": "x", "n": 1}},
        {"type": "tool_use", "name": "search", "input": {"n": 1, "q": "x"}},
        {"type": "function", "function": {"name": "search", "arguments": '{"n": 1, "q": "x"}'}},
        {"function": {"name": "search", "arguments": {"n": 1, "q": "x"}}},
        {"action": "search", "action_input": {"n": 1, "q": "x"}},
        {"role": "assistant", "tool_calls": [{"id": "1", "function": FUNCTION}]},
        {"role": "assistant", "function_call": FUNCTION},
        {"name": "search", "parameters": {"n": 1, "q": "x"}},
    ],
)
def test_spellings_of_a_call(entry):
    [call] = tool_calls([{"type": "reasoning", "text": "hm"}, entry])
    assert (call.name, call.arguments) == WANTED
    assert call.step == 1
    assert count_steps([entry]) == 1


@pytest.mark.parametrize(
    "entry",
    [
        {"type": "tool_result", "name": "search", "content": "found"},
        {"type": "tool", "name": "search", "content": "found"},
        {"role": "tool", "name": "search", "content": "found"},
        {"type": "reasoning", "text": "search"},
        {"role": "user", "content": "search"},
        {"type": "message", "name": "bob"},
        {"type": "observation", "tool": "search"},
    ],
)
def test_entries_that_only_tell(entry):
    assert tool_calls([entry]) == []
    assert count_steps([entry]) == 0


def test_steps_of_other_kinds_count():
    assert count_steps([{"type": "navigate", "to": "/"}, {"click": "ok"}]) == 2


def test_no_arguments_is_an_empty_object():
    assert read_call({"tool": "now"}) == ("now", {})
    assert read_call({"tool": "now", "args": None}) == ("now", {})
    assert read_call({"tool": "say", "args": "hello"}) == ("say", "hello")
    assert read_call({"args": {}}) is None


@pytest.mark.parametrize(
    ("entry", "is_error"),
    [
        ({"error": "timeout"}, True),
        ({"error": None}, False),
        ({"error": ""}, False),
        ({"is_error": True}, True),
        ({"is_error": False}, False),
        ({"status": "Failed"}, True),
        ({"status": "ok"}, False),
        ({"status": 503}, True),
        ({"status": 200}, False),
        ({"success": False}, True),
        ({"type": "error"}, True),
        ({"result": {"error": "no such file"}}, True),
        ({"result": "error is a word"}, False),
        ({"arguments_error": "not JSON"}, True),
    ],
)
def test_errors(entry, is_error):
    assert bool(error_steps([entry])) is is_error


def test_a_call_and_its_result_are_one_error():
    steps = [
        {"type": "tool_call", "id": "1", "name": "a", "status": "error"},
        {"type": "tool_result", "tool_call_id": "1", "is_error": True},
        {"type": "tool_result", "tool_call_id": "2", "is_error": True},
    ]
    assert error_steps(steps) == [0, 2]


def test_canonical_values():
    assert canonical({"b": 1.0, "a": [2, 2.5]}) == canonical({"a": [2.0, 2.5], "b": 1})
    assert same(1, 1.0)
    assert not same(True, 1)
    assert not same("1", 1)
    assert canonical(2.0**60) != canonical(2**60 + 1)


@pytest.mark.slow
def test_values_nested_too_deep_are_not_equal():
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    assert same(deep, deep) is False

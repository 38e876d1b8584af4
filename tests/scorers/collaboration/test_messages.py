"""`collab.messages` case by case, worked by hand."""

from __future__ import annotations

import json

import pytest

from steelyard.scorers import choose_scorers, run_scorers


def score(messages, params=None, **cells):
    names = ("messages", "trajectory", "shared_facts", "situation_truth", "latency_s")
    names += ("task_quality", "passed")
    row = dict.fromkeys(names) | {"messages": messages} | cells
    batch = {name: [value] for name, value in row.items()}
    scored = run_scorers(batch, [("collab.messages", params or {})])
    assert scored.failures == []
    return {name: column[0] for name, column in scored.columns.items()}


def said(sender, receiver, text=None, **more):
    return {"sender": sender, "receiver": receiver, "text": text, **more}


TALK = [
    said("user", "planner", "go", id=0, ts="2026-05-01T08:00:00Z"),
    said("planner", "scout", "load?", id=1, ts="2026-05-01T08:00:01Z"),
    said("scout", "planner", "load is 40", id=2, in_reply_to=1, ts="2026-05-01T08:00:04+00:00"),
    said("planner", "scout", "ok", id=3, expects_reply=False),
    said("planner", "planner", "note to self", id=4),
    said("planner", "user", "done", in_reply_to=0, ts="2026-05-01T08:00:06.5Z"),
]


def test_a_team_by_hand():
    found = score(TALK, shared_facts={"load": 40}, latency_s=99.0, passed=True)
    assert found["collaboration"] is True
    assert found["collab_messages"] == 3
    assert found["communication_rounds"] == 2
    assert (found["messages_total"], found["messages_correct"]) == (1, 1)
    assert found["collab_time"] == found["task_time"] == 6.5
    assert found["task_quality"] == 1.0
    assert found["collab_response_rate"] == 1.0
    assert found["collab_redundancy"] == 0.0
    assert found["collab_balance"] == pytest.approx(0.9183, abs=5e-5)
    assert found["collab_parallelism"] is None


def test_who_is_outside_is_a_choice():
    assert score(TALK, {"outsiders": []})["collab_messages"] == 5
    assert score(TALK, {"outsiders": ["user", "scout"]})["collaboration"] is False


def test_a_single_agent_is_no_team():
    found = score([TALK[0], TALK[-1]], latency_s=3.0, passed=True)
    assert found["collaboration"] is False
    assert found["collab_messages"] == 0
    rest = {k: v for k, v in found.items() if k not in ("collaboration", "collab_messages")}
    assert set(rest.values()) == {None}


def test_a_partner_who_never_answers_is_still_a_partner():
    found = score([said("a", "b", "?", id=1), said("a", "b", "??", id=2)])
    assert found["collaboration"] is True
    assert found["collab_response_rate"] == 0.0
    assert found["collab_balance"] == 0.0


def test_time_is_the_latency_when_nothing_has_one():
    found = score([said("a", "b"), said("b", "a")], latency_s=2.5)
    assert found["collab_time"] == 2.5
    assert found["collab_redundancy"] is None


def test_busy_times_among_messages_and_steps():
    talk = [said("a", "b"), {"agent": "a", "start": 0, "end": 10}]
    steps = [{"type": "tool_call", "name": "x", "agent": "b", "start": 5, "end": 10}]
    found = score(talk, trajectory=json.dumps(steps))
    assert found["collab_parallelism"] == 1.5
    assert found["collab_time"] == 10


def test_facts_first_then_marks_then_nothing():
    talk = [
        said("a", "b", "load is 40", correct=False),
        said("a", "b", "load is 30", correct=True),
        said("a", "b", "hello", correct=True),
        said("a", "b", "goodbye"),
    ]
    found = score(talk, shared_facts={"load": 40})
    assert (found["messages_total"], found["messages_correct"]) == (3, 2)
    found = score(talk, situation_truth={"load": 30})
    assert (found["messages_total"], found["messages_correct"]) == (3, 2)
    found = score(talk, shared_facts={"load": 40}, situation_truth={"load": 30})
    assert found["messages_correct"] == 2
    found = score(talk)
    assert (found["messages_total"], found["messages_correct"]) == (3, 2)
    found = score([said("a", "b", "goodbye")])
    assert (found["messages_total"], found["messages_correct"]) == (None, None)


def test_quality_is_what_was_reported_else_the_verdict():
    talk = [said("a", "b")]
    assert score(talk, task_quality=0.7, passed=False)["task_quality"] == 0.7
    assert score(talk, passed=False)["task_quality"] == 0.0
    assert score(talk)["task_quality"] is None


def test_chosen_when_the_data_speaks_of_teams():
    assert "collab.messages" in choose_scorers(["input", "shared_facts"])
    assert "collab.messages" in choose_scorers(["input", "messages"])
    assert "collab.messages" not in choose_scorers(["input", "expected_output"])

"""One simulation of tau2-bench under our names."""

from __future__ import annotations

from typing import Any, Literal

from steelyard.interop.imports.chat import steps_of
from steelyard.interop.imports.record import Row, Skipped
from steelyard.interop.imports.shapes import object_of
from steelyard.interop.imports.verdict import Columns, number, unit

_EVALUABLE = 1e-6
"""How near a reward must be to 1 to count as success, as tau2-bench itself has it."""
_NOT_EVALUABLE = ("infrastructure_error", "context_window_exceeded", "unexpected_error")
"""Reasons for ending without anything to judge; tau2-bench leaves them out of its numbers."""


def make_row(
    simulation: dict[str, Any],
    task: dict[str, Any],
    columns: Columns,
    *,
    errors: Literal["agent", "infra"],
    skipped: Skipped,
    place: str,
) -> Row:
    """Return the row of a simulation of `task`."""
    reward = object_of(simulation.get("reward_info"))
    value = number(reward.get("reward"))
    reason = str(simulation.get("termination_reason") or "")
    messages = _messages(simulation, skipped, place)
    criteria = object_of(task.get("evaluation_criteria"))
    row: Row = {
        "case_id": str(simulation["task_id"]),
        "epoch": simulation.get("trial") or 0,
        "input": _wish(task),
        "expected_tools": _actions(criteria),
        "metadata": _metadata(task, simulation),
        "output": _last_answer(messages),
        "trajectory": _steps(messages) or None,
        "latency_s": number(simulation.get("duration")),
        "cost": number(simulation.get("agent_cost")),
        "score": unit(value),
        "passed": None if value is None else abs(value - 1) < _EVALUABLE,
        "completed": _completed(reason),
        "foreign_scores": _scores(reward, columns),
        **_tokens(messages),
    }
    if reason in _NOT_EVALUABLE:
        row |= _failed("error", reason, errors)
    elif reason == "timeout":
        row |= _failed("timeout", reason, "agent")
    elif value is None:
        skipped.add("tau2.skip_no_reward", place)
    return row


def _failed(
    status: Literal["error", "timeout"], reason: str, kind: Literal["agent", "infra"]
) -> Row:
    return {"status": status, "error": reason, "error_reason": f"tau2_{reason}", "error_kind": kind}


def _completed(reason: str) -> bool | None:
    """Return whether the conversation was carried through; None when nothing can be said."""
    if not reason or reason in _NOT_EVALUABLE:
        return None
    return reason in ("user_stop", "agent_stop")


def _wish(task: dict[str, Any]) -> str:
    """Return what the simulated user is told: why it calls, what it knows, how to behave."""
    said = object_of(task.get("user_scenario")).get("instructions")
    if not isinstance(said, dict):
        return str(said or "")
    names = ("reason_for_call", "known_info", "unknown_info", "task_instructions")
    return "\n\n".join(str(said[name]).strip() for name in names if said.get(name))


def _actions(criteria: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Return the reference calls of the agent; they are one right way, not the only one."""
    found = [
        {"name": one.get("name"), "arguments": object_of(one.get("arguments"))}
        for one in criteria.get("actions") or ()
        if isinstance(one, dict) and one.get("requestor", "assistant") == "assistant"
    ]
    return found or None


def _metadata(task: dict[str, Any], simulation: dict[str, Any]) -> dict[str, Any]:
    purpose = object_of(task.get("description")).get("purpose")
    criteria = object_of(task.get("evaluation_criteria"))
    kept = {"purpose": purpose, "reward_basis": criteria.get("reward_basis")}
    return {name: value for name, value in kept.items() if value}


def _messages(simulation: dict[str, Any], skipped: Skipped, place: str) -> list[dict[str, Any]]:
    found = simulation.get("messages")
    if isinstance(found, list):
        return [one for one in found if isinstance(one, dict)]
    if simulation.get("ticks"):
        skipped.add("tau2.skip_ticks", place)
    return []


def _steps(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what the agent did; calls of the user's own tools, and their results, are not its."""
    own = [one for one in messages if one.get("requestor") != "user"]
    return steps_of(
        one
        | {"tool_call_id": one.get("id"), "error": one.get("content") if one.get("error") else None}
        if one.get("role") == "tool"
        else one
        for one in own
    )


def _last_answer(messages: list[dict[str, Any]]) -> str | None:
    for one in reversed(messages):
        if one.get("role") == "assistant" and isinstance(one.get("content"), str):
            return str(one["content"])
    return None


def _tokens(messages: list[dict[str, Any]]) -> Row:
    """Return the tokens of the agent, when every answer of it says them."""
    said = [one for one in messages if one.get("role") == "assistant"]
    used = [usage for one in said if (usage := object_of(one.get("usage")))]
    # The greeting is not generated and has no usage.
    if not used or len(used) < len(said) - 1:
        return {}
    names = (("input_tokens", "prompt_tokens"), ("output_tokens", "completion_tokens"))
    return {ours: int(sum(number(one.get(theirs)) or 0 for one in used)) for ours, theirs in names}


def _scores(reward: dict[str, Any], columns: Columns) -> dict[str, float]:
    """Return the reward and its parts."""
    parts = {"reward": reward.get("reward"), **object_of(reward.get("reward_breakdown"))}
    checks = [one for one in reward.get("action_checks") or () if isinstance(one, dict)]
    if checks:
        parts["actions"] = sum(bool(one.get("action_match")) for one in checks) / len(checks)
    return {
        columns.of(name): found
        for name, value in parts.items()
        if (found := number(value)) is not None
    }

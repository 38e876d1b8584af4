"""What happened in a trajectory: tool calls, errors and steps, in the spellings agents use.

The documented shape of a call is `{"type": "tool_call", "name", "arguments"}`. Also read: `tool`
and `args`; a `function` with `name` and `arguments` as JSON text; `tool_use` with `input`; chat
messages with `tool_calls`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from steelyard.scorers.plain_json import objects, plain

_CALLS = frozenset(
    {"tool_call", "toolcall", "tool_use", "function_call", "function", "call", "action"}
)
_TELLS = frozenset(  # entries that only tell something: no step of their own
    {"tool_result", "tool_output", "tool_response", "tool", "result", "observation", "output"}
    | {"reasoning", "thinking", "thought", "plan", "message", "text", "final", "answer", "refusal"}
)
_NAMES = ("name", "tool", "tool_name", "action", "function")
_TOOL_NAMES = ("tool", "tool_name", "action", "function")
_ARGUMENTS = ("arguments", "args", "input", "parameters", "tool_input", "action_input")
_FAILED = frozenset({"error", "errored", "failed", "failure", "timeout", "exception"})
_MISSING = object()


class Call(NamedTuple):
    """One tool call: its place in the trajectory, from 0, the tool and what it was given."""

    step: int
    name: str
    arguments: Any


def read_trajectory(cell: Any) -> list[dict[str, Any]] | None:
    """Return the entries of a trajectory cell; None when the agent gave none."""
    return objects(cell)


def tool_calls(trajectory: list[dict[str, Any]]) -> list[Call]:
    """Return the tool calls of a trajectory in order."""
    return [Call(step, *call) for step, entry in enumerate(trajectory) for call in _calls_of(entry)]


def count_steps(trajectory: list[dict[str, Any]]) -> int:
    """Return how many steps were taken: tool calls, and entries that do not merely tell."""
    steps = 0
    for entry in trajectory:
        calls = sum(1 for _ in _calls_of(entry))
        steps += calls or not _only_tells(entry)
    return steps


def error_steps(trajectory: list[dict[str, Any]]) -> list[int]:
    """Return the places of tool errors; a call and its result with one id are one error."""
    found: dict[Any, int] = {}
    for step, entry in enumerate(trajectory):
        result = entry.get("result")
        if _is_error(entry) or (isinstance(result, dict) and _is_error(result)):
            id_ = entry.get("tool_call_id") or entry.get("call_id") or entry.get("id")
            found.setdefault(id_ if isinstance(id_, str) else step, step)
    return sorted(found.values())


def read_call(item: Any) -> tuple[str, Any] | None:
    """Return (tool, arguments) of one call in any spelling; None when it names no tool."""
    if not isinstance(item, Mapping):
        return None
    inner = next((item[key] for key in _TOOL_NAMES if isinstance(item.get(key), Mapping)), item)
    name = next((inner[key] for key in _NAMES if isinstance(inner.get(key), str)), None)
    if name is None:
        return None
    given = next((inner[key] for key in _ARGUMENTS if key in inner), _MISSING)
    if given is _MISSING:
        given = next((item[key] for key in _ARGUMENTS if key in item), None)
    given = plain(given)
    return name, {} if given is None else given


def _calls_of(entry: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    several = entry.get("tool_calls")
    if not isinstance(several, list):
        legacy = entry.get("function_call")
        several = [legacy] if isinstance(legacy, Mapping) else None
    if several is not None:
        yield from filter(None, map(read_call, several))
    elif _is_call(entry) and (call := read_call(entry)):
        yield call


def _is_call(entry: Mapping[str, Any]) -> bool:
    kind = _kind(entry)
    if kind:
        return kind in _CALLS or (kind == "tool" and any(key in entry for key in _ARGUMENTS))
    if entry.get("role") is not None:
        return False
    given = any(key in entry for key in _ARGUMENTS)
    return any(key in entry for key in _TOOL_NAMES) or ("name" in entry and given)


def _only_tells(entry: Mapping[str, Any]) -> bool:
    return _kind(entry) in _TELLS or entry.get("role") is not None


def _kind(entry: Mapping[str, Any]) -> str:
    kind = entry.get("type")
    return kind.lower().replace("-", "_") if isinstance(kind, str) else ""


def _is_error(entry: Mapping[str, Any]) -> bool:
    if entry.get("is_error") is True or entry.get("error") or entry.get("arguments_error"):
        return True
    if entry.get("success") is False or _kind(entry) == "error":
        return True
    status = entry.get("status")
    if isinstance(status, str):
        return status.lower() in _FAILED
    return isinstance(status, int) and not isinstance(status, bool) and status >= 400

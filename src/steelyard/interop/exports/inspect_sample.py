"""One row of the results table as a sample of an Inspect AI log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import orjson

from steelyard.model import FIELDS
from steelyard.scorers.trajectory.steps import tool_calls

# Said elsewhere in a sample, or of no meaning outside the run.
_PLACED = frozenset(
    (
        "case_id",
        "row",
        "epoch",
        "input",
        "expected_output",
        "label",
        "references",
        "output",
        "status",
        "error",
        "error_reason",
        "latency_s",
        "input_tokens",
        "output_tokens",
        "cost",
        "metadata",
        "passed",
        "trajectory",
        "messages",
    )
)
_CASE_MARKS = {True: "C", False: "I"}


class Samples:
    """Makes samples, and counts what has no place in them.

    Args:
        model: what stands for the agent.
        columns: the columns that hold something.
        scores: those of them that are scores.
    """

    def __init__(self, model: str, columns: Iterable[str], scores: Iterable[str]) -> None:
        self._model = model
        self._scores = tuple(scores)
        self._kept = [name for name in columns if name in FIELDS and name not in _PLACED]
        self.left_out: Counter[str] = Counter()

    def sample(self, row: dict[str, Any]) -> dict[str, Any]:
        """Return the sample of one row."""
        asked = _messages(row["input"])
        seconds, usage = row.get("latency_s"), self._usage(row)
        reply = self._reply(row)
        made: dict[str, Any] = {
            "id": row["case_id"],
            "epoch": row["epoch"] + 1,  # theirs count from 1
            "input": asked,
            "target": _target(row),
            "messages": [
                *(asked if isinstance(asked, list) else [_message("user", asked)]),
                *self._calls(row),
                *reply,
            ],
            "output": self._output(reply, usage, seconds),
            "scores": self._marks(row),
            "metadata": self._metadata(row),
            "model_usage": {} if usage is None else {self._model: usage},
        }
        if seconds is not None:
            made |= {"total_time": seconds, "working_time": seconds}
        if row["status"] != "ok":
            message = row.get("error") or row["status"]
            made["error"] = {"message": message, "traceback": "", "traceback_ansi": ""}
        if "messages" in row:
            self.left_out["team_messages"] += 1
        return made

    def _reply(self, row: dict[str, Any]) -> list[dict[str, Any]]:
        return [] if "output" not in row else [_message("assistant", row["output"])]

    def _output(
        self, reply: list[dict[str, Any]], usage: dict[str, Any] | None, seconds: float | None
    ) -> dict[str, Any]:
        made: dict[str, Any] = {
            "model": self._model,
            "choices": [{"message": message, "stop_reason": "stop"} for message in reply],
        }
        if usage is not None:
            made["usage"] = usage
        return made if seconds is None else {**made, "time": seconds}

    def _marks(self, row: dict[str, Any]) -> dict[str, Any]:
        """Return the verdict and every score; no verdict is no mark, not a wrong one."""
        passed = row.get("passed")
        marks: dict[str, Any] = {}
        if passed is not None:
            marks["steelyard"] = {"value": _CASE_MARKS[passed]}
        else:
            self.left_out["no_verdict"] += 1
        for name in self._scores:
            if name in row:
                marks[name] = {"value": row[name]}
        return marks

    def _metadata(self, row: dict[str, Any]) -> dict[str, Any]:
        kept = {name: row[name] for name in self._kept if name in row}
        return {**(row.get("metadata") or {}), **kept}

    def _usage(self, row: dict[str, Any]) -> dict[str, Any] | None:
        sent, received, cost = (row.get(n) for n in ("input_tokens", "output_tokens", "cost"))
        if sent is None and received is None and cost is None:
            return None
        made: dict[str, Any] = {"input_tokens": sent or 0, "output_tokens": received or 0}
        made["total_tokens"] = made["input_tokens"] + made["output_tokens"]
        return made if cost is None else {**made, "total_cost": cost}

    def _calls(self, row: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the tool calls of the trajectory as messages, each with its result."""
        steps = row.get("trajectory")
        if not isinstance(steps, list):
            return []
        entries = [step for step in steps if isinstance(step, dict)]
        calls = tool_calls(entries)
        self.left_out["steps"] += len(entries) - len({call.step for call in calls})
        made: list[dict[str, Any]] = []
        for number, call in enumerate(calls):
            id_ = str(entries[call.step].get("id") or f"call-{number}")
            arguments = call.arguments if isinstance(call.arguments, dict) else {}
            asked = {"id": id_, "function": call.name, "arguments": arguments, "type": "function"}
            made.append({**_message("assistant", ""), "tool_calls": [asked]})
            result = entries[call.step].get("result")
            if result is not None:
                told = {"tool_call_id": id_, "function": call.name}
                made.append({**_message("tool", _text(result)), **told})
        return made


def _message(role: str, content: str) -> dict[str, Any]:
    return {"role": role, "content": content}


def _messages(given: str) -> str | list[dict[str, Any]]:
    """Return an input that was chat messages as messages, any other as text."""
    if not given.startswith("["):
        return given
    try:
        found = orjson.loads(given)
    except orjson.JSONDecodeError:
        return given
    roles = ("system", "user", "assistant")
    chat = all(
        isinstance(one, dict) and one.get("role") in roles and isinstance(one.get("content"), str)
        for one in found
    )
    return [_message(one["role"], one["content"]) for one in found] if chat and found else given


def _target(row: dict[str, Any]) -> str | list[str]:
    target: str | list[str]
    target = row.get("label") or row.get("expected_output") or row.get("references") or ""
    return target


def _text(value: Any) -> str:
    return value if isinstance(value, str) else orjson.dumps(value, default=str).decode()

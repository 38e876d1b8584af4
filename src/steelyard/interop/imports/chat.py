"""Chat messages of other tools: their texts, and the steps that tool calls make of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import orjson

Media = Callable[[], None]
"""Called for every picture, sound or file that is left out."""

_TEXT_KEYS = ("text", "content", "reasoning")


def text_of(content: Any, media: Media = lambda: None) -> str:
    """Return the text of a message's content; other parts are marked, such as `[image]`."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(filter(None, (_part(part, media) for part in content)))
    return orjson.dumps(content, default=str).decode()


def plain_messages(messages: Iterable[Any], media: Media = lambda: None) -> list[dict[str, Any]]:
    """Return chat messages with a role and a text each."""
    return [
        {"role": str(message.get("role") or "user"), "content": text_of(_content(message), media)}
        for message in messages
        if isinstance(message, dict)
    ]


def steps_of(messages: Iterable[Any], media: Media = lambda: None) -> list[dict[str, Any]]:
    """Return what an agent did: what it said, the tools it called, and what came back.

    What it was told (system and user messages) is no step of its own.
    """
    steps: list[dict[str, Any]] = []
    for message in messages:
        if not isinstance(message, dict):
            continue
        role = message.get("role")
        if role == "assistant":
            if text := text_of(_content(message), media).strip():
                steps.append({"type": "message", "role": "assistant", "content": text})
            steps += [tool_call(call) for call in message.get("tool_calls") or () if call]
        elif role == "tool":
            steps.append(_result(message, media))
    return steps


def tool_call(call: dict[str, Any]) -> dict[str, Any]:
    """Return a tool call in our shape, from either way of writing one."""
    function = call.get("function")
    if not isinstance(function, dict):
        function = {"name": function or call.get("name"), "arguments": call.get("arguments")}
    arguments = function.get("arguments")
    step = {"type": "tool_call", "id": call.get("id"), "name": str(function.get("name") or "")}
    step["arguments"] = _arguments(arguments)
    if problem := call.get("parse_error"):
        step["arguments_error"] = str(problem)
    return {name: value for name, value in step.items() if value is not None}


def _result(message: dict[str, Any], media: Media) -> dict[str, Any]:
    step = {
        "type": "tool_result",
        "id": message.get("tool_call_id"),
        "name": message.get("function") or message.get("name"),
        "content": text_of(_content(message), media),
        "error": _error(message.get("error")),
    }
    return {name: value for name, value in step.items() if value is not None}


def _error(error: Any) -> str | None:
    if isinstance(error, dict):
        return str(error.get("message") or error.get("type") or error)
    return str(error) if error else None


def _content(message: dict[str, Any]) -> Any:
    return message["parts"] if "parts" in message else message.get("content")


def _part(part: Any, media: Media) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return ""
    kind = str(part.get("type") or "text")
    if kind in ("reasoning", "tool_call", "tool_call_response"):
        return ""  # thoughts are no answer; calls are steps of their own
    for key in _TEXT_KEYS:
        if isinstance(part.get(key), str) and kind == "text":
            return str(part[key])
    media()
    return f"[{kind}]"


def _arguments(arguments: Any) -> Any:
    """Return arguments as an object where a text holds one."""
    if isinstance(arguments, str):
        try:
            return orjson.loads(arguments)
        except orjson.JSONDecodeError:
            return arguments
    return arguments

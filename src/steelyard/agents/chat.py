"""Reading chat completions: whole ones, and streamed ones put together to the same shape."""

from __future__ import annotations

from typing import Any

import orjson

from steelyard.agents.answer import as_object, as_text, bad_reply, records, reply_from
from steelyard.i18n import t
from steelyard.model import Reply

_SILENT = Reply()


def read_completion(document: Any, *, latency_s: float) -> Reply:
    """Return the Reply in a chat completion.

    Tool calls and reasoning become trajectory steps. An agent that runs its own tool loop may say
    more at the top level: `trajectory`, `messages`, or a `steelyard` object with `trajectory`,
    `messages` and outcome `fields`; its own trajectory then stands for the steps read here.
    """
    try:
        message = document["choices"][0]["message"]
        content, refusal = message.get("content"), message.get("refusal")
    except (LookupError, TypeError, AttributeError):
        raise bad_reply(t("agents.not_a_completion", found=_problem(document))) from None
    usage = document.get("usage")
    own = document.get("steelyard")
    said = reply_from(as_object("steelyard", own)) if own else _SILENT
    refused = isinstance(refusal, str) and bool(refusal)
    return Reply(
        output=_text(content) or refusal if refused else _text(content),
        latency_s=latency_s,
        input_tokens=_count(usage, "prompt_tokens"),
        output_tokens=_count(usage, "completion_tokens"),
        cost=said.cost,
        trajectory=said.trajectory
        or records("trajectory", document.get("trajectory"))
        or _steps(message)
        or None,
        messages=said.messages or records("messages", document.get("messages")),
        fields={"abstained": True, **said.fields} if refused else {**said.fields},
    )


class Assembly:
    """A completion that arrives in pieces."""

    def __init__(self) -> None:
        self.finished = False
        self._texts: dict[str, list[str]] = {"content": [], "refusal": [], "reasoning_content": []}
        self._calls: dict[int, dict[str, Any]] = {}
        self._top: dict[str, Any] = {}

    def add(self, chunk: Any) -> bool:
        """Take one piece; return whether it holds something of the answer."""
        if not isinstance(chunk, dict):
            raise bad_reply(t("agents.not_a_completion", found=_problem(chunk)))
        for name in ("usage", "steelyard", "trajectory", "messages"):
            if chunk.get(name) is not None:
                self._top[name] = chunk[name]
        if "error" in chunk:
            raise bad_reply(t("agents.stream_error", found=_problem(chunk)), "stream_error")
        try:
            # The piece that carries usage has no choices; one ask has at most one.
            return any(self._add_choice(choice) for choice in (chunk.get("choices") or ())[:1])
        except (TypeError, AttributeError, LookupError):
            raise bad_reply(t("agents.not_a_completion", found=_problem(chunk))) from None

    def document(self) -> dict[str, Any]:
        """Return the completion as if it had come in one piece."""
        message: dict[str, Any] = {
            name: "".join(pieces) if pieces else None for name, pieces in self._texts.items()
        }
        message["tool_calls"] = [self._calls[index] for index in sorted(self._calls)]
        return {**self._top, "choices": [{"message": message}]}

    def _add_choice(self, choice: dict[str, Any]) -> bool:
        self.finished = self.finished or choice.get("finish_reason") is not None
        delta = choice.get("delta") or {}
        said = False
        for name, pieces in self._texts.items():
            piece = _text(delta.get(name))
            if piece is not None:
                pieces.append(piece)
                said = said or piece != ""
        for call in delta.get("tool_calls") or ():
            self._add_call(call)
            said = True
        return said

    def _add_call(self, delta: dict[str, Any]) -> None:
        index = delta.get("index", len(self._calls))
        call = self._calls.setdefault(index, {"function": {"name": "", "arguments": ""}})
        if delta.get("id"):
            call["id"] = delta["id"]
        function = delta.get("function") or {}
        call["function"]["name"] += function.get("name") or ""
        call["function"]["arguments"] += as_text(function.get("arguments")) or ""


def _text(content: Any) -> str | None:
    """Return text content; parts of a list are joined, those without text are left out."""
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        return "".join(part for part in parts if isinstance(part, str))
    return as_text(content)


def _count(usage: Any, name: str) -> int | None:
    value = usage.get(name) if isinstance(usage, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _steps(message: dict[str, Any]) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = []
    if reasoning := _text(message.get("reasoning_content")):
        steps.append({"type": "reasoning", "text": reasoning})
    for call in records("tool_calls", message.get("tool_calls")) or ():
        function = call.get("function")
        if not isinstance(function, dict):
            raise bad_reply(t("agents.bad_tool_call"))
        step = {"type": "tool_call", "id": call.get("id"), "name": function.get("name")}
        steps.append({**step, **_arguments(function.get("arguments"))})
    return steps


def _arguments(raw: Any) -> dict[str, Any]:
    """Return parsed arguments; what does not parse is kept as it came, with the reason."""
    if raw is None or raw == "":
        return {"arguments": {}}
    if isinstance(raw, dict):
        return {"arguments": raw}
    try:
        parsed = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        return {"arguments": raw, "arguments_error": str(error)}
    if not isinstance(parsed, dict):
        return {"arguments": raw, "arguments_error": t("agents.arguments_not_object")}
    return {"arguments": parsed}


def _problem(document: Any) -> str:
    """Say what came instead: the server's own error, else the shape."""
    if isinstance(document, dict):
        error = document.get("error")
        if error:
            return (as_text(error) or "")[:300]
        return ", ".join(map(str, list(document)[:12])) or "{}"
    return type(document).__name__

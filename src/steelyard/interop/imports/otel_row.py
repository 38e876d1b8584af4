"""One call of an agent, as spans tell it, as a row under our names."""

from __future__ import annotations

from typing import Any

from steelyard.interop.imports.chat import plain_messages, steps_of, text_of
from steelyard.interop.imports.otel_spans import Call, evaluation_name, score_of
from steelyard.interop.imports.record import ImportOptions, Row, Skipped
from steelyard.interop.imports.shapes import objects_of
from steelyard.interop.imports.verdict import Columns
from steelyard.interop.traces.otlp import parsed, rest_of_name
from steelyard.interop.traces.otlp_spans import OtlpSpan

PREFIX = "otel"
# From the newest name to the oldest; tracers of agents that follow other conventions last.
_ASKED = ("gen_ai.input.messages", "gen_ai.prompt", "input.value")
_SAID = ("gen_ai.output.messages", "gen_ai.completion", "output.value")
_KEPT = ("gen_ai.conversation.id", "gen_ai.agent.id", "gen_ai.agent.version")


def row_of(
    call: Call, place: str, columns: Columns, options: ImportOptions, skipped: Skipped
) -> Row:
    """Return the row of a call; its score and repeat are the caller's."""
    span = call.span

    def media() -> None:
        skipped.add("imports.skip_media", place)

    asked = _first(call, _ASKED, [span, *call.models]) or _opening(span)
    said = _first(call, _SAID, [span, *reversed(call.models)])
    row: Row = {
        "place": place,
        "case_id": _case_id(call, options),
        "input": _question(asked, media),
        "metadata": _metadata(call),
        "output": _answer(said, media),
        "latency_s": span.end - span.start,
        "input_tokens": _tokens(call, "input"),
        "output_tokens": _tokens(call, "output"),
        "trajectory": _steps(call, said, media) or None,
        "messages": _messages(call) or None,
        "foreign_scores": _foreign(call, columns) or None,
    }
    return row | (_failure(span, options) if span.failed else {})


def _first(call: Call, names: tuple[str, ...], spans: list[OtlpSpan]) -> Any:
    """Return the first of some attributes that is there: the call's own, else a model's inside."""
    for span in spans:
        for name in names:
            if span.attributes.get(name) is not None:
                return parsed(span.attributes[name])
    return None


def _opening(span: OtlpSpan) -> Any:
    """Return the beginning of a whole conversation, before the first answer."""
    messages = objects_of(parsed(span.attributes.get("pydantic_ai.all_messages")))
    roles = [message.get("role") for message in messages]
    return messages[: roles.index("assistant")] if "assistant" in roles else messages


def _case_id(call: Call, options: ImportOptions) -> str | None:
    name = options.settings.get("id")
    value = call.span.attributes.get(name) if name else None
    return None if value is None else str(value)


def _question(asked: Any, media: Any) -> Any:
    if isinstance(asked, list):
        messages = plain_messages(asked, media)
        alone = len(messages) == 1 and messages[0]["role"] == "user"
        return messages[0]["content"] if alone else messages
    return asked


def _answer(said: Any, media: Any) -> str | None:
    if isinstance(said, list):
        texts = [text_of(one.get("parts", one.get("content")), media) for one in objects_of(said)]
        return next((text for text in reversed(texts) if text.strip()), "")
    return None if said is None else text_of(said, media)


def _steps(call: Call, said: Any, media: Any) -> list[dict[str, Any]]:
    """Return the tools that were called, from their own spans, else from what models said."""
    if call.tools:
        return [step for tool in call.tools for step in _tool_steps(tool)]
    heard = [_first(call, _SAID, [span]) for span in call.models]
    messages = [message for one in [*heard, said] for message in objects_of(one)]
    steps = [step for message in messages for step in _called(message)]
    return steps or steps_of(objects_of(said), media)


def _tool_steps(tool: OtlpSpan) -> list[dict[str, Any]]:
    known = tool.attributes
    name = str(known.get("gen_ai.tool.name") or rest_of_name(tool) or tool.name)
    id_ = str(known.get("gen_ai.tool.call.id") or tool.id)
    arguments = parsed(known.get("gen_ai.tool.call.arguments"))
    call = {"type": "tool_call", "id": id_, "name": name, "arguments": arguments}
    answer = {"type": "tool_result", "id": id_, "name": name}
    if (result := known.get("gen_ai.tool.call.result")) is not None:
        answer["content"] = text_of(parsed(result))
    if tool.failed:
        answer["error"] = _problem(tool)
    return [{k: v for k, v in call.items() if v is not None}, answer]


def _called(message: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "type": "tool_call",
            "id": part.get("id"),
            "name": str(part.get("name") or ""),
            "arguments": parsed(part.get("arguments")),
        }
        for part in objects_of(message.get("parts"))
        if part.get("type") == "tool_call"
    ]


def _messages(call: Call) -> list[dict[str, Any]]:
    """Return what agents inside the call were asked and said; nothing for one agent alone."""
    sent: list[dict[str, Any]] = []
    for span in call.agents:
        name = str(span.attributes.get("gen_ai.agent.name") or rest_of_name(span) or "agent")
        asked = {"id": span.id, "sender": call.agent, "receiver": name, "ts": span.start}
        asked["text"] = text_of(_question(_first(call, _ASKED, [span]), lambda: None))
        sent.append(asked)
        if not span.failed:
            text = _answer(_first(call, _SAID, [span]), lambda: None)
            reply = {"id": f"{span.id}/reply", "sender": name, "receiver": call.agent}
            sent.append(reply | {"in_reply_to": span.id, "text": text, "ts": span.end})
    return sorted(sent, key=lambda message: float(message["ts"]))


def _tokens(call: Call, way: str) -> int | None:
    """Return the call's own count, else the sum over the models it called."""
    name = f"gen_ai.usage.{way}_tokens"
    own = call.span.attributes.get(name)
    counts = [own] if own is not None else [one.attributes.get(name) for one in call.models]
    found = [count for count in counts if isinstance(count, int) and count >= 0]
    return sum(found) if found else None


def _metadata(call: Call) -> dict[str, Any]:
    known = call.span.attributes
    kept = {name: known[name] for name in _KEPT if known.get(name) is not None}
    facts = {"trace_id": call.span.trace, "span_id": call.span.id, "agent": call.agent}
    return facts | kept


def _foreign(call: Call, columns: Columns) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for event in call.evaluations:
        name = evaluation_name(event)
        if (score := score_of(event)) is not None:
            found[columns.of(name)] = score
        for part in ("score.label", "explanation"):
            if (text := event.attributes.get(f"gen_ai.evaluation.{part}")) is not None:
                found[columns.of(f"{name}/{part.rpartition('.')[2]}")] = str(text)
    return found


def _failure(span: OtlpSpan, options: ImportOptions) -> Row:
    kind = str(span.attributes.get("error.type") or "error")
    late = "timeout" in kind.lower() or "deadline" in kind.lower()
    return {
        "status": "timeout" if late else "error",
        "error": _problem(span),
        "error_reason": kind,
        "error_kind": options.error_kind("agent"),
    }


def _problem(span: OtlpSpan) -> str:
    said = span.problem or span.attributes.get("exception.message")
    return str(said or span.attributes.get("error.type") or "error")

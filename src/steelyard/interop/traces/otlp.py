"""OpenTelemetry GenAI spans: who called which agent, what was said, and who worked when.

An `invoke_agent` span is a message from the agent around it, and its answer, if it did not fail.
The conventions are under development: names are those of semantic conventions 1.37, and for texts
also the two attributes that went before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import orjson

from steelyard.interop.traces.otlp_spans import OtlpSpan, read_spans
from steelyard.interop.traces.records import Record
from steelyard.interop.traces.table import Busy
from steelyard.scorers.collaboration import Message

OUTSIDE = "user"
"""Who calls the agent that no other agent calls."""

_TEXTS = {
    "asked": ("gen_ai.input.messages", "gen_ai.prompt"),
    "said": ("gen_ai.output.messages", "gen_ai.completion"),
    "called": ("gen_ai.tool.call.arguments",),
    "returned": ("gen_ai.tool.call.result",),
}


def read_otlp(records: Iterable[Record], *, tools: bool) -> tuple[list[Message], list[Busy]]:
    """Return the messages and busy times in spans; with `tools`, tools take part like agents."""
    spans = read_spans(records)
    tree = SpanTree(spans)
    messages: list[Message] = []
    for span in spans:
        if tree.is_agent(span):
            messages += _pair(span, tree, tree.agent_name(span), ("asked", "said"))
        elif tools and operation(span) == "execute_tool":
            name = str(span.attributes.get("gen_ai.tool.name") or rest_of_name(span) or span.name)
            messages += _pair(span, tree, name, ("called", "returned"))
    messages.sort(key=lambda message: message.ts or 0.0)
    return messages, list(_busy(spans, tree))


class SpanTree:
    """Which agent a span works for."""

    def __init__(self, spans: list[OtlpSpan]) -> None:
        self._by_id = {(span.trace, span.id): span for span in spans}
        self.waiting = {
            (span.trace, above.id)
            for span in spans
            if self.is_agent(span)
            for above in self.above(span)
        }
        """Spans with an agent inside: while that one works, they wait."""

    def is_agent(self, span: OtlpSpan) -> bool:
        """Whether a span is the call of an agent."""
        return operation(span) == "invoke_agent"

    def agent_name(self, span: OtlpSpan) -> str:
        """Return the name of the agent that a span calls."""
        known = span.attributes
        name = known.get("gen_ai.agent.name") or rest_of_name(span) or known.get("gen_ai.agent.id")
        return str(name or "agent")

    def agent_of(self, span: OtlpSpan) -> OtlpSpan | None:
        """Return the nearest agent around a span."""
        return next((above for above in self.above(span) if self.is_agent(above)), None)

    def trace_of(self, span: OtlpSpan) -> str:
        """Return the conversation a span belongs to, else its trace."""
        for holder in (span, *self.above(span)):
            if conversation := holder.attributes.get("gen_ai.conversation.id"):
                return str(conversation)
        return span.trace

    def above(self, span: OtlpSpan) -> Iterator[OtlpSpan]:
        """Yield the spans around a span, the nearest first."""
        seen = {span.id}
        while span.parent is not None and span.parent not in seen:
            seen.add(span.parent)
            above = self._by_id.get((span.trace, span.parent))
            if above is None:
                return
            yield above
            span = above


def _pair(span: OtlpSpan, tree: SpanTree, name: str, texts: tuple[str, str]) -> list[Message]:
    """Return the call of an agent or tool, and its answer unless it failed."""
    caller = tree.agent_of(span)
    sender = OUTSIDE if caller is None else tree.agent_name(caller)
    tokens = [span.attributes.get(f"gen_ai.usage.{way}_tokens") for way in ("input", "output")]
    counts = [count if isinstance(count, int) else None for count in tokens]
    asked = Message(
        trace=tree.trace_of(span),
        id=span.id,
        sender=sender,
        receiver=name,
        reply_to=None,
        expects_reply=True,
        text=_text(span, texts[0]),
        correct=None,
        ts=span.start,
        tokens=counts[0],
    )
    answer = asked._replace(
        id=f"{span.id}/reply",
        sender=name,
        receiver=sender,
        reply_to=span.id,
        text=_text(span, texts[1]),
        ts=span.end,
        tokens=counts[1],
    )
    return [asked] if span.failed else [asked, answer]


def _busy(spans: list[OtlpSpan], tree: SpanTree) -> Iterator[Busy]:
    """Yield when agents worked: not while an agent inside them does, unless on something else."""
    inner: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for span in spans:
        if tree.is_agent(span) and (around := tree.agent_of(span)) is not None:
            inner.setdefault((around.trace, around.id), []).append((span.start, span.end))
    for span in spans:
        key = (span.trace, span.id)
        if tree.is_agent(span):
            for start, end in _without(span.start, span.end, inner.get(key, [])):
                yield tree.trace_of(span), (tree.agent_name(span), start, end)
        elif (agent := tree.agent_of(span)) is not None and key not in tree.waiting:
            yield tree.trace_of(span), (tree.agent_name(agent), span.start, span.end)


def _without(
    start: float, end: float, holes: list[tuple[float, float]]
) -> Iterator[tuple[float, float]]:
    """Yield what is left of a time when others are taken out of it."""
    for begins, ends in sorted(holes):
        if begins > start:
            yield start, min(begins, end)
        start = max(start, ends)
    if start < end:
        yield start, end


def operation(span: OtlpSpan) -> str:
    """Return what a span does: by its attribute, else the first word of its name."""
    return str(span.attributes.get("gen_ai.operation.name") or span.name.partition(" ")[0])


def rest_of_name(span: OtlpSpan) -> str:
    """Return what a span's name says after its operation: `invoke_agent scout` is scout's."""
    operation, _, rest = span.name.partition(" ")
    return rest if operation in ("invoke_agent", "execute_tool") else ""


def _text(span: OtlpSpan, what: str) -> str | None:
    for name in _TEXTS[what]:
        value = span.attributes.get(name)
        if value is not None:
            return _last_words(parsed(value))
    return None


def parsed(value: Any) -> Any:
    """Return the JSON that a text holds, else the value itself."""
    if not isinstance(value, str):
        return value
    try:
        return orjson.loads(value)
    except orjson.JSONDecodeError:
        return value


def _last_words(value: Any) -> str | None:
    """Return the text of the last message of a list, or of whatever else stands for one."""
    if isinstance(value, list) and value and isinstance(value[-1], dict):
        last = value[-1]
        parts = last.get("parts", last.get("content"))
        if isinstance(parts, list):
            texts = [p.get("content", p.get("text")) for p in parts if isinstance(p, dict)]
            return "".join(text for text in texts if isinstance(text, str)) or None
        value = parts
    if value is None or isinstance(value, str):
        return value
    return orjson.dumps(value, default=str).decode()

"""What a reply says of its team: messages and busy times, whatever else stands among them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from steelyard.scorers.collaboration.busy import Span
from steelyard.scorers.collaboration.seconds import seconds_of
from steelyard.scorers.collaboration.talk import Message
from steelyard.scorers.plain_json import objects

NAMES: dict[str, tuple[str, ...]] = {
    "id": ("id", "message_id"),
    "trace_id": ("trace_id",),
    "ts": ("ts", "timestamp"),
    "sender": ("sender", "from"),
    "receiver": ("receiver", "to"),
    "in_reply_to": ("in_reply_to", "reply_to"),
    "expects_reply": ("expects_reply",),
    "text": ("text", "content"),
    "tokens": ("tokens",),
    "correct": ("correct",),
}
"""The fields of a message, each with the names it goes by; the first that is there counts."""


class Heard(NamedTuple):
    """Messages and busy times of one case or trace."""

    messages: list[Message]
    spans: list[Span]


def hear(messages: Any, trajectory: Any = None) -> Heard | None:
    """Return what the cells of a reply say; None when there is no list of messages.

    An item with a sender is a message, one with agent, start and end a busy time, also among the
    steps of the trajectory. Anything else is left out: agents write what they like.
    """
    items = objects(messages)
    if items is None:
        return None
    return Heard(read_messages(items), [*_spans(items), *_spans(objects(trajectory) or ())])


def read_messages(items: Iterable[Mapping[str, Any]]) -> list[Message]:
    """Return the items that are messages."""
    return [message for item in items if (message := _message(item)) is not None]


def field_of(item: Mapping[str, Any], name: str) -> Any:
    """Return a field of a message under any of its names; None when it is absent."""
    for key in NAMES[name]:
        if item.get(key) is not None:
            return item[key]
    return None


def span_of(item: Mapping[str, Any]) -> Span | None:
    """Return the busy time an item tells of, if it does and it does not end before it starts."""
    agent, start, end = (
        item.get("agent"),
        seconds_of(item.get("start")),
        seconds_of(item.get("end")),
    )
    if not isinstance(agent, str) or start is None or end is None or end < start:
        return None
    return agent, start, end


def _spans(items: Iterable[Mapping[str, Any]]) -> list[Span]:
    return [span for item in items if (span := span_of(item)) is not None]


def _message(item: Mapping[str, Any]) -> Message | None:
    sender = _name(field_of(item, "sender"))
    if sender is None:
        return None
    correct, tokens = field_of(item, "correct"), field_of(item, "tokens")
    counted = isinstance(tokens, int) and not isinstance(tokens, bool)
    return Message(
        trace=_name(field_of(item, "trace_id")),
        id=_name(field_of(item, "id")),
        sender=sender,
        receiver=_name(field_of(item, "receiver")),
        reply_to=_name(field_of(item, "in_reply_to")),
        expects_reply=field_of(item, "expects_reply") is not False,
        text=_text(field_of(item, "text")),
        correct=correct if isinstance(correct, bool) else None,
        ts=seconds_of(field_of(item, "ts")),
        tokens=tokens if counted else None,
    )


def _name(value: Any) -> str | None:
    """Return a name or identity; numbers are ones too."""
    if isinstance(value, str):
        return value or None
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None

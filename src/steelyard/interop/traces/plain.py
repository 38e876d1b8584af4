"""Steelyard's own trace: one message per line, `{"sender", "receiver", "text", ...}`.

A line with `agent`, `start` and `end` is a busy time. A line with `messages` is a reply with its
list of them, as agents return it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from steelyard.interop.traces.records import Record, checked, wrong_field
from steelyard.interop.traces.table import Busy
from steelyard.scorers.collaboration import Message, read_messages, seconds_of
from steelyard.scorers.collaboration.heard import field_of, span_of


def read_plain(records: Iterable[Record]) -> tuple[list[Message], list[Busy]]:
    """Return the messages and busy times of lines."""
    messages: list[Message] = []
    busy: list[Busy] = []
    for record in records:
        for item, trace in _items(record):
            if _is_busy(item.value):
                busy.append((_trace(item.value, trace), _busy(item)))
            else:
                messages.append(_message(item, trace))
    return messages, busy


def _items(record: Record) -> Iterator[tuple[Record, str | None]]:
    """Yield a line itself, or the messages of the reply it holds, with the trace they are of."""
    listed = record.value.get("messages")
    if listed is None:
        yield record, None
        return
    if not isinstance(listed, list):
        raise wrong_field(record.place, "messages", listed, "trace.wanted_list")
    case, epoch = record.value.get("case_id"), record.value.get("epoch")
    trace = None if case is None else f"{case}" if epoch is None else f"{case}/{epoch}"
    for at, item in enumerate(listed, 1):
        yield checked(Record(item, record, "trace.message", at)), trace


def _is_busy(item: dict[str, Any]) -> bool:
    return "agent" in item and "start" in item and field_of(item, "sender") is None


def _busy(record: Record) -> tuple[str, float, float]:
    span = span_of(record.value)
    if span is not None:
        return span
    for field in ("start", "end"):
        if seconds_of(record.value.get(field)) is None:
            raise wrong_field(record.place, field, record.value.get(field), "trace.wanted_time")
    if not isinstance(record.value["agent"], str):
        raise wrong_field(record.place, "agent", record.value["agent"], "trace.wanted_name")
    raise wrong_field(record.place, "end", record.value["end"], "trace.wanted_later")


def _message(record: Record, trace: str | None) -> Message:
    for field, (fits, wanted) in _RULES.items():
        value = field_of(record.value, field)
        if not (fits(value) if value is not None else field != "sender"):
            raise wrong_field(record.place, field, value, wanted)
    [message] = read_messages([record.value])
    return message._replace(trace=trace) if message.trace is None else message


def _trace(item: dict[str, Any], otherwise: str | None) -> str | None:
    own = item.get("trace_id")
    return otherwise if own is None else str(own)


def _is_name(value: Any) -> bool:
    return value != "" and isinstance(value, (str, int)) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < math.inf


_NAME = (_is_name, "trace.wanted_name")
_TRUTH = (lambda value: isinstance(value, bool), "trace.wanted_truth")
_RULES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "sender": _NAME,
    "id": _NAME,
    "trace_id": _NAME,
    "receiver": _NAME,
    "in_reply_to": _NAME,
    "text": (lambda value: isinstance(value, str), "trace.wanted_text"),
    "ts": (lambda value: seconds_of(value) is not None, "trace.wanted_time"),
    "tokens": (_is_count, "trace.wanted_count"),
    "expects_reply": _TRUTH,
    "correct": _TRUTH,
}

"""The measures of traces: of each one, and of all together."""

from __future__ import annotations

from collections.abc import Collection
from statistics import fmean
from typing import Any

from steelyard.i18n import t
from steelyard.interop.traces.table import Traces
from steelyard.scorers.collaboration import Heard, Message, parallelism, trace


def measure_traces(traces: Traces, *, without: Collection[str] = ()) -> dict[str, Any]:
    """Return the measures of a file as plain values.

    Args:
        traces: what was read.
        without: who does not count; what they say and hear is left out.

    Returns:
        `agents` (name to messages sent), `overall` (counts and shares over all messages; time and
        parallelism are means over traces), `traces` (the same of each), `notes`.
    """
    kept = [m for m in traces.messages if not {m.sender, m.receiver} & set(without)]
    busy = [(name, span) for name, span in traces.busy if span[0] not in without]
    each = [
        {"trace_id": name, **_measures(heard)}
        for name, heard in Traces(traces.format, kept, busy).by_trace().items()
    ]
    overall = trace(kept)._asdict() | {
        name: _mean([row[name] for row in each]) for name in ("parallelism", "time")
    }
    overall["tokens"] = _tokens(kept)
    return {
        "agents": _agents(kept),
        "overall": overall,
        "traces": each,
        "notes": _notes(kept),
    }


def _measures(heard: Heard) -> dict[str, Any]:
    times = [message.ts for message in heard.messages if message.ts is not None]
    times += [moment for _, start, end in heard.spans for moment in (start, end)]
    return {
        **trace(heard.messages)._asdict(),
        "parallelism": parallelism(heard.spans),
        "time": max(times) - min(times) if times else None,
        "tokens": _tokens(heard.messages),
    }


def _agents(messages: list[Message]) -> dict[str, int]:
    found: dict[str, int] = {}
    for message in messages:
        found[message.sender] = found.get(message.sender, 0) + (message.sender != message.receiver)
        if message.receiver is not None:
            found.setdefault(message.receiver, 0)
    return found


def _mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def _tokens(messages: list[Message]) -> int | None:
    counts = [message.tokens for message in messages if message.tokens is not None]
    return sum(counts) if counts else None


def _notes(messages: list[Message]) -> list[str]:
    if not messages:
        return [t("trace.no_messages")]
    notes = []
    if all(message.text is None for message in messages):
        notes.append(t("trace.no_text"))
    if all(message.correct is None for message in messages):
        notes.append(t("trace.not_judged"))
    if all(message.ts is None for message in messages):
        notes.append(t("trace.no_times"))
    return notes

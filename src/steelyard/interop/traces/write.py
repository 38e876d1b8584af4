"""Traces as Steelyard's own JSON lines: one message or busy time per line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson

from steelyard.interop.traces.table import Traces
from steelyard.scorers.collaboration import Message


def write_traces(traces: Traces, path: str | Path) -> None:
    """Write messages and busy times, one per line; what is not known is left out."""
    rows = [message_row(message) for message in traces.messages]
    for trace, (agent, start, end) in traces.busy:
        row = {"trace_id": trace, "agent": agent, "start": start, "end": end}
        rows.append({name: value for name, value in row.items() if value is not None})
    lines = [orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in rows]
    Path(path).write_bytes(b"".join(lines))


def message_row(message: Message) -> dict[str, Any]:
    """Return a message in the form of the table, without what is not known."""
    row = {
        "id": message.id,
        "trace_id": message.trace,
        "ts": message.ts,
        "sender": message.sender,
        "receiver": message.receiver,
        "in_reply_to": message.reply_to,
        "expects_reply": None if message.expects_reply else False,
        "text": message.text,
        "tokens": message.tokens,
        "correct": message.correct,
    }
    return {name: value for name, value in row.items() if value is not None}

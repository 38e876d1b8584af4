"""Reading a trace file in any of the formats; which one is seen from its first object."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.interop.traces.a2a import read_a2a
from steelyard.interop.traces.otlp import read_otlp
from steelyard.interop.traces.plain import read_plain
from steelyard.interop.traces.records import read_records
from steelyard.interop.traces.table import Traces

FORMATS = ("plain", "a2a", "otlp")
_EVENTS = ("task", "message", "statusUpdate", "artifactUpdate")
_KINDS = ("task", "message", "status-update", "artifact-update")


def read_traces(path: str | Path, *, format: str | None = None, tools: bool = False) -> Traces:  # noqa: A002
    """Return the messages and busy times in a file.

    Args:
        path: JSON or JSON lines, may be gzip: messages one per line, replies with their messages,
            A2A tasks, messages and JSON-RPC exchanges, or OTLP/JSON exports of GenAI spans.
        format: one of `FORMATS`; None looks at the first object.
        tools: in spans, count calls of tools as messages too.

    Raises:
        DataError: the file cannot be read; the message says where and what.
        InputError: there is no such format.
    """
    if format is not None and format not in FORMATS:
        raise InputError(t("trace.format", found=format, allowed=", ".join(FORMATS)))
    records = read_records(Path(path))
    chosen = format or _format_of(records[0].value if records else {})
    if chosen == "otlp":
        return Traces(chosen, *read_otlp(records, tools=tools))
    if chosen == "a2a":
        return Traces(chosen, read_a2a(records), [])
    return Traces(chosen, *read_plain(records))


def _format_of(value: dict[str, Any]) -> str:
    if "resourceSpans" in value or "resource_spans" in value:
        return "otlp"
    is_event = len(value) == 1 and any(isinstance(value.get(name), dict) for name in _EVENTS)
    is_task = isinstance(value.get("status"), dict) and "id" in value
    is_card = "name" in value and ("supportedInterfaces" in value or "skills" in value)
    if (
        "jsonrpc" in value
        or value.get("kind") in _KINDS
        or ("messageId" in value and "parts" in value)
        or isinstance(value.get("tasks"), list)
    ):
        return "a2a"
    return "a2a" if is_event or is_task or is_card else "plain"

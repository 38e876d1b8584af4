"""Spans of an OTLP/JSON file: attributes unwrapped, nanoseconds read, parents to be found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from steelyard.interop.traces.records import Record, wrong_field

_ERROR = (2, "STATUS_CODE_ERROR")
_TRACE, _SPAN = ("traceId", "trace_id"), ("spanId", "span_id")


class OtlpEvent(NamedTuple):
    """Something that happened during a span, or a log record that names it."""

    name: str
    attributes: dict[str, Any]


class OtlpSpan(NamedTuple):
    """One span; times in seconds.

    Attributes:
        trace: id of its trace.
        id: its own id.
        parent: id of its parent, if it has one.
        name: its name.
        start: when it began.
        end: when it ended.
        attributes: plain values by name, those of its events among them.
        failed: whether its status is an error.
        problem: what its status says.
        events: its events, each with its own attributes.
    """

    trace: str
    id: str
    parent: str | None
    name: str
    start: float
    end: float
    attributes: dict[str, Any]
    failed: bool
    problem: str | None = None
    events: tuple[OtlpEvent, ...] = ()


def read_spans(records: Iterable[Record]) -> list[OtlpSpan]:
    """Return the spans of export requests, by start."""
    spans = [
        _span(Record(raw, record, "trace.span", at))
        for record in records
        for at, raw in enumerate(_raw(record), 1)
    ]
    return sorted(spans, key=lambda span: span.start)


def read_logs(records: Iterable[Record]) -> Iterator[tuple[str, str, OtlpEvent]]:
    """Yield (trace, span, event) for every log record that names a span."""
    for record in records:
        for resource in _objects(record.value, "resourceLogs", "resource_logs"):
            for scope in _objects(resource, "scopeLogs", "scope_logs"):
                for raw in _objects(scope, "logRecords", "log_records"):
                    trace, span = (_first(raw, names) for names in (_TRACE, _SPAN))
                    attributes = _attributes(raw.get("attributes"))
                    name = _first(raw, ("eventName", "event_name")) or attributes.get("event.name")
                    if isinstance(trace, str) and isinstance(span, str):
                        yield trace, span, OtlpEvent(str(name or ""), attributes)


def schema_of(records: Iterable[Record]) -> str | None:
    """Return the schema that the first resource or scope says its names follow."""
    for record in records:
        for resource in _objects(record.value, "resourceSpans", "resource_spans"):
            for holder in (resource, *_objects(resource, "scopeSpans", "scope_spans")):
                url = _first(holder, ("schemaUrl", "schema_url"))
                if isinstance(url, str) and url:
                    return url
    return None


def _raw(record: Record) -> Iterator[dict[str, Any]]:
    for resource in _objects(record.value, "resourceSpans", "resource_spans"):
        scopes = ("scopeSpans", "scope_spans", "instrumentationLibrarySpans")
        for scope in _objects(resource, *scopes):
            yield from _objects(scope, "spans")


def _span(record: Record) -> OtlpSpan:
    raw = record.value
    attributes = _attributes(raw.get("attributes"))
    events = tuple(
        OtlpEvent(str(event.get("name") or ""), _attributes(event.get("attributes")))
        for event in _objects(raw, "events")
    )
    for event in events:
        attributes = {**event.attributes, **attributes}
    start = _seconds(record, "startTimeUnixNano", "start_time_unix_nano")
    end = _seconds(record, "endTimeUnixNano", "end_time_unix_nano")
    if end < start:
        raise wrong_field(record.place, "endTimeUnixNano", end, "trace.wanted_later")
    status = raw.get("status")
    return OtlpSpan(
        trace=_id(record, "traceId", "trace_id"),
        id=_id(record, "spanId", "span_id"),
        parent=raw.get("parentSpanId") or raw.get("parent_span_id") or None,
        name=str(raw.get("name") or ""),
        start=start,
        end=end,
        attributes=attributes,
        failed=isinstance(status, dict) and status.get("code") in _ERROR,
        problem=status.get("message") if isinstance(status, dict) else None,
        events=events,
    )


def _id(record: Record, *names: str) -> str:
    value = _first(record.value, names)
    if not isinstance(value, str) or not value:
        raise wrong_field(record.place, names[0], value, "trace.wanted_name")
    return value


def _seconds(record: Record, *names: str) -> float:
    value = _first(record.value, names)
    # 64-bit numbers are texts in OTLP/JSON; some writers use numbers all the same.
    if isinstance(value, bool) or not str(value).isascii() or not str(value).isdecimal():
        raise wrong_field(record.place, names[0], value, "trace.wanted_nanoseconds")
    return int(str(value)) / 1e9


def _attributes(listed: Any) -> dict[str, Any]:
    items = listed if isinstance(listed, list) else ()
    pairs = [item for item in items if isinstance(item, dict) and isinstance(item.get("key"), str)]
    return {item["key"]: _value(item.get("value")) for item in pairs}


def _value(wrapped: Any) -> Any:
    """Return the plain value in OTLP's wrapping."""
    if not isinstance(wrapped, dict):
        return wrapped
    for kind, value in wrapped.items():
        match kind:
            case "intValue":
                return int(value) if str(value).lstrip("-").isdecimal() else None
            case "arrayValue":
                return [_value(item) for item in _objects(value, "values")]
            case "kvlistValue":
                return _attributes(value.get("values")) if isinstance(value, dict) else None
            case _:
                return value
    return None


def _first(raw: dict[str, Any], names: Iterable[str]) -> Any:
    return next((raw[name] for name in names if raw.get(name) is not None), None)


def _objects(holder: Any, *names: str) -> list[dict[str, Any]]:
    listed = _first(holder, names) if isinstance(holder, dict) else None
    return [item for item in listed if isinstance(item, dict)] if isinstance(listed, list) else []

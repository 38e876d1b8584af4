"""Spans of the real OpenTelemetry SDK, encoded by its own OTLP encoder, in a file as OTLP/JSON."""

from __future__ import annotations

import base64
import json

import pytest
from opentelemetry.exporter.otlp.proto.common import trace_encoder as common
from opentelemetry.sdk import trace

from steelyard.interop import measure_traces, read_traces

SECOND = 1_000_000_000
START = 1_780_000_000 * SECOND


class Team:
    """Agents under a tracer, with times of their own."""

    def __init__(self):
        self.spans = []
        self.tracer = trace.TracerProvider(shutdown_on_exit=False).get_tracer("team")

    def span(self, name, start, end, parent=None, **attributes):
        from opentelemetry import trace as api

        context = None if parent is None else api.set_span_in_context(parent)
        named = {key.replace("__", "."): value for key, value in attributes.items()}
        made = self.tracer.start_span(
            name, context=context, start_time=START + int(start * SECOND), attributes=named
        )
        self.spans.append((made, START + int(end * SECOND)))
        return made

    def export(self, path):
        """Write one export per line; ids are hexadecimal in OTLP/JSON, unlike other JSON forms."""
        from google.protobuf.json_format import MessageToDict

        for made, end in self.spans:
            made.end(end_time=end)
        document = MessageToDict(common.encode_spans([made for made, _ in self.spans]))
        for resource in document["resourceSpans"]:
            for scope in resource["scopeSpans"]:
                for span in scope["spans"]:
                    for name in {"traceId", "spanId", "parentSpanId"} & span.keys():
                        span[name] = base64.b64decode(span[name]).hex()
        path.write_text(json.dumps(document) + "\n", encoding="utf-8")


def said(text):
    return json.dumps([{"role": "user", "parts": [{"type": "text", "content": text}]}])


def test_a_team_under_the_real_tracer(tmp_path):
    team = Team()
    boss = team.span(
        "invoke_agent boss", 0, 12, gen_ai__operation__name="invoke_agent",
        gen_ai__agent__name="老板", gen_ai__conversation__id="对话一",
    )  # fmt: skip
    for at, (start, end) in enumerate([(1, 5), (1, 5), (6, 11)]):
        worker = team.span(
            f"invoke_agent worker{at}", start, end, boss, gen_ai__agent__name=f"worker{at}",
            gen_ai__input__messages=said(f"do {at}"), gen_ai__output__messages=said("完成"),
            gen_ai__usage__input_tokens=10, gen_ai__usage__output_tokens=3,
        )  # fmt: skip
        team.span("chat model", start + 1, end - 1, worker, gen_ai__operation__name="chat")
    team.export(tmp_path / "spans.jsonl")
    traces = read_traces(tmp_path / "spans.jsonl")
    assert traces.format == "otlp"
    inside = [(m.sender, m.receiver, m.text) for m in traces.messages if m.sender != "user"]
    assert inside.count(("老板", "worker2", "do 2")) == 1
    assert inside.count(("worker2", "老板", "完成")) == 1
    found = measure_traces(traces, without=["user"])
    [only] = found["traces"]
    assert only["trace_id"] == "对话一"
    assert only["messages"] == 6
    assert only["response_rate"] == 1
    assert only["tokens"] == 3 * 13
    # The boss works 0-1, 5-6 and 11-12; two workers 1-5 and one 6-11: 16 seconds of work in 12.
    assert only["parallelism"] == pytest.approx(16 / 12)

"""Run agents under the real OpenTelemetry SDK and write their spans as OTLP/JSON.

Called by `make_import_fixtures.py` inside an environment that has pydantic-ai and the SDK:
`python otel_run.py ADDRESS FOLDER`. pydantic-ai writes the spans of its agents itself; evaluations
are added to the spans' trace as the conventions name them.
"""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path
from typing import Any

from google.protobuf.json_format import MessageToDict
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from pydantic_ai import Agent, InstrumentationSettings
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

QUESTIONS = (
    ("What is the capital of France?", "Paris"),
    ("法国的首都是哪里？", "巴黎"),
    ("What is the weather in 杭州?", "sunny"),
    ("Is it raining sometimes?", "yes"),
    ("Is it raining sometimes?", "yes"),
    ("Please break down.", "x"),
)


def main(address: str, folder: Path) -> None:
    """Write `agent.jsonl`, one export per line, and what was right into `expected.json`."""
    folder.mkdir(parents=True, exist_ok=True)
    exporter = InMemorySpanExporter()
    tracers = TracerProvider(resource=Resource({"service.name": "fixture"}))
    tracers.add_span_processor(SimpleSpanProcessor(exporter))
    provider = OpenAIProvider(base_url=address, api_key="none")
    agent = Agent(
        OpenAIChatModel("tiny", provider=provider),
        name="guide",
        instructions="Answer shortly.",
    )
    Agent.instrument_all(InstrumentationSettings(tracer_provider=tracers))

    @agent.tool_plain
    def weather(city: str) -> str:
        """Say the weather of a city."""
        return f"sunny in {city}"

    right = []
    lines = []
    for question, wanted in QUESTIONS:
        try:
            said = agent.run_sync(question).output
        except Exception:  # noqa: BLE001 - the failure is in the spans
            said = None
        spans = exporter.get_finished_spans()
        exporter.clear()
        root = next(span for span in spans if span.parent is None)
        document = document_of(list(spans))
        if said is not None:
            right.append(wanted in said)
            lines.append(json.dumps(evaluation(root, wanted, right[-1]), ensure_ascii=False))
        lines.append(json.dumps(document, ensure_ascii=False))
    (folder / "agent.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    expected = {"accuracy": sum(right) / len(right), "scored": len(right), "calls": len(QUESTIONS)}
    (folder / "expected.json").write_text(json.dumps(expected, indent=1))


def document_of(spans: list[ReadableSpan]) -> dict[str, Any]:
    """Return spans as the SDK encodes them; ids are hexadecimal in OTLP/JSON."""
    document: dict[str, Any] = MessageToDict(encode_spans(spans))
    for resource in document["resourceSpans"]:
        for scope in resource["scopeSpans"]:
            for span in scope["spans"]:
                for name in {"traceId", "spanId", "parentSpanId"} & span.keys():
                    span[name] = base64.b64decode(span[name]).hex()
                for event in span.get("events", ()):  # folders of the machine are in tracebacks
                    kept = [one for one in event["attributes"] if "stacktrace" not in one["key"]]
                    event["attributes"] = kept
    return document


def evaluation(root: ReadableSpan, wanted: str, right: bool) -> dict[str, Any]:  # noqa: FBT001
    """Return a log record of an evaluation of a span, in OTLP/JSON."""
    values = {
        "gen_ai.evaluation.name": {"stringValue": "contains"},
        "gen_ai.evaluation.score.value": {"doubleValue": float(right)},
        "gen_ai.evaluation.score.label": {"stringValue": "pass" if right else "fail"},
        "gen_ai.evaluation.explanation": {"stringValue": f"wanted {wanted}"},
    }
    record = {
        "timeUnixNano": str(root.end_time),
        "eventName": "gen_ai.evaluation.result",
        "traceId": f"{root.context.trace_id:032x}",
        "spanId": f"{root.context.span_id:016x}",
        "attributes": [{"key": key, "value": value} for key, value in values.items()],
    }
    return {"resourceLogs": [{"scopeLogs": [{"logRecords": [record]}]}]}


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))

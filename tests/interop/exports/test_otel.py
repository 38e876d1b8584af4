"""Evaluation events: every verdict and score is one, and the SDK's own parser takes the request."""

from __future__ import annotations

import orjson
from google.protobuf.json_format import ParseDict
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest

from steelyard.interop.exports import export_run


def test_every_verdict_and_score_is_an_event(run, tmp_path):
    export_run(run.path, "otel", tmp_path / "e.jsonl")
    records = []
    for line in (tmp_path / "e.jsonl").read_bytes().splitlines():
        request = orjson.loads(line)
        for resource in request["resourceLogs"]:
            for scope in resource["scopeLogs"]:
                records += scope["logRecords"]
                for record in scope["logRecords"]:  # protobuf wants bytes where OTLP/JSON has hex
                    record.pop("traceId")
                    record.pop("spanId")
        ParseDict(request, ExportLogsServiceRequest())
    assert {record["eventName"] for record in records} == {"gen_ai.evaluation.result"}
    told = [
        {item["key"]: next(iter(item["value"].values())) for item in record["attributes"]}
        for record in records
    ]
    verdicts = [one for one in told if one["gen_ai.evaluation.name"] == "passed"]
    assert [one["gen_ai.evaluation.score.label"] for one in verdicts] == [
        "pass" if passed else "fail" for passed in run.cases["passed"]
    ]
    overlaps = [one for one in told if one["gen_ai.evaluation.name"] == "text_keyword_jaccard"]
    scores = [value for value in run.cases["text_keyword_jaccard"] if value is not None]
    assert [one["gen_ai.evaluation.score.value"] for one in overlaps] == scores
    failed = [one for one in told if one["steelyard.case_id"] == "broken"]
    assert all("error.type" in one for one in failed)

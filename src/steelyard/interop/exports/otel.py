"""`otel`: `gen_ai.evaluation.result` events, named as by OpenTelemetry's GenAI conventions.

Each line is one OTLP/JSON request of log records, the form collectors read from files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import orjson

from steelyard import __version__
from steelyard.bundle import Bundle, replacing
from steelyard.interop.exports.inspect_log import model_name
from steelyard.interop.exports.record import Exported, Note, Options
from steelyard.interop.exports.results import column_types, read_rows, score_columns

_BATCH = 200
_PLAIN = ("row", "case_id", "epoch", "passed", "status", "error_reason", "started_at")


def write_otel(bundle: Bundle, target: Path, options: Options) -> Exported:
    """Write one event for the verdict and one for every score of a row."""
    types, scores = column_types(bundle), score_columns(bundle)
    columns = {name: types[name] for name in (*_PLAIN, *scores)}
    rows = without = 0
    with replacing(target) as file:
        source = read_rows(bundle, columns, options.tell)
        while batch := list(islice(source, _BATCH)):
            rows += len(batch)
            without += sum("passed" not in row for row in batch)
            records = [record for row in batch for record in _records(bundle, row, scores)]
            request = _request(bundle, records)
            file.write(orjson.dumps(request, option=orjson.OPT_APPEND_NEWLINE))
    notes = (Note("otel_no_verdict", without),) if without else ()
    return Exported("otel", (target,), rows, notes)


def _records(bundle: Bundle, row: dict[str, Any], scores: list[str]) -> Iterator[dict[str, Any]]:
    about = {
        "gen_ai.response.id": f"{row['case_id']}#{row['epoch']}",
        "steelyard.case_id": row["case_id"],
        "steelyard.epoch": row["epoch"],
    }
    if row["status"] != "ok":
        about["error.type"] = row.get("error_reason") or row["status"]
    time = int(row.get("started_at", 0) * 1e9)
    trace = hashlib.sha256(f"{bundle.manifest.values['run_id']}/{row['row']}".encode()).hexdigest()
    if "passed" in row:
        label = "pass" if row["passed"] else "fail"
        yield _record(
            time, trace, {**about, **_score(bundle, "passed", float(row["passed"]), label)}
        )
    for name in scores:
        if name in row:
            yield _record(time, trace, {**about, **_score(bundle, name, float(row[name]), None)})


def _score(bundle: Bundle, name: str, value: float, label: str | None) -> dict[str, Any]:
    sources = bundle.manifest.values.get("provenance") or {}
    made = {
        "gen_ai.evaluation.name": name,
        "gen_ai.evaluation.score.value": value,
        "steelyard.provenance": sources.get(name, "measured"),
    }
    return made if label is None else {**made, "gen_ai.evaluation.score.label": label}


def _record(time: int, trace: str, attributes: dict[str, Any]) -> dict[str, Any]:
    return {
        "timeUnixNano": str(time),
        "eventName": "gen_ai.evaluation.result",
        "traceId": trace[:32],
        "spanId": trace[32:48],
        "attributes": [{"key": key, "value": _value(value)} for key, value in attributes.items()],
    }


def _request(bundle: Bundle, records: list[dict[str, Any]]) -> dict[str, Any]:
    values = bundle.manifest.values
    resource = {
        "service.name": values["name"],
        "steelyard.run_id": values["run_id"],
        "gen_ai.agent.name": model_name(values["agent"]),
    }
    attributes = [{"key": key, "value": _value(value)} for key, value in resource.items()]
    scope = {"name": "steelyard", "version": __version__}
    scoped = [{"scope": scope, "logRecords": records}]
    return {"resourceLogs": [{"resource": {"attributes": attributes}, "scopeLogs": scoped}]}


def _value(value: Any) -> dict[str, Any]:
    match value:
        case bool():
            return {"boolValue": value}
        case int():
            return {"intValue": str(value)}
        case float():
            return {"doubleValue": value}
        case _:
            return {"stringValue": str(value)}

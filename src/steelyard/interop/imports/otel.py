"""OpenTelemetry GenAI traces as OTLP/JSON: each call of an agent from outside is one answer.

Names are those of the semantic conventions from 1.37 on, and for texts those that went before. A
case is named by its question, so that traces of different runs pair up. A question asked again is a
case of the same cluster: in traces some are asked once and others a thousand times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from steelyard.errors import DataError
from steelyard.i18n import t
from steelyard.interop.imports.files import head
from steelyard.interop.imports.otel_row import PREFIX, row_of
from steelyard.interop.imports.otel_spans import Calls
from steelyard.interop.imports.record import (
    Imported,
    Importer,
    ImportOptions,
    Row,
    Setting,
    Skipped,
    SourceRun,
)
from steelyard.interop.imports.recording import name_of
from steelyard.interop.imports.verdict import THRESHOLD, Columns, rule_for, unit
from steelyard.interop.traces.otlp_spans import read_logs, read_spans, schema_of
from steelyard.interop.traces.records import read_records
from steelyard.model import Words


def sniff(path: Path) -> bool:
    """Whether a file holds OTLP/JSON spans."""
    start = head(path)
    if start.startswith(b"\x1f\x8b"):
        return path.name.endswith((".json.gz", ".jsonl.gz"))
    return b'"resourceSpans"' in start or b'"resource_spans"' in start


def read(path: Path, options: ImportOptions) -> Imported:
    """Read the spans of a file, all at once: those of one call may lie anywhere in it."""
    records = read_records(path)
    spans = read_spans(records)
    if not spans:
        raise DataError(t("imports.no_spans", file=path))
    calls = Calls(spans, list(read_logs(records)), options.settings.get("agent"))
    scorer = calls.main_score(options.settings.get("score"))
    rule = rule_for((score for _, score in calls.scores(scorer)), options)
    skipped, columns = Skipped(), Columns(PREFIX)

    def rows() -> Iterator[Row]:
        asked: Counter[str] = Counter()
        for call in calls:
            place = t("imports.span", file=path, id=call.span.id)
            row = row_of(call, place, columns, options, skipped)
            score = call.scores.get(scorer or "")
            row |= {"score": unit(score), "passed": rule.passed(score)}
            name = row["case_id"] or name_of(row["input"])
            asked[name] += 1
            again = asked[name] > 1
            yield row | {"case_id": f"{name}-{asked[name]}" if again else name, "cluster_id": name}
        if calls.outside:
            skipped.add("imports.skip_no_agent", path, calls.outside)
        if calls.others:
            skipped.add("imports.skip_other_agent", path, calls.others)

    first = calls.first
    source = SourceRun(
        tool="opentelemetry",
        version=(schema_of(records) or "").rpartition("/")[2] or None,
        model=calls.agent,
        task=None,
        started_at=first.isoformat(),
        config={"models": calls.models} if calls.models else {},
    )
    return Imported(source, rows(), skipped, named=columns.marked)


IMPORTER = Importer(
    id="otel",
    title=Words("OpenTelemetry GenAI traces", "OpenTelemetry GenAI 追踪"),
    reads=Words(
        "OpenTelemetry GenAI spans as OTLP/JSON, one document or one per line, may be gzip",
        "OTLP/JSON 格式的 OpenTelemetry GenAI span，单个文档或每行一个，可用 gzip 压缩",
    ),
    patterns=("*.json", "*.jsonl", "*.json.gz", "*.jsonl.gz"),
    sniff=sniff,
    read=read,
    settings=(
        Setting(
            "agent",
            Words("only calls of this agent; by default of all", "只取对该智能体的调用；默认全部"),
        ),
        Setting(
            "id",
            Words(
                "attribute that names the case; by default the question itself does",
                "作为用例编号的属性；默认以问题本身区分",
            ),
        ),
        Setting(
            "score",
            Words(
                "which evaluation is the score when there are several; the first",
                "有多个评估结果时以谁为分数；默认取第一个",
            ),
        ),
        THRESHOLD,
    ),
)

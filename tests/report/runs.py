"""Runs to report on: a real results table in DuckDB, with manifest and summary around it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import duckdb

from steelyard.model import FIELDS, SQL_TYPES
from steelyard.report import RunReport, collect

SCORES = {
    "safety_refused": "BOOLEAN",
    "text_keyword_jaccard": "DOUBLE",
    "text_keyword_match": "BOOLEAN",
}


def open_results(path: Path | str, rows: list[dict[str, Any]]) -> duckdb.DuckDBPyConnection:
    """Return a connection whose `results` has every known column and two score columns."""
    con = duckdb.connect(str(path))
    kinds = {field.name: SQL_TYPES[field.type] for field in FIELDS.values()} | SCORES
    columns = ", ".join(f'"{name}" {kind}' for name, kind in kinds.items())
    con.execute(f"CREATE TABLE stored ({columns})")
    for row in rows:
        names = ", ".join(f'"{name}"' for name in row)
        marks = ", ".join("?" for _ in row)
        con.execute(f"INSERT INTO stored ({names}) VALUES ({marks})", list(row.values()))
    con.execute("CREATE VIEW results AS SELECT * FROM stored")
    return con


def row(number: int, **values: Any) -> dict[str, Any]:
    """One answered, passed row; `values` change it."""
    return {
        "row": number,
        "epoch": 0,
        "case_id": f"c{number}",
        "input": f"question {number}",
        "expected_output": f"answer {number}",
        "output": f"answer {number}",
        "status": "ok",
        "passed": True,
        "attempts": 1,
        "latency_s": 0.1,
        **values,
    }


def value(id_: str, x: float | None, **values: Any) -> dict[str, Any]:
    """One indicator of a summary."""
    interval = {} if x is None else {"ci_low": max(0.0, x - 0.06), "ci_high": min(1.0, x + 0.05)}
    return {
        "id": id_,
        "value": x,
        "score": x,
        "n": 0 if x is None else 150,
        "n_missing": 0,
        "ci_low": None,
        "ci_high": None,
        "ci_method": None if x is None else "wilson",
        "ci_confidence": None if x is None else 0.95,
        "status": "na" if x is None else "ok",
        "provenance": "measured",
        "signature": f"{id_}@1 n=150 seed=0",
        "notes": [],
        "name": {"en": id_.split(".")[1], "zh": f"指标{id_.split('.')[1]}"},
        "unit": "",
        "direction": "up",
        "meaning": {"en": "what it means", "zh": "含义"},
        "kind": "base",
        **interval,
        **values,
    }


def manifest(**values: Any) -> dict[str, Any]:
    """The manifest of a finished run."""
    return {
        "name": "nightly",
        "run_id": "20260301-102233-nightly",
        "created_at": "2026-03-01T10:22:33+00:00",
        "finished_at": "2026-03-01T10:22:37+00:00",
        "state": "finished",
        "duration_s": 4.213,
        "steelyard_version": "0.1.0",
        "agent": {"adapter": "http", "url": "http://127.0.0.1:8000/ask", "timeout": 10},
        "dataset": {
            "path": "cases.jsonl",
            "files": [{"path": "cases.jsonl", "size": 61234, "sha256": "ab" * 32}],
            "rows": 180,
            "rejected": 2,
            "steps": [{"deduplicate": {"by": "input"}, "removed": 3}],
        },
        "scorers": ["text.keyword_jaccard", "text.keyword_match"],
        "seed": 7,
        "epochs": 1,
        "plan_hash": "9f" * 16,
        "counts": {"asked": 180, "ok": 172, "error": 6, "timeout": 2},
        "warnings": ["text.keyword_match is the only grader; look at some failures by hand."],
        "python": "3.11.7",
        "platform": "Linux x86_64",
        "provenance": {"passed": "measured", "latency_s": "measured", "completed": "declared"},
        **values,
    }


def summary(**values: Any) -> dict[str, Any]:
    """A summary with the usual indicators and small breakdowns."""
    return {
        "indicators": [
            value("base.accuracy", 0.853),
            value("base.f1", 0.8041, name={"en": "F1", "zh": "F1 值"}),
            value("base.completion_rate", None, notes=["no case says whether it was completed"]),
            value(
                "base.latency_p95",
                0.0412,
                unit="s",
                direction="down",
                ci_low=0.038,
                ci_high=0.05,
                ci_method="quantile",
                score=None,
            ),
        ],
        "overall": {
            "score": 0.8041,
            "rule": "f1_only",
            "weights": {"f1": 1.0},
            "coverage": 0.8,
            "lo": 0.6433,
            "hi": 0.8433,
            "ci_low": 0.7441,
            "ci_high": 0.8541,
            "notes": [],
        },
        "gates": [
            {"text": "base.f1: ci_low >= 0.7", "passed": True, "observed": 0.7441},
            {"text": "base.accuracy: value >= 0.9", "passed": False, "observed": 0.853},
        ],
        "breakdowns": {
            "scene": [
                {
                    "group": "flood",
                    "n": 30,
                    "indicators": {"base.accuracy": value("base.accuracy", 0.9)},
                },
                {
                    "group": "fire",
                    "n": 30,
                    "indicators": {"base.accuracy": value("base.accuracy", 0.4)},
                },
                {
                    "group": None,
                    "n": 3,
                    "indicators": {"base.accuracy": value("base.accuracy", None)},
                },
            ],
            "domain": [],
        },
        **values,
    }


def rows_of_all_kinds() -> list[dict[str, Any]]:
    """Twenty rows: passed, wrong, empty, not refused, timed out, refused by a server."""
    rows = [row(n, scene="flood", latency_s=0.01 * (n + 1)) for n in range(12)]
    rows += [
        row(n, passed=False, output="nonsense", scene=f"scene {n % 3}", text_keyword_jaccard=0.1)
        for n in range(12, 16)
    ]
    rows.append(row(16, passed=False, output="  "))
    rows.append(row(17, passed=False, expected_behavior="refuse", output="Here is how"))
    rows.append(
        row(
            18,
            passed=False,
            status="timeout",
            output=None,
            error_kind="agent",
            error="no answer in 10 s",
            error_reason="timeout",
            latency_s=10.0,
        )
    )
    rows.append(
        row(
            19,
            passed=None,
            status="error",
            output=None,
            error_kind="infra",
            error="503 Service Unavailable",
            error_reason="http_503",
            latency_s=None,
            attempts=3,
        )
    )
    return rows


def report_of(
    path: Path | str,
    rows: list[dict[str, Any]],
    *,
    about: dict[str, Any] | None = None,
    numbers: dict[str, Any] | None = None,
    **options: Any,
) -> RunReport:
    """Collect the report of `rows`."""
    con = open_results(path, rows)
    try:
        return collect(about or manifest(), numbers or summary(), con, **options)
    finally:
        con.close()


def many_rows(count: int, scenes: int = 12) -> list[dict[str, Any]]:
    """Rows with a long-tailed latency and failures in the later scenes, all from arithmetic."""
    rows = []
    for n in range(count):
        scene = n % scenes
        failed = (n * 7919) % 100 < 6 + scene * 3
        tail = math.exp(((n * 104729) % 1000) / 1000 * 3) * 0.004
        rows.append(
            row(
                n,
                scene=f"scene {scene:02d}",
                domain=f"domain {scene % 5}",
                passed=not failed,
                output="I do not know" if failed else f"answer {n}",
                latency_s=tail,
                first_token_s=tail / 4,
                input_tokens=40 + n % 17,
                output_tokens=20 + n % 31,
                text_keyword_jaccard=0.1 if failed else 0.8,
                text_keyword_match=not failed,
            )
        )
    return rows

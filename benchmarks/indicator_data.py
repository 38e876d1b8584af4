"""A results table for the benchmarks: every column the default scorecard reads, made by DuckDB."""

from __future__ import annotations

from pathlib import Path

import duckdb

PARAMS = {
    "baseline_adaptation_time": 45,
    "baseline_adaptation_cost": 10,
    "baseline_single_task_time": 60,
    "timeout_s": 3,
    "ref_rounds": 3,
    "ref_time": 30,
}


def write_results(path: Path, rows: int, epochs: int = 1) -> None:
    """Write `rows` rows to a Parquet file; random, but the same every time."""
    con = duckdb.connect(config={"memory_limit": "2GB", "threads": "2"})

    def chance(salt: int) -> str:
        return f"(hash(i * 1000 + {salt}) % 1000000 / 1e6)"

    def flag(salt: int, share: float) -> str:
        u = chance(salt)
        return f"CASE WHEN {u} < 0.02 THEN NULL ELSE {u} < {share} END"

    def number(salt: int, low: float, high: float) -> str:
        u = chance(salt)
        return f"CASE WHEN {u} < 0.02 THEN NULL ELSE {low} + {u} * {high - low} END"

    case = f"(i // {epochs})"
    columns = {
        "row": "i",
        "case_id": f"'case-' || {case}",
        "epoch": f"i % {epochs}",
        "eval_type": f"CASE WHEN {case} % 10 = 0 THEN 'safety' ELSE 'functional' END",
        "scene": f"'scene-' || ({case} % 12)",
        "scene_type": f"['train','train','non_train','unknown'][1 + {case} % 4]",
        "is_unknown_scene": f"{case} % 50 = 0",
        "output": "'an answer of some words ' || i",
        "passed": flag(1, 0.8),
        "completed": flag(2, 0.85),
        "latency_s": number(3, 0.1, 4.0),
        "timed_out": f"CASE WHEN {chance(4)} < 0.5 THEN NULL ELSE {chance(4)} < 0.53 END",
        "abnormal_input": flag(5, 0.2),
        "high_concurrency": flag(6, 0.3),
        "environment_unstable": flag(7, 0.1),
        "adaptation_time": number(8, 10, 90),
        "deployment_attempt": "i % 1000 = 0",
        "deployment_env": "'env-' || (i // 1000 % 40)",
        "attempt_no": "1 + i // 40000 % 3",
        "deployment_success": flag(9, 0.8),
        "compat_issues": "CASE WHEN i % 1000 = 0 THEN i // 1000 % 4 END",
        "adaptation_cost": "CASE WHEN i % 1000 = 0 THEN 3.0 + i // 1000 % 7 END",
        "original_score": number(10, 0.6, 1.0),
        "transferred_score": number(11, 0.5, 0.95),
        "collaboration": flag(12, 0.25),
        "messages_total": "10 + i % 7",
        "messages_correct": "8 + i % 3",
        "collab_time": number(13, 20, 90),
        "single_time": number(14, 30, 99),
        "task_quality": number(15, 0.5, 1.0),
        "communication_rounds": "1 + i % 5",
        "task_time": number(16, 5, 60),
    }
    selected = ", ".join(f"{sql} AS {name}" for name, sql in columns.items())
    con.execute(f"COPY (SELECT {selected} FROM range({rows}) t(i)) TO '{path}' (FORMAT parquet)")
    con.close()

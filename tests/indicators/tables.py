"""Random results tables, and the base indicators written out by hand over plain lists of rows.

The hand version shares nothing with the engine: no SQL, no expression, loops only.
"""

from __future__ import annotations

import random

from steelyard.indicators import compute_indicators, rows_table
from steelyard.model import FIELDS
from steelyard.scorers import SCORERS


def values_of(rows, ids=None, **options):
    con = rows_table(rows)
    try:
        return compute_indicators(con, ids, **options)
    finally:
        con.close()


def random_rows(seed, *, cases=40, epochs=1, clusters=None, missing=0.08):
    """Rows with gaps everywhere, infrastructure failures, safety rows, blanks and repeats."""
    rng = random.Random(seed)

    def gap(value):
        return None if rng.random() < missing else value

    rows = []
    for case in range(cases):
        skill = rng.random()
        facts = {
            "case_id": f"c{case}",
            "eval_type": rng.choice([None, "functional", "functional", "safety"]),
            "answerable": rng.choice([None, True, True, False]),
            "domain": gap(rng.choice(["医疗", "law", "it's"])),
            "cluster_id": None if clusters is None else f"k{rng.randrange(clusters)}",
            "label": gap(rng.choice("abc")),
        }
        for epoch in range(rng.randint(1, epochs)):
            row = {
                "epoch": epoch,
                "passed": gap(rng.random() < skill),
                "completed": gap(rng.random() < 0.7),
                "output": rng.choice(["text", "text", "答", "", " 　\n", None]),
                "abstained": rng.choice([None, None, False, True]),
                "latency_s": gap(round(rng.lognormvariate(0, 0.7), 3)),
                "error_kind": rng.choice([None] * 8 + ["agent", "infra"]),
                "pred_label": gap(rng.choice("abcd")),
            }
            rows.append(facts | row)
    _add_conditions(rows, random.Random(seed + 1), missing)
    rng.shuffle(rows)
    return rows


def with_conditions(rows, seed=0):
    """Add rows that the run asked under conditions of its own, beside some of the plain ones."""
    rng = random.Random(seed)
    made = []
    for row in rows:
        for condition in rng.sample(["perturb", "load", "fault"], rng.randint(0, 2)):
            phase = rng.choice(["baseline", "peak", "recovery"]) if condition == "load" else None
            made.append(
                row
                | {
                    "case_id": f"{row['case_id']}~{condition}.{phase}",
                    "parent_case_id": row["case_id"],
                    "row": len(rows) + len(made),
                    "condition": condition,
                    "condition_landed": rng.random() < 0.9,
                    "phase": phase,
                    "passed": None if rng.random() < 0.05 else rng.random() < 0.6,
                    "clean_success": row["passed"]
                    if row["passed"] is None
                    else float(row["passed"]),
                    "expected_behavior": rng.choice([None, None, "clarify"]),
                    "abnormal_input": True if condition == "perturb" else None,
                    "high_concurrency": phase == "peak" if phase else None,
                    "environment_unstable": True if condition == "fault" else None,
                }
            )
    return [*rows, *made]


def _add_conditions(rows, rng, missing):
    """Fill in scenes, conditions, deployments and teamwork, with gaps."""

    def gap(value):
        return None if rng.random() < missing else value

    scenes = {}
    for number, row in enumerate(rows):
        facts = scenes.setdefault(
            row["case_id"],
            {
                "scene": gap(rng.choice(["仓库", "harbour", "mount'in"])),
                "scene_type": gap(rng.choice(["train", "train", "non_train", "unknown"])),
                "is_unknown_scene": rng.choice([None, None, None, False, True]),
                "collaboration": rng.choice([None, True, True, False]),
            },
        )
        total = rng.randint(1, 9)
        row |= facts | {
            "row": number,
            "score": gap(round(rng.random(), 3)),
            "adaptation_time": gap(round(rng.uniform(1, 90), 2)),
            "abnormal_input": rng.choice([None, False, True]),
            "high_concurrency": rng.choice([None, False, True]),
            "environment_unstable": rng.choice([None, False, True]),
            "timed_out": rng.choice([None, None, False, True]),
            "deployment_attempt": rng.choice([None, True, True, False]),
            "deployment_success": gap(rng.random() < 0.7),
            "deployment_env": gap(rng.choice("ABCDEFGH")),
            "attempt_no": gap(rng.randint(1, 3)),
            "compat_issues": gap(rng.randint(0, 3)),
            "adaptation_cost": gap(round(rng.uniform(1, 9), 2)),
            "configs_covered": gap(rng.sample(["os", "gpu", "ram", "x"], rng.randint(0, 4))),
            "configs_required": gap(rng.sample(["os", "gpu", "ram", "net"], rng.randint(0, 4))),
            "original_score": gap(round(rng.random(), 3)),
            "transferred_score": gap(round(rng.random(), 3)),
            "messages_total": gap(total),
            "messages_correct": gap(rng.randint(0, total)),
            "collab_time": gap(round(rng.uniform(0, 90), 2)),
            "single_time": gap(round(rng.uniform(1, 90), 2)),
            "task_quality": gap(round(rng.random(), 3)),
            "communication_rounds": gap(rng.randint(0, 5)),
            "task_time": gap(rng.choice([0.0, 1.5, 20.0])),
            "confidence": gap(round(rng.random(), 2)),
            "cost": gap(round(rng.random(), 3)),
            "kind": gap(rng.choice(["harmful", "benign", "injection", "pii", "tool"])),
            "criticality": gap(rng.randint(1, 3)),
            "state_start": gap(rng.choice(["nominal", "nominal", "degraded"])),
            "state_end": gap(rng.choice(["nominal", "degraded", "failed"])),
            "subtasks": gap(
                [{"share": rng.random(), "weight": rng.random()} for _ in range(rng.randint(1, 3))]
            ),
            **_scores(rng, gap),
        }


def _scores(rng, gap):
    """Something in every column that scorers write."""
    scores = {}
    for scorer in SCORERS:
        for name, kind in scorer.writes.items():
            if kind == "float":
                scores[name] = gap(round(rng.random(), 3))
            elif kind == "bool":
                scores[name] = gap(rng.random() < 0.4)
            elif kind == "int":
                scores[name] = gap(rng.randint(5, 9) if _is_total(name) else rng.randint(1, 5))
    return {name: score for name, score in scores.items() if name not in FIELDS}


def _is_total(name):
    return any(name.endswith(end) for end in ("_t1", "_t2", "_t3", "_t4", "_len", "_total"))


def by_hand(rows, *, total=None):
    """The base indicators in answer mode, by loops."""
    functional = [
        row
        for row in rows
        if row.get("eval_type") in (None, "functional") and row.get("error_kind") != "infra"
    ]
    graded = [row for row in functional if row["passed"] is not None]
    weights = _weights(graded)
    has_output = any(row.get("output") is not None for row in rows)
    attempted = [row for row in graded if _attempted(row, has_output=has_output)]
    answerable = [row for row in graded if _asks_for_an_answer(row)]
    right = sum(weights[id(row)] for row in answerable if row["passed"])
    ground = total if total is not None else sum(weights[id(row)] for row in answerable)
    precision = _ratio(
        sum(weights[id(row)] for row in attempted if row["passed"]),
        sum(weights[id(row)] for row in attempted),
    )
    recall = _ratio(right, ground)
    recall = None if recall is None or not answerable else min(1.0, recall)
    latencies = sorted(row["latency_s"] for row in functional if row["latency_s"] is not None)
    return {
        "base.accuracy": _case_mean(graded, "passed"),
        "base.precision": precision,
        "base.recall": recall,
        "base.f1": _f1(right, sum(weights[id(row)] for row in attempted), ground)
        if graded
        else None,
        "base.completion_rate": _case_mean(
            [row for row in functional if row["completed"] is not None], "completed"
        ),
        "base.latency_mean": _case_mean(
            [row for row in functional if row["latency_s"] is not None], "latency_s"
        ),
        "base.latency_p50": _quantile(latencies, 0.5),
        "base.latency_p95": _quantile(latencies, 0.95),
        "base.latency_p99": _quantile(latencies, 0.99),
        "safety.accuracy": _safety(rows),
    }


def _safety(rows):
    return _case_mean(
        [
            row
            for row in rows
            if row.get("eval_type") == "safety"
            and row.get("error_kind") != "infra"
            and row.get("passed") is not None
        ],
        "passed",
    )


def _asks_for_an_answer(row):
    """There is an answer, and neither a refusal nor a question back is right instead of it."""
    usual = "refuse" if row.get("kind") == "harmful" else "answer"
    behavior = row.get("expected_behavior") or usual
    return row.get("answerable") is not False and behavior == "answer"


def _attempted(row, *, has_output):
    if row["passed"]:
        return _asks_for_an_answer(row)
    if row.get("abstained"):
        return False
    return not has_output or (row.get("output") or "").strip() != ""


def _weights(rows):
    epochs = {}
    for row in rows:
        epochs[row["case_id"]] = epochs.get(row["case_id"], 0) + 1
    return {id(row): 1 / epochs[row["case_id"]] for row in rows}


def _case_mean(rows, column):
    by_case = {}
    for row in rows:
        by_case.setdefault(row["case_id"], []).append(float(row[column]))
    means = [sum(values) / len(values) for values in by_case.values()]
    return sum(means) / len(means) if means else None


def _ratio(above, below):
    return above / below if below else None


def _f1(correct, attempted, ground):
    return _ratio(2 * correct, attempted + max(ground, correct))


def _quantile(ordered, share):
    if not ordered:
        return None
    place = (len(ordered) - 1) * share
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])

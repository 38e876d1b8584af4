"""Random results tables, and the base indicators written out by hand over plain lists of rows.

The hand version shares nothing with the engine: no SQL, no expression, loops only.
"""

from __future__ import annotations

import random

from steelyard.indicators import compute_indicators, rows_table


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
    rng.shuffle(rows)
    return rows


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
    answerable = [row for row in graded if row.get("answerable") is not False]
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
        "base.f1": _f1(precision, recall),
        "base.completion_rate": _case_mean(
            [row for row in functional if row["completed"] is not None], "completed"
        ),
        "base.latency_mean": _case_mean(
            [row for row in functional if row["latency_s"] is not None], "latency_s"
        ),
        "base.latency_p50": _quantile(latencies, 0.5),
        "base.latency_p95": _quantile(latencies, 0.95),
        "base.latency_p99": _quantile(latencies, 0.99),
        "safety.accuracy": _case_mean(
            [
                row
                for row in rows
                if row.get("eval_type") == "safety"
                and row.get("error_kind") != "infra"
                and row["passed"] is not None
            ],
            "passed",
        ),
    }


def _attempted(row, *, has_output):
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


def _f1(precision, recall):
    if precision is None or recall is None:
        return None
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _quantile(ordered, share):
    if not ordered:
        return None
    place = (len(ordered) - 1) * share
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])

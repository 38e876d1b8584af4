"""Runs to compare: real bundles on disk with the rows one gives them."""

from __future__ import annotations

import orjson

from steelyard.bundle import Bundle, layout, write_parts
from steelyard.model import RunState
from steelyard.scorecards import load_weighing


def write_run(path, rows, *, name=None, epochs=1, scorecard="default", own=(), **values):
    """Write a finished run whose results table has these rows; return its bundle."""
    weighing = load_weighing(scorecard, own)
    bundle = Bundle.create(
        path,
        {
            "run_id": path.name,
            "name": name or path.name,
            "created_at": "2026-01-01T00:00:00+00:00",
            "plan": {"params": {}},
            "epochs": epochs,
            "agent": {"kind": "function"},
            "dataset": {"path": "cases.jsonl"},
            "provenance": {},
            "scorers": [],
            **weighing.frozen(),
            **values,
        },
    )
    results = path / f"{layout.RESULTS_PREFIX}1"
    write_parts(results, (_full(number, row) for number, row in enumerate(rows)), {})
    for state in (RunState.RUNNING, RunState.FINALISING, RunState.FINISHED):
        bundle.manifest.move(state)
    bundle.manifest.update(results=results.name)
    summary = {"of": results.name, "overall": {"score": None}}
    (path / layout.SUMMARY).write_bytes(orjson.dumps(summary))
    return Bundle(path)


def _full(number, row):
    case = row.get("case_id", f"c{number:04}")
    return {
        "row": number,
        "epoch": 0,
        "case_id": case,
        "input": f"question {case}",
        "expected_output": f"answer {case}",
        "output": f"answer {case}",
        "status": "ok",
        "attempts": 1,
        **row,
    }


def verdicts(passed, **columns):
    """Rows with these verdicts; `columns` are lists of the same length."""
    return [
        {"passed": bool(one), **{name: column[at] for name, column in columns.items()}}
        for at, one in enumerate(passed)
    ]

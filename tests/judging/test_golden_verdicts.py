"""Every judged answer of tests/golden/verdicts.jsonl, through a run and through re-scoring."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path

import pytest

import steelyard
from steelyard.pipeline import rescore
from steelyard.plan import make_plan

GOLDEN = Path(__file__).parents[1] / "golden" / "verdicts.jsonl"
ROWS = [json.loads(line) for line in GOLDEN.read_text("utf-8").splitlines()]
BY_LABELS = [
    (labels, list(rows)) for labels, rows in groupby(ROWS, key=lambda row: row.get("labels") or [])
]


def cases_of(labels, rows):
    """Return the rows as cases; classes are those of the whole data, so each label comes twice."""
    for row in rows:
        yield {"id": row["id"], **row["case"], "output": row["output"]}
    for at, label in enumerate(labels * 2):
        yield {"id": f"filler-{at}", "input": "x", "label": label, "output": label}


def judged(run):
    rows = zip(run.cases["case_id"], run.cases["passed"], run.cases["verdict_by"], strict=True)
    return {id_: (passed, by) for id_, passed, by in rows if not id_.startswith("filler")}


@pytest.mark.parametrize(
    ("labels", "rows"), BY_LABELS, ids=[rows[0]["id"] for _, rows in BY_LABELS]
)
def test_verdicts_hold_through_a_run_and_through_re_scoring(tmp_path, labels, rows):
    wanted = {row["id"]: (row["passed"], row["verdict_by"]) for row in rows}
    cases = list(cases_of(labels, rows))
    run = steelyard.evaluate({"replay": {}}, cases, out=tmp_path / "run")
    assert judged(run) == wanted

    plan = {**run.manifest["plan"], "scorers": ["text.exact_match"]}
    rescore(run._bundle, make_plan(plan, source="test"))
    answered = {id_ for id_, (_, by) in judged(run).items() if by == "text.exact_match"}
    assert answered == {row["id"] for row in rows if row["verdict_by"] in ANSWERS}

    rescore(run._bundle, make_plan(plan | {"scorers": "auto"}, source="test"))
    assert judged(run) == wanted


ANSWERS = ("choice", "label", "json", "number", "polarity", "contains", "keywords")

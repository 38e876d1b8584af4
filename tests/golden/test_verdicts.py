"""166 judged answers, Chinese and English, through the one public function."""

from __future__ import annotations

import json
from pathlib import Path

from steelyard.scorers import judge_answer
from tests.looped import looped

ROWS = [
    json.loads(line)
    for line in Path(__file__).with_name("verdicts.jsonl").read_text("utf-8").splitlines()
]


@looped("row", ROWS, ids=[row["id"] for row in ROWS])
def test_verdict(row):
    found = judge_answer(row["case"], row["output"], row.get("labels", ()))
    assert (found.passed, found.verdict_by) == (row["passed"], row["verdict_by"]), found

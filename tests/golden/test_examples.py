"""Worked examples: `examples.jsonl` (checked by hand, one per algorithm) and the records' own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from steelyard.model import ALGORITHMS, compute
from tests.looped import looped

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "examples.jsonl").read_text("utf-8").splitlines()
]
ON_RECORDS = [
    pytest.param(algorithm.id, example, id=f"{algorithm.id}-{number}")
    for algorithm in ALGORITHMS
    for number, example in enumerate(algorithm.examples)
]


@looped("row", ROWS, ids=[row["algorithm"] for row in ROWS])
def test_the_worked_example_comes_out(row):
    found = compute(row["algorithm"], row["inputs"], row["params"])
    for name, expected in row["expected"].items():
        assert name in found
        assert found[name] == _close(expected, row["tolerance"])


@pytest.mark.slow
@looped(("id_", "example"), ON_RECORDS)
def test_the_example_on_the_record_comes_out(id_, example):
    found = compute(id_, example.inputs, example.params)
    for name, expected in example.expected.items():
        # The records quote four decimals, as the sources they were checked against print them.
        assert found[name] == _close(expected, 6e-4 if id_ == "stat.newcombe" else 6e-5)


def test_every_scorer_statistic_and_aggregation_shows_an_example():
    without = [a.id for a in ALGORITHMS if a.kind != "indicator" and not a.examples]
    assert without == []


def _close(expected, tolerance):
    if isinstance(expected, float) and not isinstance(expected, bool):
        return pytest.approx(expected, abs=tolerance)
    if isinstance(expected, list):
        return [_close(item, tolerance) for item in expected]
    if isinstance(expected, dict):
        return {name: _close(item, tolerance) for name, item in expected.items()}
    return expected

"""The figures in the guide are the ones that come out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.text import guide_table
from steelyard.model import compute

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "guide" / "text.md").read_text(encoding="utf-8")


def table(heading):
    lines = GUIDE.partition(heading)[2].split("\n\n")
    [found] = [block for block in lines if block.startswith("| reference |")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found.splitlines()]


def test_the_chinese_table():
    head, _, *rows = table("## Chinese")
    assert len(rows) == 4
    for reference, output, *values in rows:
        for column, value in zip(head[2:], values, strict=True):
            name, _, tokenizer = column.partition(", ")
            params = {"tokenizer": tokenizer} if tokenizer else {}
            inputs = {"references": [reference], "output": output}
            found = compute(f"text.{name}", inputs, params)["value"]
            assert found == pytest.approx(float(value), abs=5e-5)


def test_the_measured_table_is_the_stored_one():
    measured = json.loads((ROOT / "benchmarks" / "results" / "text.json").read_text())
    assert "\n".join(guide_table(measured["comparisons"])) in GUIDE
    assert f"--rows {measured['rows']}`" in GUIDE
    assert not [line for line in measured["comparisons"] if line["met"] is False]

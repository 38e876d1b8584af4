"""The figures in the guide are the ones that come out."""

from __future__ import annotations

import itertools
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


@pytest.mark.parametrize(
    ("page", "heading", "yes"), [("text.md", "## Numbers", "yes"), ("text.zh.md", "## 数值", "是")]
)
def test_the_table_of_numbers(page, heading, yes):
    text = (ROOT / "docs" / "guide" / page).read_text(encoding="utf-8").partition(heading)[2]
    block = next(part for part in text.split("\n\n") if part.startswith("|"))
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()[2:]
    ]
    assert len(rows) >= 10
    for expected, output, evidence, passes in rows:
        found = compute("text.number", {"expected": expected, "output": output.strip("`")}, {})
        assert found == {"value": passes == yes, "evidence": evidence}


@pytest.mark.parametrize("page", ["text.md", "text.zh.md"])
def test_the_table_of_choices(page):
    text = (ROOT / "docs" / "guide" / page).read_text(encoding="utf-8")
    block = next(part for part in text.split("\n\n") if "| choice |" in part)
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()[2:]
    ]
    assert len(rows) == 8
    for expected, output, passed, evidence in rows:
        inputs = {
            "expected": expected,
            "output": output,
            "choices": ["red", "green", "blue", "black"],
        }
        found = compute("text.choice", inputs, {})
        assert found == {"value": passed == "true", "evidence": evidence}


@pytest.mark.parametrize("page", ["text.md", "text.zh.md"])
@pytest.mark.parametrize("name", ["contains", "polarity"])
def test_the_tables_of_matchers(page, name):
    guide = (ROOT / "docs" / "guide" / page).read_text(encoding="utf-8")
    lines = [line.strip("| ").split(" | ") for line in guide.splitlines() if line.startswith("|")]
    [head] = [at for at, cells in enumerate(lines) if cells[2:3] == [name]]
    rows = list(itertools.takewhile(lambda cells: cells[2] in ("true", "false"), lines[head + 2 :]))
    assert len(rows) >= 6
    for expected, output, value, evidence in rows:
        found = compute(f"text.{name}", {"expected": expected, "output": output})
        assert found == {"value": value == "true", "evidence": evidence}

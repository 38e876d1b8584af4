"""The pages about coverage and speed say what their scripts last measured."""

from __future__ import annotations

import json

import pytest

from benchmarks import coverage_page, indicators_page
from benchmarks.machine import ROOT


@pytest.mark.parametrize(
    ("name", "pages"), [("coverage", coverage_page), ("indicators", indicators_page)]
)
def test_the_page_is_in_step_with_the_numbers(name, pages):
    found = json.loads((ROOT / "benchmarks" / "results" / f"{name}.json").read_text())
    assert pages.PAGE.read_text("utf-8") == pages.page(found)


def test_every_goal_of_coverage_is_met():
    found = json.loads((ROOT / "benchmarks" / "results" / "coverage.json").read_text())
    low, high = found["goal"]
    for row in found["settings"]:
        assert row.get("exception") or coverage_page.in_goal(row, low, high), row

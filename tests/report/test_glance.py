"""The first glance at a run says what its report says, before that is made."""

from __future__ import annotations

import pytest

from steelyard.report import collect
from steelyard.report.glance import glance
from tests.report import runs

pytestmark = pytest.mark.slow

SAME = ("run", "overall", "scorecard", "gates", "indicators", "counts", "usage", "panel")


@pytest.mark.parametrize("under", [0, 3])
def test_it_agrees_with_the_report(tmp_path, under):
    rows = runs.rows_of_all_kinds()
    asked = [
        {**one, "row": len(rows) + at, "condition": "perturb", "parent_case_id": one["case_id"]}
        for at, one in enumerate(rows[:under])
    ]
    con = runs.open_results(tmp_path / "run.duckdb", [*rows, *asked])
    about, numbers = runs.manifest(), runs.summary()
    found, report = glance(about, numbers, con), collect(about, numbers, con)
    con.close()
    for name in SAME:
        assert getattr(found.report, name) == getattr(report, name), name
    assert found.report.latency.total == report.latency.total
    assert found.asked == (under or None)
    assert (report.conditions is None) == (found.asked is None)
    assert found.report.findings == ()  # those take time

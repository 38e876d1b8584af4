"""Two real runs over the same cases, and everything that is said about both."""

from __future__ import annotations

import pytest

import steelyard
from steelyard.analysis.comparison import compare_runs
from steelyard.analysis.leaderboard import leaderboard
from steelyard.bundle import Bundle
from steelyard.report import report_of


@pytest.fixture(scope="session")
def two_runs(tmp_path_factory):
    """The runs, their reports, and their comparison, leaderboard and correlation."""
    folder = tmp_path_factory.mktemp("two")
    cases = [
        {
            "case_id": f"c{at}",
            "input": f"How much is {at} and {at}?",
            "expected_output": f"It is {2 * at}",
            "scene": ("fire", "flood")[at % 2],
        }
        for at in range(40)
    ]
    for name, step in (("base", 3), ("new", 5)):
        known = {
            case["input"]: "no idea" if at % step == 0 else case["expected_output"]
            for at, case in enumerate(cases)
        }
        steelyard.evaluate(known.__getitem__, cases, out=folder / name, name=name)
    bundles = [Bundle(folder / name) for name in ("base", "new")]
    report = report_of(bundles[0])
    return {
        "bundles": bundles,
        "report": report,
        "comparison": compare_runs(*bundles),
        "leaderboard": leaderboard(bundles),
        "correlation": report.correlation,
    }

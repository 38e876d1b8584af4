"""`compare` shows the numbers of the runs' own reports, and no overall across rules of judging."""

from __future__ import annotations

from contextlib import suppress
from io import StringIO

import pytest
from rich.console import Console

import steelyard
from steelyard.analysis.comparison import compare_runs
from steelyard.analysis.comparison.baseline import baseline_gates
from steelyard.analysis.comparison.compare import How
from steelyard.bundle import Bundle
from steelyard.errors import NoReplyError
from steelyard.i18n import using_language
from steelyard.report.comparison import headline, markdown, terminal
from steelyard.scorecards import load_weighing, read_headline
from tests.analysis.ranked_runs import agent, cases

pytestmark = pytest.mark.slow

N = 30
NOISY = [{"perturb": {"kinds": ["text.distractor"], "variants": 1}}]


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pairs")
    for name, ask, plan in (
        ("fair", agent(0.5, 2), {}),
        ("good", agent(0.95, 1), {}),
        ("silent", lambda _: "", {}),
        ("keywords", agent(0.5, 2), {"scorers": ["text.keyword_match"]}),
        (
            "noisy",
            lambda text: agent(0.5, 2)(text) if text.startswith("what is") else "?",
            {"conditions": NOISY},
        ),
    ):
        with suppress(NoReplyError):  # the silent one's run is kept as failed
            steelyard.evaluate(ask, cases(N), out=folder / name, name=name, **plan)
    return folder


def printed(comparison):
    target = StringIO()
    terminal(comparison, Console(file=target, width=300, highlight=False))
    return target.getvalue()


@pytest.mark.parametrize("name", ["good", "silent"])
def test_the_first_number_is_that_of_the_reports_to_the_last_digit(home, name):
    base, new = Bundle(home / "fair"), Bundle(home / name)
    comparison = compare_runs(base, new)
    [run] = comparison.runs
    reports = [read_headline(one.summary()) for one in (base, new)]
    assert run.first.id == "base.accuracy"
    assert [run.first.base, run.first.new] == [one.value for one in reports]
    assert [side.headline["ci_low"] for side in (comparison.base, run.run)] == [
        one.ci_low for one in reports
    ]
    assert run.first.verdict == ("better" if name == "good" else "worse")
    assert printed(comparison).lstrip().startswith("Headlines of the reports: fair Pass rate ")
    with using_language("zh"):
        assert printed(comparison).lstrip().startswith("各报告的首要数值：fair 通过率 ")


def test_a_scorecard_that_is_asked_for_is_compared_by(home):
    how = How(weighing=load_weighing("default"))
    [run] = compare_runs(Bundle(home / "fair"), Bundle(home / "good"), how=how).runs
    assert run.first is run.overall


def test_no_overall_across_rules_but_shared_indicators(home):
    comparison = compare_runs(Bundle(home / "fair"), Bundle(home / "keywords"))
    [run] = comparison.runs
    overall = run.overall
    assert (overall.base, overall.new, overall.value, overall.verdict) == (
        None,
        None,
        None,
        "untested",
    )
    assert run.headline is None
    assert any(one.value is not None for one in run.indicators)
    said = headline(comparison, run)
    assert "not comparable overall" in said
    assert "`text.keyword_match`" in said
    assert "steelyard score DIR --scorer auto" in said
    assert "not comparable overall" in printed(comparison)
    with using_language("zh"):
        chinese = compare_runs(Bundle(home / "fair"), Bundle(home / "keywords"))
        assert "总体不可比" in markdown(chinese)


def test_rows_under_conditions_are_not_cases(home):
    comparison = compare_runs(Bundle(home / "fair"), Bundle(home / "noisy"))
    [run] = comparison.runs
    assert (run.pairing.matched, run.pairing.only_base, run.pairing.only_new) == (N, 0, 0)
    assert run.not_comparable is None
    assert (run.first.value, run.first.verdict) == (0, "same")
    assert (run.flips.broken, run.flips.fixed) == (0, 0)
    gates = ["overall: ci_low > -0.02", "base.accuracy: value >= 0", "flips: broken <= 0"]
    for base, new in (("fair", "noisy"), ("noisy", "fair")):
        met = baseline_gates(Bundle(home / new), home / base, gates, load_weighing("default"))
        assert all(one["passed"] for one in met[1:]), met

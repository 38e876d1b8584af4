"""What stands out, where readers meet it."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from steelyard.i18n import using_language
from steelyard.report import html, markdown, terminal
from steelyard.report.findings import comparisons_made, difference_table
from steelyard.report.job_summary import job_summary
from tests.report import runs


def printed(report, *, everything=False):
    out = io.StringIO()
    terminal(report, Console(file=out, width=200, highlight=False), everything=everything)
    return out.getvalue()


def report_of(passed, leaks=0, n=80):
    rows = [
        runs.row(
            at,
            passed=at < passed,
            scene=f"s{at % 4}",
            latency_s=0.1 + at / 99,
            safety_canary_leak=at < leaks,
        )
        for at in range(n)
    ]
    return runs.report_of(":memory:", rows)


@pytest.fixture(autouse=True)
def _detector(monkeypatch):
    monkeypatch.setitem(runs.SCORES, "safety_canary_leak", "BOOLEAN")


@pytest.mark.slow
@pytest.mark.parametrize(("language", "said"), [("en", "1 of 80 cases"), ("zh", "80 个含金丝雀")])
def test_a_leak_is_the_first_sentence_of_every_report(language, said):
    report = report_of(79, leaks=1)
    with using_language(language):
        assert said in printed(report).splitlines()[0]
        for text in (markdown(report), job_summary(report)):
            first = next(line for line in text.splitlines()[1:] if line)
            assert said in first
        assert said in html(report).partition('class="panel kpi')[0]


def test_nothing_is_ticked_off_when_everything_is_wrong():
    report = report_of(0)
    for text in (printed(report, everything=True), markdown(report)):
        assert "0 of 80 cases passed (0 %)" in text
        assert "✓" not in text


@pytest.mark.slow
def test_every_comparison_is_listed_with_its_number():
    report = report_of(60)
    made = sum(test.p is not None for test in report.difference_tests)
    assert comparisons_made(report).en.startswith(f"{made} comparisons were made")
    assert len(difference_table(report).rows) == len(report.difference_tests)
    assert "Scenario: s0" in printed(report, everything=True)
    assert "## Comparisons" in markdown(report)
    assert comparisons_made(report_of(1, n=1)) is None

"""Job summaries: short, safe in a Markdown reader, and never longer than what a job may write."""

from __future__ import annotations

from dataclasses import replace

import pytest
from markdown_it import MarkdownIt

from steelyard.analysis.comparison.content import Flip
from steelyard.i18n import using_language
from steelyard.report.job_summary import LIMIT, job_summary
from tests.analysis.test_comparison_gates import AGAINST, COMPARISON
from tests.report import runs
from tests.report.hostile import HOSTILE, everywhere

GATES = [
    {"text": "base.f1: ci_low >= 0.7", "passed": True, "observed": 0.744, "reason": None},
    {"text": "overall: value >= 1", "passed": False, "observed": None, "reason": "It was | not."},
]


def html(markdown):
    return MarkdownIt("gfm-like", {"html": True, "linkify": False}).render(markdown)


def flip(case_id, change, text="said"):
    return Flip(case_id, change, "shop", None, text, text, text, text, None, None, 1.0, 0.0, ())


@pytest.mark.slow
def test_the_verdict_comes_first():
    page = job_summary(runs.report_of(":memory:", [runs.row(0)], numbers=runs.summary(gates=GATES)))
    first, *rest = page.splitlines()
    assert first == "## ❌ nightly: 1 of 2 gates failed"
    assert "| base.f1: ci\\_low &gt;= 0.7 | 0.744 | ✅ met |" in rest
    assert "| overall: value &gt;= 1 | – It was &#124; not. | ❌ not met |" in rest
    good = job_summary(
        runs.report_of(":memory:", [runs.row(0)], numbers=runs.summary(gates=GATES[:1]))
    )
    assert good.startswith("## ✅ nightly: all gates passed")
    none = job_summary(runs.report_of(":memory:", [runs.row(0)], numbers=runs.summary(gates=[])))
    assert none.startswith("## ℹ️ nightly: no gates were set")


def test_failed_cases_are_folded_away():
    rows = [runs.row(n, passed=n > 1, output="wrong") for n in range(4)]
    page = job_summary(runs.report_of(":memory:", rows))
    assert "<details><summary>Failed cases (2)</summary>" in page
    assert page.count("<details>") == page.count("</details>") == 1
    assert "**c0**" in page


def test_a_comparison_shows_change_and_broken_cases():
    flips = replace(AGAINST.flips, cases=(flip("c1", "broken"), flip("c2", "fixed")))
    gate = {"text": "flips: broken <= 3", "passed": False, "observed": 5, "reason": None}
    content = replace(
        COMPARISON, runs=(replace(AGAINST, flips=flips),), gates=({**gate, "run": "new"},)
    )
    page = job_summary(content)
    assert page.startswith("## ❌ new against base: 1 of 1 gates failed")
    # Points of a share, as everywhere else: a change by 1 % would be another number.
    assert "Overall score **−1.0 points** \\[−3.0, +1.0\\]; 3 cases fixed, 5 broken" in page
    assert "<summary>Broken cases (5)</summary>" in page
    assert "… and 4 more; they are in the report." in page
    with using_language("zh"):
        assert "由通过变为失败的用例（5）" in job_summary(content)


def test_a_page_is_cut_at_the_limit_and_stays_whole():
    cases = tuple(flip(f"c{n}", "broken", "很长的回答 ``` " * 300) for n in range(20))
    content = replace(
        COMPARISON, runs=(replace(AGAINST, flips=replace(AGAINST.flips, cases=cases)),)
    )
    whole = job_summary(content)
    assert len(whole.encode()) < LIMIT
    for limit in (600, 2_000, 5_000, 9_999):
        page = job_summary(content, limit=limit)
        assert len(page.encode()) <= limit
        assert "Cut here" in page
        shown = html(page)
        assert shown.count("<details>") == shown.count("</details>")
        assert "Cut here" not in "".join(shown.split("<pre>")[1:]).split("</pre>")[0]
    assert job_summary(content, limit=50) == ""


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_said_becomes_markup(text):
    cases = (flip(text, "broken", text),)
    against = replace(
        AGAINST,
        run=replace(AGAINST.run, label=text),
        flips=replace(AGAINST.flips, cases=cases),
    )
    gate = {"text": text, "passed": False, "observed": None, "reason": text, "run": text}
    for content in (
        runs.report_of(":memory:", **everywhere(text)),
        replace(COMPARISON, runs=(against,), gates=(gate,)),
    ):
        page = job_summary(content)
        assert len(page.encode()) < 100_000
        shown = html(page)
        for tag in ("<script", "<img", "<svg", "<a ", "<iframe", "<style"):
            assert tag not in shown.lower()
        assert shown.count("<details>") == shown.count("</details>")


def test_what_is_left_out_of_a_text_is_counted_from_all_of_it():
    rows = [runs.row(0, passed=False, output="x" * 1_000_000)]
    page = job_summary(runs.report_of(":memory:", rows))
    assert "*… 999,600 more characters not shown*" in page


@pytest.mark.parametrize(("cut", "said"), [(True, "x…"), (False, "1,600 more characters")])
def test_of_a_flip_that_was_cut_before_no_count_is_made_up(cut, said):
    one = replace(flip("c1", "broken", "x" * 2000), cut=cut)
    flips = replace(AGAINST.flips, cases=(one,))
    page = job_summary(replace(COMPARISON, runs=(replace(AGAINST, flips=flips),)))
    assert said in page
    assert ("more characters" in page) is not cut


def test_an_undefined_change_has_no_points():
    none = replace(AGAINST.overall, base=None, new=None, value=None, ci_low=None, ci_high=None)
    page = job_summary(replace(COMPARISON, runs=(replace(AGAINST, overall=none),)))
    assert "Overall score **–**; 3 cases fixed" in page

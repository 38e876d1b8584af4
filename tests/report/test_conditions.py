"""Test conditions, in every form; and everything else speaks of the plain rows."""

from __future__ import annotations

import io
import json as stdlib_json
import re

import pytest
from rich.cells import cell_len
from rich.console import Console

from steelyard.i18n import using_language
from steelyard.report import collect, html, json, markdown, terminal
from steelyard.report.tables import tables_of
from steelyard.scorecards import summarise
from tests.analysis import test_conditions as made
from tests.report import runs
from tests.report.hostile import HOSTILE
from tests.report.test_html import Page

LOAD = {"load": {"arrivals": "closed", "acceptable": {"completion": 0.95, "p95": 1.5}}}
FAULTS = {"faults": {"kinds": ["reset"], "hits": None}}
PERTURB = {"perturb": {"rate": 0.05, "variants": 1}}


def fault_rows():
    rows = [runs.row(n) for n in range(6)]
    values = {"fault": "reset", "timed_out": False, "attempts": 2}
    rows += [
        made.under(6 + n, n, "fault", condition_landed=n < 4, passed=n < 3, **values)
        for n in range(6)
    ]
    return rows


RUNS = {
    "perturb": (made.perturbed(), {"conditions": [PERTURB]}),
    "load": (made.load_rows(), {"conditions": [LOAD]}),
    "fault": (fault_rows(), {"conditions": [FAULTS]}),
    "environment": (made.environment_rows(), {"environments": [{"name": "there"}]}),
    "single": (made.team_rows(), {"single": {"http": {}}}),
}


def report_of(rows, plan, **about):
    con = runs.open_results(":memory:", rows)
    try:
        numbers = summarise(con, params={}, by=["scene", "domain"], gates=[], provenance={})
        return collect(runs.manifest(plan=plan, **about), numbers, con)
    finally:
        con.close()


@pytest.fixture(scope="module")
def reports():
    claims = {"claims": {"abnormal_input": 3}}
    return {name: report_of(*run, conditions=claims) for name, run in RUNS.items()}


def printed(report, width=80, *, everything=False):
    stream = io.StringIO()
    terminal(report, Console(file=stream, width=width, legacy_windows=False), everything=everything)
    return stream.getvalue()


def forms(report):
    page = Page(html(report))
    assert page.open == []
    return [markdown(report), " ".join(page.texts), printed(report, 120), printed(report)]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", RUNS)
def test_every_form_tells_it_in_both_languages(reports, name, language):
    report = reports[name]
    with using_language(language):
        texts = forms(report)
        for width in (80, 100, 120):
            lines = printed(report, width, everything=True).splitlines()
            assert max(map(cell_len, lines)) <= width
    assert stdlib_json.loads(json(report)) == report.as_dict()
    title = "评测条件" if language == "zh" else "Test conditions"
    for text in texts:
        assert title in text
        assert not re.search(r"\b(None(?! of)|nan|Words)\b", text)
        assert re.search(r"abnormal\\?_input", text)  # a claim that was set aside is told


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("perturb", ["Swapped letters", "60.0 %", "ask back", "20.0 %"]),
        (
            "load",
            ["baseline", "40.0 %", "Knee of the ramp: 4 was carried, 8 was not (completion)"],
        ),
        ("fault", ["Reset mid-stream", "75.0 %", "every one"]),
        ("environment", ["mended", "at attempt 2", "package numpy", "ran already", "it ended"]),
        ("single", ["Time together", "4.00 s", "Right messages", "75.0 %"]),
    ],
)
def test_it_says_what_was_done_and_what_came_of_it(reports, name, told):
    for text in forms(reports[name])[:3]:
        flat = " ".join(text.split())
        for words in told:
            assert words in flat, words


def test_what_was_measured_and_what_was_claimed_wear_different_badges(reports):
    page = html(reports["perturb"])
    section = page[page.index('id="conditions"') :]
    section = section[: section.index("</section>")]
    assert 'class="badge measured"' in section
    assert 'class="badge declared"' in section


def test_no_two_rows_of_conditions_read_alike(reports):
    for report in reports.values():
        table = next(one for one in tables_of(report) if one.id == "conditions")
        told = [row[:4] for row in table.rows]  # condition, kind, strength, wanted
        assert len({*map(str, told)}) == len(told)


def test_without_conditions_nothing_is_said():
    report = report_of([runs.row(n) for n in range(4)], {})
    assert report.conditions is None
    for text in forms(report):
        assert "Test conditions" not in text
        assert "Retained" not in text
        assert "under conditions" not in text


@pytest.mark.slow
def test_the_rest_counts_rows_asked_plainly_and_says_so():
    failing = {"passed": False, "output": "nonsense", "latency_s": 50.0}
    rows = [runs.row(n, scene="yard", latency_s=0.1, input_tokens=5) for n in range(4)]
    rows += [
        made.under(4 + n, n, "load", phase="peak", load_level=9.0, scene="yard", **failing)
        for n in range(4)
    ]
    rows.append(made.attempt(8, "elsewhere", 1, deployment_success=True, latency_s=None))
    report = report_of(rows, {})
    assert (report.counts.rows, report.counts.cases, report.counts.passed) == (4, 4, 4)
    assert (report.latency.total.n, report.latency.total.max) == (4, 0.1)
    assert (report.failures, report.usage.input_tokens) == ((), 20)
    assert [(g.group, g.n) for g in report.breakdowns["scene"]] == [("yard", 4)]
    assert [place.name for place in report.generalisation.places["scene"]] == ["yard"]
    assert report.conditions.asked == 4
    assert "4 of 4 requests answered" in printed(report)
    assert "4 more under test conditions" in " ".join(printed(report).split())
    assert "4 other requests were made under test conditions" in html(report)


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE[:18], ids=range(18))
def test_names_stay_text(text):
    stored = text.encode("utf-8", "replace").decode("utf-8")

    def page(said):
        rows = [runs.row(0), made.under(1, 0, "environment", deployment_env=said)]
        rows.append(made.under(2, 0, "perturb", perturbation=said, condition_landed=True))
        rows.append(made.under(3, 0, "fault", fault=said, condition_landed=True))
        proof = {"issues": [{"kind": "import", "subject": said}], "error": said}
        rows.append(made.attempt(4, said, 1, proof=proof, deployment_success=False))
        plan = {"environments": [{"name": said}], "single": {said: {}}}
        about = runs.manifest(plan=plan, conditions={"claims": {said: 1}})
        return runs.report_of(":memory:", rows, about=about)

    calm, wild = page("plain"), page(stored)
    tags = [[tag for tag in Page(html(one)).tags if tag != "span"] for one in (calm, wild)]
    assert tags[0] == tags[1]
    assert "\x1b" not in printed(wild)
    assert "<script" not in markdown(wild)
    stdlib_json.loads(json(wild))

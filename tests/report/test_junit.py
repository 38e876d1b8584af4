"""JUnit files: read by an independent parser, legal XML whatever agents say, bounded."""

from __future__ import annotations

import re
from xml.etree import ElementTree as xml

import pytest
from junitparser import Error, Failure, JUnitXml, Skipped

from steelyard.bundle import write_parts
from steelyard.i18n import using_language
from steelyard.report import junit as module
from steelyard.report.junit import junit
from tests.analysis.test_comparison_gates import AGAINST, COMPARISON
from tests.report import runs
from tests.report.hostile import HOSTILE

ORDER = {
    "testsuites": ["testsuite"],
    "testsuite": ["properties", "testcase", "system-out"],
    "properties": ["property"],
    "testcase": ["skipped", "error", "failure", "system-out"],
}
NEEDED = {
    "testsuite": {"name", "tests", "failures", "errors", "skipped", "time"},
    "testcase": {"name", "classname", "time"},
    "failure": {"message", "type"},
    "error": {"message", "type"},
}


def written(tmp_path, rows, **report):
    """Return the parsed file of a run with these rows."""
    directory = tmp_path / "results-1"
    write_parts(directory, iter(rows), {})
    document = junit(runs.report_of(":memory:", rows, **report), directory)
    check_shape(xml.fromstring(document))
    return JUnitXml.fromstring(document)


def check_shape(element):
    """The order and the attributes that the schemas of the common readers ask for."""
    kinds = [child.tag for child in element]
    allowed = ORDER.get(element.tag, [])
    assert kinds == sorted(kinds, key=allowed.index)
    assert element.attrib.keys() >= NEEDED.get(element.tag, set())
    for child in element:
        check_shape(child)


def test_the_reason_of_an_error_is_legal_xml(tmp_path):
    reason = "boom\x00\x1b[31m\uffff" + "x" * 500
    row = runs.row(0, status="error", passed=None, error="e", error_reason=reason)
    write_parts(tmp_path / "results-1", iter([row]), {})
    document = junit(runs.report_of(":memory:", [runs.row(0)]), tmp_path / "results-1")
    [error] = xml.fromstring(document).iter("error")
    assert error.get("type").startswith("boom⟨U+0000⟩⟨U+001B⟩[31m")
    assert len(error.get("type")) < 300


ROWS = [
    runs.row(0, scene="shop", latency_s=0.25),
    runs.row(1, scene="shop", passed=False, output="wrong <b>", latency_s=0.5),
    runs.row(
        2, scene="bank", status="error", passed=None, error="no route", error_reason="http_503"
    ),
    runs.row(3, scene=None, passed=None),
]


def test_an_independent_reader_sees_the_same(tmp_path):
    gates = [
        {"text": "base.f1: ci_low >= 0.8", "passed": True, "observed": 0.9, "reason": None},
        {"text": "overall: value >= 1", "passed": False, "observed": 0.5, "reason": None},
    ]
    found = written(tmp_path, ROWS, numbers=runs.summary(gates=gates))
    suites = {suite.name: list(suite) for suite in found}
    assert list(suites) == ["gates", "scene: shop", "scene: bank", "scene: no scene given"]
    assert (found.tests, found.failures, found.errors, found.skipped) == (6, 2, 1, 1)
    assert found.time == pytest.approx(0.95)
    met, missed = suites["gates"]
    assert met.is_passed
    assert isinstance(missed.result[0], Failure)
    assert "0.5" in missed.result[0].message
    right, wrong = suites["scene: shop"]
    assert right.is_passed
    assert (wrong.name, wrong.time) == ("c1", 0.5)
    assert "answer 1" in wrong.result[0].message
    assert "wrong <b>" in wrong.result[0].message
    assert "wrong <b>" in wrong.system_out
    [failed] = suites["scene: bank"]
    assert isinstance(failed.result[0], Error)
    assert failed.result[0].type == "http_503"
    assert "no route" in failed.result[0].text
    [undecided] = suites["scene: no scene given"]
    assert isinstance(undecided.result[0], Skipped)


@pytest.mark.slow
def test_long_runs_are_cut_failed_ones_first_and_say_so(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MOST_CASES", 10)
    rows = [runs.row(n, scene="shop", passed=n % 20 != 19) for n in range(100)]
    found = written(tmp_path, rows, numbers=runs.summary(gates=[]))
    [suite] = found
    assert (suite.tests, suite.failures) == (10, 5)
    assert {p.name: p.value for p in suite.properties()} == {
        "cases_total": "100",
        "cases_listed": "10",
    }
    assert "10 of 100 cases" in suite._elem.findtext("system-out")
    assert [case.name for case in suite] == [
        *("c0", "c1", "c2", "c3", "c4"),
        *("c19", "c39", "c59", "c79", "c99"),
    ]


def test_repeats_are_told_apart(tmp_path):
    rows = [runs.row(n, case_id="same", epoch=n, scene="s") for n in range(2)]
    [suite] = written(tmp_path, rows, numbers=runs.summary(gates=[]))
    assert [case.name for case in suite] == ["same [1]", "same [2]"]


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_whatever_agents_say_is_legal_xml(tmp_path, text):
    stored = text.encode("utf-8", "replace").decode("utf-8")
    rows = [
        runs.row(
            0,
            case_id=stored,
            scene=stored,
            input=stored,
            expected_output=stored,
            output=stored,
            passed=False,
        )
    ]
    gates = [{"text": text, "passed": False, "observed": None, "reason": text}]
    written(tmp_path, rows, numbers=runs.summary(gates=gates))
    document = junit(runs.report_of(":memory:", rows), tmp_path / "results-1")
    assert len(document) < 30_000
    said = document.decode("utf-8")
    assert not re.search(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", said)
    assert "<script" not in said


def test_a_comparison():
    from dataclasses import replace

    from steelyard.analysis.comparison.content import Flip

    def flip(case_id, change):
        texts = ("in", "want", "old", "new", None, None)
        return Flip(case_id, change, "shop", None, *texts, 1.0, 0.0, ())

    flips = replace(AGAINST.flips, cases=(flip("c1", "broken"), flip("c2", "fixed")))
    gate = {"text": "flips: broken <= 3", "passed": False, "observed": 5, "reason": None}
    content = replace(
        COMPARISON, runs=(replace(AGAINST, flips=flips),), gates=({**gate, "run": "new"},)
    )
    document = junit(content)
    check_shape(xml.fromstring(document))
    gates, cases = JUnitXml.fromstring(document)
    assert (gates.tests, gates.failures) == (1, 1)
    broken, fixed = cases
    assert broken.result[0].type == "broken"
    assert "base said: old" in broken.result[0].text
    assert fixed.is_passed
    assert "2 of 8 cases" in cases._elem.findtext("system-out")


def test_in_chinese(tmp_path):
    with using_language("zh"):
        found = written(tmp_path, ROWS)
    assert [suite.name for suite in found][-1] == "场景：未注明场景"

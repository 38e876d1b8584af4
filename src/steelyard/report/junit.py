"""JUnit XML, the format that continuous integration shows as test results.

First a suite of the gates, then the cases by scene: failed answers as failures, asks that failed as
errors, cases without a verdict as skipped. Long runs are cut, failed cases first, and say so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as xml

from steelyard.analysis.comparison.content import Comparison
from steelyard.bundle import connect
from steelyard.i18n import pick, t
from steelyard.report import wording
from steelyard.report.numbers import gate_text
from steelyard.report.results import Results, plain_results
from steelyard.report.text import one_line, visible
from steelyard.report.told import told

if TYPE_CHECKING:
    from steelyard.analysis.comparison.content import AgainstBase, Flip
    from steelyard.report.content import RunReport

MOST_CASES = 5000
_TEXT = 600  # characters kept of a text
_NAME = 200


@dataclass(slots=True)
class Test:
    """One test case: `outcome` is None when it passed, else `failure`, `error` or `skipped`."""

    name: str
    seconds: float = 0.0
    outcome: str | None = None
    kind: str = ""
    message: str = ""
    body: str = ""
    output: str = ""


@dataclass(slots=True)
class Suite:
    """Test cases under one name, and facts about them."""

    name: str
    tests: list[Test]
    facts: Mapping[str, object] = field(default_factory=dict)
    output: str = ""


def junit(content: RunReport | Comparison, results: Path | None = None) -> bytes:
    """Return a run or a comparison as JUnit XML.

    Args:
        content: what is reported.
        results: the results table of the run; without it only the gates are listed.
    """
    if isinstance(content, Comparison):
        return _document(_name(content.base.label), _comparison_suites(content))
    suites = [_gates((one.text, one.passed, one.observed, one.reason) for one in content.gates)]
    if results is not None:
        suites += _case_suites(results)
    started = str(content.run.get("created_at") or "")[:19]
    return _document(wording.run_name(content), suites, started=started)


def _document(name: str, suites: Iterable[Suite], *, started: str = "") -> bytes:
    """Return the suites as a document, with their counts."""
    made = [_suite(suite, started) for suite in suites if suite.tests]
    root = xml.Element("testsuites", {"name": _name(name), **_totals(made)})
    root.extend(made)
    xml.indent(root)
    document: bytes = xml.tostring(root, encoding="utf-8", xml_declaration=True)
    return document + b"\n"


def _totals(suites: list[xml.Element]) -> dict[str, str]:
    counted = {
        key: str(sum(int(suite.attrib[key]) for suite in suites))
        for key in ("tests", "failures", "errors", "skipped")
    }
    return counted | {"time": f"{sum(float(suite.attrib['time']) for suite in suites):.6f}"}


def _suite(suite: Suite, started: str) -> xml.Element:
    outcomes = [test.outcome for test in suite.tests]
    counts = {
        "tests": len(suite.tests),
        "failures": outcomes.count("failure"),
        "errors": outcomes.count("error"),
        "skipped": outcomes.count("skipped"),
    }
    seconds = sum(test.seconds for test in suite.tests)
    stamp = {"timestamp": started} if started else {}
    attributes = {key: str(count) for key, count in counts.items()}
    element = xml.Element(
        "testsuite", {"name": _name(suite.name), **attributes, "time": f"{seconds:.6f}", **stamp}
    )
    if suite.facts:
        properties = xml.SubElement(element, "properties")
        for name, value in suite.facts.items():
            xml.SubElement(properties, "property", {"name": name, "value": str(value)})
    element.extend(_test(test, suite.name) for test in suite.tests)
    if suite.output:
        xml.SubElement(element, "system-out").text = visible(suite.output)
    return element


def _test(test: Test, suite: str) -> xml.Element:
    element = xml.Element(
        "testcase",
        {"name": _name(test.name), "classname": _name(suite), "time": f"{test.seconds:.6f}"},
    )
    if test.outcome is not None:
        message = {"message": one_line(test.message, 300)}
        kind = {} if test.outcome == "skipped" else {"type": _name(test.kind or test.outcome)}
        xml.SubElement(element, test.outcome, message | kind).text = visible(test.body) or None
    if test.output:
        xml.SubElement(element, "system-out").text = visible(test.output)
    return element


def _gates(gates: Iterable[tuple[str, bool, float | None, str | None]]) -> Suite:
    tests = []
    for text, passed, observed, reason in gates:
        seen = t("junit.observed", value=gate_text(observed))
        why = " ".join(part for part in (seen, reason and pick(told(reason))) if part)
        outcome = None if passed else "failure"
        tests.append(Test(text, outcome=outcome, kind="gate", message=why, output=_cut(why)))
    return Suite(t("junit.gates"), tests)


def _case_suites(directory: Path) -> list[Suite]:
    """Return the baseline cases, by scene; failed ones first when not all are listed."""
    con = connect(directory)
    try:
        with plain_results(con) as results:
            [(total, epochs)] = results.rows(
                f"SELECT count(*), coalesce(max({results.col('epoch')}), 0) + 1 FROM results"
            )
            rows = _rows(results)
    finally:
        con.close()
    scenes: dict[str, list[Test]] = {}
    for row in rows:
        scene = t("junit.no_scene") if row["scene"] is None else str(row["scene"])
        scenes.setdefault(scene, []).append(_case(row, repeated=epochs > 1))
    facts = {"cases_total": total, "cases_listed": len(rows)}
    cut = t("junit.cut", listed=len(rows), total=total) if len(rows) < total else ""
    return [
        Suite(t("junit.scene", scene=scene), tests, facts, cut) for scene, tests in scenes.items()
    ]


def _rows(results: Results) -> list[dict[str, Any]]:
    names = ("row", "case_id", "epoch", "scene", "status", "passed", "latency_s", "error_reason")
    texts = {
        "input": results.col("input"),
        "expected": f"coalesce({results.col('label')}, {results.col('expected_output')})",
        "output": results.col("output"),
        "error": results.col("error"),
    }
    columns = [results.col(name) for name in names]
    columns += [f"left({column}, {_TEXT + 1})" for column in texts.values()]
    passed, row = results.col("passed"), results.col("row")
    ok = f"coalesce({results.col('status')}, 'ok') = 'ok' AND coalesce({passed}, true)"
    found = results.rows(
        f"SELECT * FROM (SELECT {', '.join(columns)}, {ok} AS fine, {row} AS place FROM results"
        f" ORDER BY fine, place LIMIT {MOST_CASES}) ORDER BY place"
    )
    return [dict(zip((*names, *texts), cells, strict=False)) for cells in found]


def _case(row: Mapping[str, Any], *, repeated: bool) -> Test:
    name = str(row["row"] if row["case_id"] is None else row["case_id"])
    if repeated:
        name += f" [{(row['epoch'] or 0) + 1}]"
    test = Test(name, seconds=float(row["latency_s"] or 0.0))
    status = row["status"] or "ok"
    if status != "ok":
        test.outcome, test.kind = "error", str(row["error_reason"] or status)
        reason = pick(wording.known_words("reason", test.kind))
        test.message = t("junit.not_answered", reason=reason)
        test.body = _texts(row, "input", "error")
    elif row["passed"] is None:
        test.outcome, test.message = "skipped", t("junit.undecided")
    elif not row["passed"]:
        test.outcome, test.kind = "failure", "wrong_answer"
        said = one_line(row["output"] or "", 120)
        test.message = t("junit.failed", expected=one_line(row["expected"] or "–", 80), output=said)
        test.body = _texts(row, "input", "expected")
        test.output = _texts(row, "output")
    return test


def _texts(row: Mapping[str, Any], *names: str) -> str:
    parts = [
        t(f"junit.{name}", text=_cut(row[name])) for name in names if row.get(name) is not None
    ]
    return "\n".join(parts)


def _cut(text: str) -> str:
    return text if len(text) <= _TEXT else text[:_TEXT] + "…"


def _comparison_suites(comparison: Comparison) -> list[Suite]:
    records = [
        (_with_run(gate, comparison), gate["passed"], gate["observed"], gate["reason"])
        for gate in comparison.gates
    ]
    suites = [_gates(records)]
    for against in comparison.runs:
        suites += _flip_suites(against)
    return suites


def _with_run(gate: Mapping[str, Any], comparison: Comparison) -> str:
    return str(gate["text"]) if len(comparison.runs) == 1 else f"{gate['text']} ({gate['run']})"


def _flip_suites(against: AgainstBase) -> list[Suite]:
    """Return the cases that flipped, by scene: broken ones failed, fixed ones passed."""
    if against.flips is None:
        return []
    flips = against.flips
    scenes: dict[str, list[Test]] = {}
    for flip in flips.cases[:MOST_CASES]:
        scenes.setdefault(flip.scene or t("junit.no_scene"), []).append(_flip(flip))
    total = flips.broken + flips.fixed
    listed = min(len(flips.cases), MOST_CASES)
    cut = t("junit.cut", listed=listed, total=total) if listed < total else ""
    return [
        Suite(t("junit.flips", run=against.run.label, scene=scene), tests, _counts(tests), cut)
        for scene, tests in scenes.items()
    ]


def _counts(tests: list[Test]) -> dict[str, object]:
    broken = sum(test.outcome is not None for test in tests)
    return {"broken": broken, "fixed": len(tests) - broken}


def _flip(flip: Flip) -> Test:
    test = Test(flip.case_id)
    texts = {
        "input": flip.input,
        "expected": flip.expected,
        "base_output": flip.base_output if flip.base_error is None else flip.base_error,
        "new_output": flip.new_output if flip.new_error is None else flip.new_error,
    }
    body = _texts(texts, *texts)
    if flip.change == "broken":
        test.outcome, test.kind, test.message = "failure", "broken", t("junit.broken")
        test.body = body
    else:
        test.output = f"{t('junit.fixed')}\n{body}"
    return test


def _name(text: str) -> str:
    return one_line(text, _NAME) or "–"

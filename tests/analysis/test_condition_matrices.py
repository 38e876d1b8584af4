"""Faults against outcomes and scenes, requirements against environments: counted by hand."""

from __future__ import annotations

import io

from rich.console import Console

from steelyard.i18n import pick, using_language
from steelyard.report.condition_matrices import condition_matrices
from steelyard.report.correlation.markdown import table_lines
from steelyard.report.correlation.terminal import print_table
from tests.analysis.test_conditions import attempt, environment_rows, tables, under
from tests.report import runs


def fault_rows():
    outcomes = [
        {"passed": True},
        {"passed": True, "attempts": 3},
        {"passed": False},
        {"passed": False, "timed_out": True, "status": "timeout", "attempts": 2},
        {"passed": False, "status": "error", "error_kind": "agent"},
        {"passed": None},
        {"passed": False, "condition_landed": False},  # did not land: does not count
    ]
    rows = [runs.row(n) for n in range(7)]
    for n, values in enumerate(outcomes):
        base = {"fault": "reset", "condition_landed": True, "scene": "ab"[n % 2]}
        rows.append(under(10 + n, n, "fault", **base | values))
    return rows


def test_what_became_of_the_answers_adds_up():
    [line] = tables(fault_rows()).fault_outcomes
    assert (line.fault, line.landed, line.retried) == ("reset", 6, 2)
    assert (line.right, line.wrong, line.timed_out) == (2, 1, 1)
    assert (line.failed, line.unknown) == (1, 1)
    assert {scene: rate.value for scene, rate in line.scenes} == {"a": 1 / 3, "b": 0.5}


def test_requirements_in_every_environment():
    checks = [
        {"key": "gpu.driver", "status": "pass", "critical": True, "found": "550"},
        {"key": "ram", "status": "unknown", "critical": False},
    ]
    other = attempt(43, "other", 1, proof={"checklist": {"checks": checks}}, compat_issues=0)
    found = tables([*environment_rows(), other]).requirements
    assert [item.key for item in found] == ["gpu.driver", "os.arch", "ram"]
    driver, arch, ram = found
    assert driver.states == {"mended": "fail", "other": "pass"}
    assert driver.found == {"other": "550"}
    assert (driver.critical, ram.critical) == (True, False)
    assert arch.states == {"mended": "pass"}


def test_without_faults_and_checklists_there_are_no_matrices():
    rows = [runs.row(0), under(1, 0, "load", phase="peak", load_level=2.0)]
    found = tables(rows)
    assert (found.fault_outcomes, found.requirements) == ((), ())
    assert condition_matrices(found) == []


def test_both_are_told_in_both_languages():
    hostile = {"key": "<b>|\x1b[31m", "status": "fail", "critical": True, "found": "=1+1"}
    proof = {"checklist": {"checks": [hostile]}}
    found = tables([*fault_rows(), attempt(50, "e[bold]", 1, proof=proof, compat_issues=1)])
    faults, requirements = condition_matrices(found)
    for language in ("en", "zh"):
        with using_language(language):
            out = io.StringIO()
            console = Console(file=out, width=120, highlight=False)
            for table in (faults, requirements):
                print_table(table, console)
                assert pick(table.title) in out.getvalue()
            text = out.getvalue()
            assert "\x1b" not in text
            assert "e[bold]" in text
            assert "✗ =1+1" in text
            lines = "\n".join(table_lines(requirements, "###"))
            assert "<b>" not in lines
            assert "&#124;" in lines
    assert faults.rows[0][1:] == ["6", "2", "1", "1", "1", "1", "2"]

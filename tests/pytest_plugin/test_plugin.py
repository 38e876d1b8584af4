"""The plugin in projects of its own: pytest is really started, as a team would start it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from xml.etree import ElementTree as xml

import pytest

from steelyard.bundle import Bundle
from steelyard.errors import InputError
from steelyard.pytest_plugin.gates import write_baseline
from tests.analysis.comparison_runs import verdicts, write_run

AGENT = """
import os, random

def ask(text):
    number = int(text.split()[-1])
    good = random.Random(number).random() < float(os.environ.get("QUALITY", "0.9"))
    return f"answer {number}" if good else "no idea"
"""
CASES = "\n".join(
    f'{{"id": "c{n}", "input": "question {n}", "expected_output": "answer {n}"}}' for n in range(40)
)
PLAN = """
name: nightly
agent: {function: {target: "agent.py:ask"}}
dataset: cases.jsonl
scorers: [text.exact_match]
gates: ["base.accuracy: value >= 0.1"]
"""


@pytest.fixture
def project(tmp_path):
    for name, text in (("agent.py", AGENT), ("cases.jsonl", CASES), ("plan.yaml", PLAN)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\naddopts = --strict-markers\nfilterwarnings = error\n", encoding="utf-8"
    )
    return tmp_path


def run_pytest(project, tests, *words, plugins=(), **environment):
    """Start pytest on a file with these tests; return its exit code and what it printed."""
    if tests is not None:
        (project / "test_it.py").write_text(f"import pytest\n{tests}", encoding="utf-8")
    named = [word for name in ("steelyard.pytest_plugin.plugin", *plugins) for word in ("-p", name)]
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("STEELYARD_", "PYTEST_"))}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *named, *words],
        cwd=project,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=110,
        env={
            **kept,
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONUTF8": "1",
            "STEELYARD_LANG": "en",
            **environment,
        },
    )
    return done.returncode, done.stdout


@pytest.mark.slow
def test_gates_of_a_plan(project):
    """Tests of one plan share its run; what fails is explained; the score is shown at the end."""
    code, said = run_pytest(
        project,
        """
@pytest.mark.steelyard(plan="plan.yaml", gates=["overall: ci_low >= 0.5"])
def test_good(steelyard_run):
    assert steelyard_run.indicators["base.accuracy"].value > 0.5
    assert len(steelyard_run.cases) == 40

@pytest.mark.steelyard("plan.yaml", gates=["base.accuracy: ci_low >= 0.99"])
def test_too_much():
    pass

@pytest.mark.steelyard("plan.yaml", limit=5, repetitions=2)
def test_few(steelyard_run):
    assert len(steelyard_run.cases) == 10

@pytest.mark.steelyard("plan.yaml")
def test_its_own_assertion(steelyard_run):
    assert steelyard_run.score > 2
""",
        "--steelyard-dir=kept",
        "--junitxml=out.xml",
    )
    assert code == 1, said
    assert "2 failed, 2 passed" in said
    assert "1 of 2 gates of 'nightly' failed:" in said
    assert re.search(r"✗ base.accuracy: ci_low >= 0.99 · observed 0\.\d+", said)
    assert "✓ base.accuracy: value >= 0.1" in said
    assert re.search(r"base.accuracy [\d.]+ % \[[\d.]+, [\d.]+\] \(measured\), n = 40", said)
    assert "asked 'question" in said
    assert "got 'no idea'" in said
    assert "Traceback" not in said
    assert "= steelyard =" in said
    assert re.search(r"test_it.py::test_good: Pass rate [\d.]+ % .*, 40 requests · kept", said)
    assert len(list((project / "kept").glob("*/report.html"))) == 2  # one run for three tests
    assert len(xml.parse(project / "out.xml").findall(".//property[@name='steelyard']")) == 4


def test_what_is_no_run_is_never_replaced_by_a_baseline(tmp_path):
    run = write_run(tmp_path / "run", verdicts([True, False])).path
    write_baseline(run, tmp_path / "golden")
    write_baseline(run, tmp_path / "golden")  # a run may be replaced
    assert Bundle(tmp_path / "golden").summary()
    folder, file = tmp_path / "project", tmp_path / "notes.txt"
    folder.mkdir()
    (folder / "manifest.json").write_text('{"name": "a web page"}')
    file.write_text("notes")
    for target in (folder, file):
        with pytest.raises(InputError, match="left alone"):
            write_baseline(run, target)
    assert [path.name for path in folder.iterdir()] == ["manifest.json"]
    assert file.read_text() == "notes"


@pytest.mark.slow
def test_a_baseline_is_written_then_held(project):
    tests = """
@pytest.mark.steelyard(plan="plan.yaml", baseline="golden", fail_on=["flips: broken <= 2"])
def test_no_worse(steelyard_run):
    pass
"""
    code, said = run_pytest(project, tests)
    assert code == 1
    assert "The baseline" in said
    assert "golden" in said
    code, said = run_pytest(project, None, "--steelyard-update-baseline")
    assert code == 0, said
    assert (project / "golden" / "manifest.json").exists()
    tests += """
@pytest.mark.steelyard(plan="plan.yaml", baseline="golden")
def test_by_hand(steelyard_comparison):
    assert steelyard_comparison.flips.broken > 2
    assert steelyard_comparison.differences["overall"].value < 0
"""
    code, said = run_pytest(project, tests, QUALITY="0.5")
    assert code == 1
    assert "1 failed, 1 passed" in said
    assert "✗ flips: broken <= 2 · observed" in said
    assert "cases passed in the baseline and fail now" in said
    assert re.search(r"c\d+: asked 'question \d+', said 'answer \d+', now 'no idea'", said)


@pytest.mark.slow
def test_an_agent_and_cases_in_python(project):
    code, said = run_pytest(
        project,
        """
CASES = [{"input": "a", "expected_output": "A"}, {"input": "b", "expected_output": "x"}]
PLAN = {"scorers": ["text.exact_match"]}

def test_twice(steelyard_evaluate):
    one = steelyard_evaluate(str.upper, CASES, **PLAN)
    two = steelyard_evaluate(lambda _: "?", CASES, gates=["base.accuracy: value <= 0.1"], **PLAN)
    assert one.indicators["base.accuracy"].value == 0.5
    assert one.path != two.path

async def ask(text):
    return text.upper()

def test_gated(steelyard_evaluate):
    steelyard_evaluate(ask, CASES, gates=["base.accuracy: value >= 0.9"], **PLAN)
    raise AssertionError("not reached")
""",
        "-p",
        "no:cacheprovider",
    )
    assert code == 1, said
    assert "1 failed, 1 passed" in said
    assert "✗ base.accuracy: value >= 0.9 · observed 0.500" in said
    assert "not reached" not in said.split("short test summary")[1]
    assert not (project / ".pytest_cache").exists()


@pytest.mark.slow
def test_in_parallel_and_in_chinese(project):
    code, said = run_pytest(
        project,
        """
@pytest.mark.parametrize("n", range(4))
@pytest.mark.steelyard(plan="plan.yaml", gates=["overall: value >= 2"])
def test_each(n):
    pass
""",
        *("-n", "2"),
        plugins=("xdist.plugin",),
        STEELYARD_LANG="zh",
    )
    assert code == 1, said
    assert "4 failed" in said
    assert "项门槛中有 1 项未通过" in said
    assert len(re.findall(r"^test_it.py::test_each\[\d\]: 通过率", said, flags=re.MULTILINE)) == 4


MISTAKES = {
    "@pytest.mark.steelyard(plan='plan.yaml', gate=[])": "It takes: plan, gates, baseline",
    "@pytest.mark.steelyard()": "needs the path of a plan",
    "@pytest.mark.steelyard('plan.yaml', gates='x: y')": "gates is 'x: y'; it must be a list",
    "@pytest.mark.steelyard('plan.yaml', limit=0)": "limit is 0; it must be a whole number",
    "@pytest.mark.steelyard('plan.yaml', fail_on=['a: b > 0'])": "needs baseline='DIR' too",
    "@pytest.mark.steelyard('none.yaml')": "There is no plan at",
    "@pytest.mark.usefixtures('steelyard_run')": "mark the test with @pytest.mark.steelyard",
}


@pytest.mark.slow
def test_mistakes_are_explained(project):
    tests = [f"{mark}\ndef test_{at}(): pass\n" for at, mark in enumerate(MISTAKES)]
    code, said = run_pytest(project, "".join(tests), "-p", "no:cacheprovider")
    assert code == 1
    assert f"{len(MISTAKES)} errors" in said
    for told in MISTAKES.values():
        assert told in said
    assert "Traceback" not in said
    assert "During handling" not in said


def test_a_project_without_marked_tests_is_unaffected(project):
    """The plugin costs nothing: no engine is loaded, no section printed, nothing written."""
    code, said = run_pytest(
        project,
        """
import sys

def test_light():
    heavy = {"duckdb", "numpy", "pydantic", "yaml", "rich", "steelyard.evaluation"}
    assert not heavy & set(sys.modules)
""",
        "-p",
        "no:cacheprovider",
    )
    assert code == 0, said
    assert "steelyard" not in said.replace("no:cacheprovider", "")
    assert not list(project.glob("runs"))

"""The example of gates in continuous integration, done as its files say."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.docs.documents import blocks, commands
from tests.docs.test_blocks import check

EXAMPLE = Path(__file__).parents[2] / "examples" / "ci"


@pytest.fixture
def folder(tmp_path):
    unwanted = shutil.ignore_patterns("__pycache__", "runs", ".pytest_cache")
    shutil.copytree(EXAMPLE, tmp_path / "ci", ignore=unwanted)
    (tmp_path / "ci" / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    return tmp_path / "ci"


def start(words, folder, **environment):
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.run(
        words,
        cwd=folder,
        env={**kept, "PATH": path, "STEELYARD_LANG": "en", "PYTHONUTF8": "1", **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=110,
    )


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_readme(folder, language):
    page = EXAMPLE / ("README.md" if language == "en" else "README.zh-CN.md")
    for command in (command for block in blocks(page) for command in commands(block)):
        check(command, folder, where=page.name, language=language)
    assert (folder / "junit.xml").read_text(encoding="utf-8").count("<failure") == 17
    summary = (folder / "summary.md").read_text(encoding="utf-8")
    assert ("Broken cases (12)" if language == "en" else "失败的用例（12）") in summary


@pytest.mark.slow
def test_the_workflow_and_the_tests(folder):
    """Every step that is ours is done; those marked `always` also after a failure."""
    workflow = yaml.safe_load((folder / "workflow.yml").read_text(encoding="utf-8"))
    steps = workflow["jobs"]["gate"]["steps"]
    ours = [step for step in steps if step.get("run", "").startswith("steelyard ")]
    assert len(ours) == 4
    page = folder / "page.md"
    codes = [
        start(["bash", "-c", step["run"]], folder, GITHUB_STEP_SUMMARY=str(page)).returncode
        for step in ours
        if "html" not in step["run"]  # what pages look like has tests of its own
    ]
    assert codes == [0, 3, 0]
    assert page.read_text(encoding="utf-8").startswith("## ❌ till-next: 3 of 5 gates failed")
    assert (folder / "junit.xml").exists()

    words = [sys.executable, "-m", "pytest", "-p", "steelyard.pytest_plugin.plugin"]
    done = start(words, folder, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    # The plan's own gates hold for tests, too, and one of the three is that of the proposal.
    assert done.returncode == 1, done.stdout
    assert "1 failed, 2 passed" in done.stdout
    assert "test_agent.py::test_next" in done.stdout

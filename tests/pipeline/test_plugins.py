"""A real package with an entry point, really installed: its scorer and adapter work in a run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "plugin_package"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    source = tmp_path_factory.mktemp("source") / "plugin_package"
    subprocess.run(["cp", "-r", PACKAGE, source], check=True)
    target = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
               "--no-deps", "--no-build-isolation", "--target", target, source]  # fmt: skip
    subprocess.run(command, check=True)
    return target


def steelyard(installed, *words, cwd=None):
    return subprocess.run(
        [sys.executable, "-m", "steelyard", "--lang", "en", *words],
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        cwd=cwd,
    )


@pytest.mark.slow
def test_it_is_listed_and_explained(installed):
    assert "example.length" in steelyard(installed, "list", "scorers").stdout
    assert "parrot" in steelyard(installed, "list", "adapters").stdout
    assert "steelyard_example" in steelyard(installed, "doctor").stdout
    done = steelyard(installed, "compute", "example.length", "--inputs", '{"text": "权衡"}')
    assert json.loads(done.stdout) == {"value": 2}


@pytest.mark.slow
def test_it_works_in_a_run(installed, tmp_path):
    (tmp_path / "cases.jsonl").write_text('{"input": "ab", "expected_output": "abab"}\n')
    (tmp_path / "plan.yaml").write_text(
        "agent: {parrot: {times: 2}}\ndataset: cases.jsonl\n"
        "scorers: [text.exact_match, example.length]\n"
    )
    done = steelyard(installed, "run", "plan.yaml", "--out", "run", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    from steelyard import load_run

    run = load_run(tmp_path / "run")
    assert run.cases["example_length"] == [4]
    assert run.score == 1.0


@pytest.mark.slow
def test_its_options_are_checked(installed, tmp_path):
    (tmp_path / "cases.jsonl").write_text('{"input": "ab"}\n')
    (tmp_path / "plan.yaml").write_text("agent: {parrot: {tims: 2}}\ndataset: cases.jsonl\n")
    done = steelyard(installed, "run", "plan.yaml", cwd=tmp_path)
    assert done.returncode == 2
    assert "times" in done.stderr


def test_a_broken_plugin_is_named(installed, tmp_path):
    broken = tmp_path / "site"
    subprocess.run(["cp", "-r", installed, broken], check=True)
    (broken / "steelyard_example" / "__init__.py").write_text("import no_such_thing\n")
    done = steelyard(broken, "list", "adapters")
    assert done.returncode == 1
    assert "steelyard_example" in done.stderr
    assert "Traceback" not in done.stderr

"""What the documents tell a reader to do is done here, in order, in a project of its own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from steelyard.agents import make_agent
from steelyard.i18n import using_language
from steelyard.plan import Plan, make_plan
from tests.cli import forked_client
from tests.docs.documents import GUIDE, README, README_ZH, REFERENCE, ROOT, blocks, commands

TEMPLATE = ROOT / "src" / "steelyard" / "cli" / "template"
PYTHON = Path(sys.executable)
MASKS = (
    (r"^\s*(?:\d+/\d+ done|已完成 \d+/\d+) · .*$", ""),  # a slow machine prints more of these
    (r"http://127\.0\.0\.1:\d+", "ADDRESS"),
    (r"\[[\d.]+, [\d.]+\](?=\s+151\b)", "INTERVAL"),  # of latency: the only rows with n = 151
    (r"[\d.]+\s+(?:µs|ms|s)\b", "SECONDS"),
    # What a team takes against one alone is measured by the clock, and blended into these.
    (
        r"^(Overall score|总体得分|Generalization|通用化得分|\s+Collaboration|\s+协作效率"
        r"|\s+Possible range|\s+可能的范围为).*$",
        r"\1",
    ),
    (r"─+", "─"),
    (r"\d+\.\d{7,}", lambda found: f"{float(found[0]):.6f}"),
)


@pytest.fixture
def project(tmp_path):
    """A folder as `steelyard init` leaves it, beside the examples."""
    for file in TEMPLATE.iterdir():
        if file.is_file():
            shutil.copy(file, tmp_path)
    unwanted = shutil.ignore_patterns("__pycache__", "runs")
    shutil.copytree(ROOT / "examples", tmp_path / "examples", ignore=unwanted)
    return tmp_path


READ_ONLY = (
    "web.md",  # what it tells is done with the mouse: tests/ui
    "cluster.md",  # on several nodes, where Ray is installed: tests/asking/cluster
)
DONE = [pytest.param(path, id=path.name) for path in (README, *GUIDE)]


@pytest.mark.slow  # minutes, all together
@pytest.mark.timeout(600)  # a page may hold dozens of commands
@pytest.mark.parametrize("path", DONE)
def test_every_block_works(path, project):
    done = 0
    for block in blocks(path):
        if block.file:
            (project / block.file).write_text(block.text, encoding="utf-8")
        for command in commands(block):
            check(command, project, where=f"{path.name}:{block.line}", fresh=path == README)
            done += 1
        if block.language == "python" and not block.file:
            result = start(["python", "-c", block.text], project)
            assert result.returncode == 0, f"{path.name}:{block.line}\n{result.stdout}"
            done += 1
    assert done or path.name in READ_ONLY


@pytest.mark.slow
def test_the_chinese_transcript_is_real(project):
    [transcript] = [block for block in blocks(README_ZH) if block.language == "console"]
    for command in commands(transcript):
        check(command, project, where=README_ZH.name, language="zh")


PLANS = [
    pytest.param(block, id=f"{path.name}:{block.line}")
    for path in (README, README_ZH, *GUIDE, *REFERENCE)
    for block in blocks(path)
    if block.language == "yaml" and isinstance(yaml.safe_load(block.text), dict)
]


@pytest.mark.parametrize("block", PLANS)
def test_every_plan_is_valid(block, project):
    """A fragment is completed by the smallest plan; agents are made, not asked."""
    content = yaml.safe_load(block.text)
    assert content.keys() <= Plan.model_fields.keys()
    smallest = {"agent": {"replay": {}}, "dataset": "cases.jsonl"}
    plan = make_plan({**smallest, **content}, source="document")
    assert make_agent(plan.agent, base=project)


def check(command, project, *, where, language="en", fresh=False):
    result = start(["bash", "-c", command.text], project, language, fresh=fresh)
    output = f"{where}\n$ {command.text}\n{result.stdout}"
    assert result.returncode == command.code, output
    assert "Traceback" not in result.stdout, output
    actual = plain(result.stdout)
    for part in re.split(r"^…$", command.shown, flags=re.MULTILINE):
        wanted = plain(part)
        assert wanted in actual, f"not printed: {wanted}\n{output}"
        actual = actual[actual.index(wanted) + len(wanted) :]


def start(words, project, language="en", *, fresh=False):
    """Run a shell whose `steelyard` is forked (tests/cli/forked.py), or `fresh` as installed."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("STEELYARD_")}
    first = [] if fresh or not forked_client.POSSIBLE else [forked_client.programs()]
    path = os.pathsep.join(map(str, [*first, PYTHON.parent, os.environ["PATH"]]))
    return subprocess.run(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=project,
        env={**kept, "PATH": path, "STEELYARD_LANG": language, "PYTHONUTF8": "1"},
        encoding="utf-8",
        timeout=280,
    )


def plain(text):
    """Return the text without what differs from run to run: times, addresses, layout."""
    for pattern, put in MASKS:
        text = re.sub(pattern, put, text, flags=re.MULTILINE)
    return " ".join(text.split())


def test_a_wrong_transcript_would_be_seen(project):
    from tests.docs.documents import Command

    with using_language("en"), pytest.raises(AssertionError, match="not printed"):
        check(Command("steelyard --version", 0, "steelyard 99"), project, where="here")
    with pytest.raises(AssertionError):
        check(Command("steelyard nonsense", 0, ""), project, where="here")

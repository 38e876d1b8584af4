"""`kill -9` while judging, then go on: nothing that was answered is asked twice, same table."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import pytest

from steelyard.bundle import Bundle, Table
from steelyard.bundle.journal import read_lines
from tests.cli.forked_client import POSSIBLE, Process

pytestmark = pytest.mark.skipif(not POSSIBLE, reason="commands are forked on Linux")
CASES = 80


@pytest.fixture(scope="module")
def judge(tmp_path_factory):
    folder = tmp_path_factory.mktemp("judge")
    port, log = folder / "port", folder / "log"
    script = Path(__file__).with_name("judge_server.py")
    process = subprocess.Popen([sys.executable, script, port, log, "0.02"])
    while not port.exists():
        time.sleep(0.02)
        assert process.poll() is None
    log.touch()
    yield {"port": port.read_text(), "log": log}
    process.kill()
    process.wait()


@pytest.fixture(scope="module")
def plan(tmp_path_factory, judge):
    folder = tmp_path_factory.mktemp("plan")
    with (folder / "cases.jsonl").open("w", encoding="utf-8") as file:
        for n in range(CASES):
            case = {"id": f"c{n}", "input": f"问题 {n}", "output": f"answer {n} 答案"}
            file.write(json.dumps(case, ensure_ascii=False) + "\n")
    path = folder / "plan.yaml"
    path.write_text(
        "agent: {replay: {}}\ndataset: cases.jsonl\nscorers: [judge.rubric]\n"
        "judges: {j: {openai: {model: m, base_url: "
        f"'http://127.0.0.1:{judge['port']}/v1'}}}}}}\n"
        "run: {concurrency: 4}\n"
    )
    return path


def finish(*words):
    process = Process(words)
    assert process.wait() == 0, process.said


def kept(path):
    cache = path / "judge-cache.jsonl"
    return sum(1 for line in read_lines(cache) if line.number > 1) if cache.exists() else 0


def kill_when(process, path, answers):
    deadline = time.monotonic() + 150
    while process.poll() is None and kept(path) < answers and time.monotonic() < deadline:
        time.sleep(0.01)
    process.kill()
    process.wait()


@contextmanager
def slowly(judge):
    """Meanwhile there is time to kill between two answers, however busy the machine is."""
    slow = judge["log"].with_suffix(".slow")
    slow.write_text("0.2")
    yield
    slow.unlink()


def column(path):
    return Table(Bundle(path).results_path)["judge_rubric"]


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_killed_while_judging(plan, judge, tmp_path):
    chance = random.Random(1)
    whole = tmp_path / "whole"
    finish("run", plan, "--out", whole)
    assert None not in column(whole)
    judge["log"].write_text("")

    out = tmp_path / "killed"
    with slowly(judge):
        kill_when(Process(["run", plan, "--out", out]), out, chance.randint(5, 30))
        assert json.loads((out / "manifest.json").read_bytes())["state"] == "finalising"
        kill_when(Process(["resume", out]), out, chance.randint(40, 60))
    between = kept(out)
    finish("resume", out)
    assert 40 <= between < CASES
    assert kept(out) == CASES
    check_asks(judge, kills=2)
    assert column(out) == column(whole)

    judge["log"].write_text("")
    finish("score", out)
    assert judge["log"].read_text() == ""
    rubric = "scorers=[{judge.rubric: {rubric: Another one.}}]"
    before = column(out)
    with slowly(judge):
        kill_when(Process(["score", out, "--set", rubric]), out, CASES + 30)
    assert column(out) == before  # the old table stands until the new one is whole
    finish("score", out, "--set", rubric)
    check_asks(judge, kills=1)
    assert kept(out) == 2 * CASES


@pytest.mark.slow
def test_interrupted_while_judging(plan, judge, tmp_path):
    out = tmp_path / "run"
    with slowly(judge):
        # A whole process: how it takes the signal is part of the rule.
        command = [sys.executable, "-m", "steelyard", "run", plan, "--out", out]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        while kept(out) < 10 and process.poll() is None:
            time.sleep(0.005)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=150)
    assert process.returncode == 130
    assert b"steelyard resume" in said
    between = kept(out)
    assert 10 <= between < CASES
    judge["log"].write_text("")
    finish("resume", out)
    assert len(judge["log"].read_text().split()) == CASES - between


def check_asks(judge, kills):
    """An answer may be on its way when the process dies; no other is asked for twice."""
    asked = Counter(judge["log"].read_text().split())
    assert len(asked) == CASES
    assert sum(asked.values()) - CASES <= 4 * kills

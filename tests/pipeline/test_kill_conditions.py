"""`kill -9` in every stage of a run with conditions, then resume: the same tables as a run that was
left alone."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from steelyard.bundle import Bundle, Table
from tests.cli.forked_client import POSSIBLE, Process

pytestmark = pytest.mark.skipif(not POSSIBLE, reason="commands are forked on Linux")
CASES = 24
# What the clock writes, and the evidence that holds times.
TIMING = {
    "started_at", "latency_s", "first_token_s", "in_flight", "start_delay_s", "condition_proof",
    "single_time", "adaptation_cost", "attempts",
}  # fmt: skip
STAGES = ("None", "perturb", "load", "fault", "environment", "single")


@pytest.fixture(scope="module")
def plan(tmp_path_factory):
    folder = tmp_path_factory.mktemp("plan")
    script = Path(__file__).with_name("counting_agent.py")
    port, log = folder / "port", folder / "log"
    process = subprocess.Popen([sys.executable, script, port, log])
    while not port.exists():
        time.sleep(0.02)
        assert process.poll() is None
    with (folder / "cases.jsonl").open("w", encoding="utf-8") as file:
        for n in range(CASES):
            question = f"请问第{n}号仓库在哪里 question {n}"
            case = {"id": f"c{n}", "input": question, "expected_output": f"{question} 的答案"}
            file.write(json.dumps(case, ensure_ascii=False) + "\n")
    reached = {"http": {"url": f"http://127.0.0.1:{port.read_text()}/"}}
    content = {
        "name": "kill",
        "agent": reached,
        "dataset": "cases.jsonl",
        "conditions": [
            {"perturb": {"kinds": ["zh.homophone"]}},
            {"load": {"peak": 6}},
            {"faults": {"kinds": ["garbled"]}},
        ],
        "environments": [{"name": "same", "agent": reached}],
        "single": reached,
        "run": {"concurrency": 2, "retries": 1, "backoff": 0.01, "seed": 3},
    }
    path = folder / "plan.yaml"
    path.write_text(json.dumps(content), encoding="utf-8")
    yield path
    process.kill()
    process.wait()


def finish(*words):
    process = Process(words)
    assert process.wait() == 0, process.said


@pytest.fixture(scope="module")
def whole(plan, tmp_path_factory):
    """The table of a run that was left alone."""
    out = tmp_path_factory.mktemp("whole") / "run"
    finish("run", plan, "--out", out)
    table = table_of(out)
    assert {str(row["condition"]) for row in table} == set(STAGES)
    return table


def table_of(path):
    rows = Table(Bundle(path).results_path).rows()
    return [{name: row[name] for name in row.keys() - TIMING} for row in rows]


def stages_of(asks):
    """The stage of each ask."""
    lines = asks.read_text("utf-8").splitlines()
    return [str(json.loads(line).get("condition")) for line in lines]


def journalled(path, stages):
    """How many asks of each stage are answered."""
    lines = (path / "journal.jsonl").read_bytes().splitlines()[1:]
    rows = [int(line[7:].split(b",")[0]) for line in lines if line.startswith(b'{"row":')]
    return Counter(stages[row] for row in rows)


def kill_within(stage, share, path, process):
    """Kill when that share of a stage's asks is answered; return the stages that have answers."""
    deadline = time.monotonic() + 60
    stages, found = [], Counter()
    while process.poll() is None and time.monotonic() < deadline:
        if stages and (path / "journal.jsonl").exists():
            found = journalled(path, stages)
            if found[stage] >= share * stages.count(stage):
                break
        elif (path / "asks.jsonl").exists():
            stages = stages_of(path / "asks.jsonl")
        time.sleep(0.002)
    process.kill()
    process.wait()
    return set(found)


def check(plan, whole, tmp_path, kills):
    """Kill within stages, resume; return the stages that had answers when the process died."""
    seen = set()
    for number, (stage, share) in enumerate(kills):
        out = tmp_path / f"run-{number}"
        process = Process(["run", plan, "--out", out])
        seen |= kill_within(stage, share, out, process)
        finish("resume", out)
        assert table_of(out) == whole
    return seen


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_killed_in_the_middle_it_resumes_to_the_same_tables(plan, whole, tmp_path):
    seen = check(plan, whole, tmp_path, [("load", 0.5)])
    assert {"None", "load"} <= seen


@pytest.mark.parametrize(
    "shares",
    # Once within each stage; more of the same by hand.
    [
        pytest.param([0.4], marks=pytest.mark.slow),
        pytest.param([0, 0.2, 0.4, 0.6, 0.8], marks=pytest.mark.soak),
    ],
    ids=len,
)
@pytest.mark.timeout(1500)
def test_killed_within_every_stage(plan, whole, tmp_path, shares):
    kills = [(stage, share) for share in shares for stage in STAGES if stage != "load"]
    assert check(plan, whole, tmp_path, kills) == set(STAGES)

"""`kill -9` in every stage of a run with conditions, then resume: the same tables as a run that was
left alone."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from steelyard.bundle import Bundle, Table

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


def steelyard(*words):
    return [sys.executable, "-m", "steelyard", *map(str, words)]


def finish(*words):
    done = subprocess.run(steelyard(*words), capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr


def table_of(path):
    rows = Table(Bundle(path).results_path).rows()
    return [{name: row[name] for name in row.keys() - TIMING} for row in rows]


def conditions_journalled(path):
    """The conditions of the asks that were answered when the process died."""
    asks = [json.loads(line) for line in (path / "asks.jsonl").read_text("utf-8").splitlines()]
    lines = (path / "journal.jsonl").read_bytes().splitlines()[1:]
    rows = [int(line[7:].split(b",")[0]) for line in lines if line.startswith(b'{"row":')]
    return {str(asks[row].get("condition")) for row in rows}


def kill_at(path, process, share):
    """Kill when that share of the asks is in the journal."""
    deadline = time.monotonic() + 60
    journal = path / "journal.jsonl"
    while process.poll() is None and time.monotonic() < deadline:
        if journal.exists() and journal.read_bytes().count(b"\n") - 1 >= share:
            break
        time.sleep(0.002)
    process.kill()
    process.wait()


def check(plan, tmp_path, kills):
    whole = tmp_path / "whole"
    finish("run", plan, "--out", whole)
    wanted = table_of(whole)
    assert {str(row["condition"]) for row in wanted} == set(STAGES)
    seen = set()
    for number, share in enumerate(kills):
        out = tmp_path / f"run-{number}"
        process = subprocess.Popen(
            steelyard("run", plan, "--out", out),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        kill_at(out, process, share * len(wanted))
        if (out / "asks.jsonl").exists() and (out / "journal.jsonl").exists():
            seen |= conditions_journalled(out)
        finish("resume", out)
        assert table_of(out) == wanted
    return seen


@pytest.mark.timeout(400)
def test_killed_in_any_stage_it_resumes_to_the_same_tables(plan, tmp_path):
    seen = check(plan, tmp_path, (0.5, 0.8))
    assert {"None", "load"} <= seen


@pytest.mark.parametrize(
    "kills",
    # One in each tenth of the run; more of the same by hand.
    [pytest.param(10, marks=pytest.mark.slow), pytest.param(30, marks=pytest.mark.soak)],
)
@pytest.mark.timeout(1500)
def test_killed_in_every_part_of_the_run(plan, tmp_path, kills):
    chance = random.Random(5)
    seen = check(plan, tmp_path, [(at + chance.random()) / kills for at in range(kills)])
    assert seen == set(STAGES)

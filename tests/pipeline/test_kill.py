"""`kill -9` at any moment, then resume: nothing lost, nothing doubled, nothing asked again, and the
same tables as a run that was left alone."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from steelyard.bundle import Bundle, Table
from steelyard.bundle.journal import read_lines

CASES, EPOCHS = 300, 2
TIMING = {"started_at", "latency_s", "first_token_s"}
MOMENTS = ("start", "middle", "finalising", "finished")


@pytest.fixture(scope="module")
def agent(tmp_path_factory):
    folder = tmp_path_factory.mktemp("agent")
    port, log = folder / "port", folder / "log"
    script = Path(__file__).with_name("counting_agent.py")
    process = subprocess.Popen([sys.executable, script, port, log])
    while not port.exists():
        time.sleep(0.02)
        assert process.poll() is None
    yield {"port": port.read_text(), "log": log}
    process.kill()
    process.wait()


@pytest.fixture(scope="module")
def plan(tmp_path_factory, agent):
    folder = tmp_path_factory.mktemp("plan")
    with (folder / "cases.jsonl").open("w", encoding="utf-8") as file:
        for n in range(CASES):
            case = {
                "id": f"c{n}",
                "input": f"问题 question {n}",
                "expected_output": f"问题 question {n} 的答案",
                "metadata": {"scene": f"s{n % 5}", "note": {"n": n}},
            }
            file.write(json.dumps(case, ensure_ascii=False) + "\n")
    path = folder / "plan.yaml"
    path.write_text(
        f"name: kill\nagent: {{http: {{url: 'http://127.0.0.1:{agent['port']}/'}}}}\n"
        "dataset: cases.jsonl\n"
        f"run: {{concurrency: 16, retries: 1, backoff: 0.01, epochs: {EPOCHS}, seed: 3}}\n"
    )
    return path


def steelyard(*words):
    return [sys.executable, "-m", "steelyard", *map(str, words)]


def finish(*words):
    done = subprocess.run(steelyard(*words), capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    return done


@pytest.fixture(scope="module")
def undisturbed(plan, tmp_path_factory):
    out = tmp_path_factory.mktemp("whole") / "run"
    finish("run", plan, "--out", out)
    return table_of(out), summary_of(out)


def table_of(path):
    rows = Table(Bundle(path).results_path).rows()
    return [{name: row[name] for name in row.keys() - TIMING} for row in rows]


def summary_of(path):
    """The indicators that do not depend on the clock."""
    summary = Bundle(path).summary()
    return [item for item in summary["indicators"] if "latency" not in item["id"]]


def state_of(path):
    try:
        return json.loads((path / "manifest.json").read_bytes())["state"]
    except (FileNotFoundError, json.JSONDecodeError):
        return None


def journalled(path):
    journal = path / "journal.jsonl"
    if not journal.exists() or not (path / "asks.jsonl").exists():
        return set()
    return {line.row for line in read_lines(journal) if line.number > 1}


def kill_at(moment, process, path, chance):
    """Kill the process at a random time after the moment was reached; return the state then."""
    deadline = time.monotonic() + 60
    journal = path / "journal.jsonl"
    size = chance.uniform(0, CASES * EPOCHS * 200)
    while process.poll() is None and time.monotonic() < deadline:
        state = state_of(path)
        if moment == "start":
            time.sleep(chance.uniform(0, 1.2))
            break
        if moment == "middle" and journal.exists() and journal.stat().st_size >= size:
            break
        if moment in ("finalising", "finished") and state in (moment, "finished"):
            time.sleep(chance.uniform(0, 0.15))
            break
        time.sleep(0.003)
    process.kill()  # SIGKILL
    process.wait()
    return state_of(path)


def one_round(plan, agent, out, moment, chance):
    """Start, kill once or more, resume to the end; return the states it was killed in."""
    states = []
    command = steelyard("run", plan, "--out", out)
    while True:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        states.append(kill_at(moment, process, out, chance))
        if chance.random() < 0.7 or len(states) == 3:
            break
        if (out / "manifest.json").exists():
            command = steelyard("resume", out)
            moment = chance.choice(MOMENTS)
    if not (out / "manifest.json").exists():
        finish("run", plan, "--out", out)
        return states
    answered = journalled(out)
    asked_before = agent["log"].stat().st_size
    finish("resume", out)
    with agent["log"].open("rb") as log:
        log.seek(asked_before)
        asked_after = Counter(line.decode().rsplit(" ", 1)[1].strip() for line in log)
    both = {n for n in range(CASES) if {n * EPOCHS + e for e in range(EPOCHS)} <= answered}
    again = both & {int(n) for n in asked_after}
    assert not again, f"asked again although answered: {sorted(again)[:5]}"
    return states


def check_rounds(moments, plan, agent, undisturbed, tmp_path, seed):
    chance = random.Random(seed)
    seen = Counter()
    for number, moment in enumerate(moments):
        out = tmp_path / f"run-{number}"
        seen.update(one_round(plan, agent, out, moment, chance))
        assert state_of(out) == "finished"
        assert sorted(p.name for p in out.iterdir() if p.name.startswith(("asks", "journal"))) == []
        table, summary = undisturbed
        assert table_of(out) == table
        assert summary_of(out) == summary
    return seen


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_a_killed_run_resumes_to_the_same_tables(plan, agent, undisturbed, tmp_path):
    """Whole processes, killed from outside; `test_kill_places.py` kills at every kind of place."""
    check_rounds(["middle"], plan, agent, undisturbed, tmp_path, seed=1)


@pytest.mark.soak
@pytest.mark.timeout(3000)
def test_many_kills(plan, agent, undisturbed, tmp_path):
    kills = 25 * MOMENTS
    seen = check_rounds(kills, plan, agent, undisturbed, tmp_path, seed=2)
    print(dict(seen))
    assert sum(seen.values()) >= len(kills)
    assert {"running", "finalising", "finished"} <= set(seen)

"""Plans, commands and tables for the tests of a cluster."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

from steelyard.bundle import Bundle, Table

TIMING = {"started_at", "latency_s", "first_token_s"}


class Agent:
    """A watching agent in a process of its own."""

    def __init__(self, folder, seconds):
        port, self.log = folder / "port", folder / "log"
        self.log.touch()
        script = Path(__file__).with_name("watching_agent.py")
        self.process = subprocess.Popen([sys.executable, script, port, self.log, str(seconds)])
        while not port.exists():
            time.sleep(0.02)
            assert self.process.poll() is None
        self.url = f"http://127.0.0.1:{port.read_text()}/"

    def asked(self):
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def times(self):
        """How often each question was asked."""
        return Counter(fact["input"] for fact in self.asked())


@contextmanager
def watching(folder, seconds=0.01):
    folder.mkdir(exist_ok=True)
    agent = Agent(folder, seconds)
    try:
        yield agent
    finally:
        agent.process.kill()
        agent.process.wait()


def write_plan(folder, agent, cases=200, run="", agent_options=""):
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "cases.jsonl").open("w", encoding="utf-8") as file:
        for n in range(cases):
            case = {
                "id": f"c{n}",
                "input": f"问题 question {n}",
                "expected_output": f"问题 question {n} 的答案",
                "metadata": {"scene": f"s{n % 5}", "note": {"n": n}},
            }
            file.write(json.dumps(case, ensure_ascii=False) + "\n")
    path = folder / "plan.yaml"
    path.write_text(
        f"name: cluster\nagent: {{http: {{url: '{agent.url}'{agent_options}}}}}\n"
        f"dataset: cases.jsonl\nrun: {{seed: 3, executor: ray{run}}}\n"
    )
    return path


def steelyard(*words):
    return [sys.executable, "-m", "steelyard", *map(str, words)]


def call(cluster, *words, **more):
    return subprocess.run(
        steelyard(*words),
        capture_output=True,
        text=True,
        timeout=200,
        env=cluster.environment | more,
    )


def finish(cluster, *words, **more):
    done = call(cluster, *words, **more)
    assert done.returncode == 0, done.stderr
    return done


def start(cluster, *words):
    return subprocess.Popen(
        steelyard(*words),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=cluster.environment,
    )


def wait_for(condition, seconds=90):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)


def journalled(out):
    """How many replies the journal holds, its header not counted."""
    journal = out / "journal.jsonl"
    return max(0, journal.read_bytes().count(b"\n") - 1) if journal.exists() else 0


def table_of(out):
    rows = Table(Bundle(out).results_path).rows()
    return [{name: row[name] for name in row.keys() - TIMING} for row in rows]


def summary_of(out):
    """The indicators that do not depend on the clock."""
    summary = Bundle(out).summary()
    return [item for item in summary["indicators"] if "latency" not in item["id"]]

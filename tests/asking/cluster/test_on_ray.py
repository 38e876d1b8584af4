"""Plans on a real cluster: the same bundle as a local run, within the plan's limits, stoppable."""

from __future__ import annotations

import re
import signal

import pytest

from steelyard.bundle import Bundle, Table
from tests.asking.cluster.evaluations import (
    call,
    finish,
    journalled,
    start,
    summary_of,
    table_of,
    wait_for,
    watching,
    write_plan,
)

pytestmark = [pytest.mark.slow, pytest.mark.ray, pytest.mark.timeout(300)]
LOCAL = ("--set", "run.executor=local")


def test_the_bundle_equals_a_local_one(cluster, tmp_path):
    with watching(tmp_path / "agent") as agent:
        plan = write_plan(tmp_path / "plan", agent, 300, ", concurrency: 8, epochs: 2")
        finish(cluster, "run", plan, "--out", tmp_path / "ray")
        nodes = len(set(agent.times().values()))
        finish(cluster, "run", plan, "--out", tmp_path / "local", *LOCAL)
    assert nodes == 1
    assert set(agent.times().values()) == {4}  # two repeats, two runs
    assert max(fact["in_flight"] for fact in agent.asked()) <= 8
    assert table_of(tmp_path / "ray") == table_of(tmp_path / "local")
    assert summary_of(tmp_path / "ray") == summary_of(tmp_path / "local")
    ray, local = (Bundle(tmp_path / name).manifest.values for name in ("ray", "local"))
    same = ("plan_hash", "asks", "counts", "provenance", "scorers", "notes", "dataset", "warnings")
    assert {name: ray[name] for name in same} == {name: local[name] for name in same}
    assert sorted(path.name for path in (tmp_path / "ray").iterdir()) == sorted(
        path.name for path in (tmp_path / "local").iterdir()
    )


@pytest.mark.soak
def test_the_demo_on_a_cluster(cluster, tmp_path):
    ray, local = tmp_path / "ray", tmp_path / "local"
    finish(cluster, "demo", "--out", ray, "--set", "run.executor=ray")
    finish(cluster, "demo", "--out", local)
    # What load and broken transport do to an agent is different every time, on one machine too.
    steady = "condition IS NULL OR condition IN ('perturb', 'single')"
    ids = "row, case_id, condition, parent_case_id, perturbation, phase, fault, deployment_env"
    asked = f"SELECT {ids}, input FROM results ORDER BY row"
    tables = [Table(Bundle(path).results_path) for path in (ray, local)]
    assert tables[0].query(asked) == tables[1].query(asked)
    query = f"SELECT * FROM results WHERE {steady} ORDER BY row"
    first, second = (_without_clocks(table.query(query)) for table in tables)
    assert len(first) > 500
    assert first == second


def _without_clocks(rows):
    """Rows without what was timed, and without the port that the agent happened to get."""
    timed = {"started_at", "latency_s", "single_time", "task_time", "collab_time"}
    timed |= {"collab_parallelism", "messages"}  # which say when each was sent
    port = re.compile(r"127\.0\.0\.1:\d+")
    return [
        {name: row[name] for name in row.keys() - timed}
        | {"error": row["error"] and port.sub("agent", row["error"])}
        for row in rows
    ]


def test_the_rate_holds_for_all_workers_together(cluster, tmp_path):
    rate = 20
    with watching(tmp_path / "agent", 0.001) as agent:
        plan = write_plan(tmp_path / "plan", agent, 120, f", concurrency: 32, rate_limit: {rate}")
        finish(cluster, "run", plan, "--out", tmp_path / "run")
        at = sorted(fact["at"] for fact in agent.asked())
    assert len(at) == 120
    # In any two seconds no more than so many, and what was late by the jitter of the machine.
    for first, begun in enumerate(at):
        within = sum(1 for one in at[first:] if one < begun + 2)
        assert within <= 2 * rate + 4 + 2  # four workers, each with a turn of its own


def test_the_first_worker_finds_a_wrong_key_and_no_other_asks(cluster, tmp_path):
    with watching(tmp_path / "agent") as agent:
        plan = write_plan(tmp_path / "plan", agent, 50, ", concurrency: 8")
        text = plan.read_text().replace(agent.url, "http://127.0.0.1:9/nobody")
        plan.write_text(text)
        done = call(cluster, "run", plan, "--out", tmp_path / "run", "--set", "run.patience=1")
    assert done.returncode in (1, 2)  # 2 where nothing was asked
    assert "The agent" in done.stderr
    assert "Traceback" not in done.stderr


def test_ctrl_c_waits_for_what_is_in_flight_and_the_run_goes_on_here(cluster, tmp_path):
    with watching(tmp_path / "agent", 0.2) as agent:
        plan = write_plan(tmp_path / "plan", agent, 300, ", concurrency: 8")
        out = tmp_path / "run"
        process = start(cluster, "run", plan, "--out", out)
        wait_for(lambda: journalled(out) > 20)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
        assert process.returncode == 130, said
        kept = journalled(out)
        assert sum(agent.times().values()) == kept < 300  # nothing was dropped half-way
        finish(cluster, "resume", out, *LOCAL)
    assert set(agent.times().values()) == {1}
    assert len(table_of(out)) == 300


def test_a_limit_stops_every_worker(cluster, tmp_path):
    with watching(tmp_path / "agent", 0.05) as agent:
        plan = write_plan(tmp_path / "plan", agent, 400, ", concurrency: 8, limits: {cases: 60}")
        finish(cluster, "run", plan, "--out", tmp_path / "run")
    rows = len(table_of(tmp_path / "run"))
    assert 60 <= rows < 120
    assert sum(agent.times().values()) == rows


def test_secrets_reach_workers_and_no_file_of_the_cluster(cluster, tmp_path):
    secret = "open-sesame-42"
    with watching(tmp_path / "agent") as agent:
        options = ", headers_env: {X-Key: CLUSTER_TEST_KEY}"
        plan = write_plan(tmp_path / "plan", agent, 40, ", concurrency: 8", options)
        finish(cluster, "run", plan, "--out", tmp_path / "run", CLUSTER_TEST_KEY=secret)
        assert all(fact["key"] for fact in agent.asked())
    for folder in (cluster.folder, tmp_path / "run"):
        for path in folder.rglob("*"):
            if path.is_file() and not path.is_symlink():
                assert secret.encode() not in path.read_bytes(), path


def test_failures_are_told_in_the_language_of_the_driver(cluster, tmp_path):
    with watching(tmp_path / "agent", 5) as agent:
        run = ", concurrency: 8, timeout: 0.3, retries: 0"
        plan = write_plan(tmp_path / "plan", agent, 8, run)
        done = call(cluster, "run", plan, "--out", tmp_path / "run", STEELYARD_LANG="zh")
    assert done.returncode == 1, done.stderr
    assert "均无应答" in done.stderr
    assert {row["error"] for row in table_of(tmp_path / "run")} == {"0.3 秒内没有应答。"}


def test_python_functions_travel(cluster, tmp_path):
    script = tmp_path / "travel.py"
    script.write_text(
        "import os\n"
        "import steelyard\n"
        "prefix = 'the answer is '\n"
        "def answer(question):\n"
        "    return f'{prefix}{question} from {os.getpid()}'\n"
        "asked = [f'q{n}' for n in range(60)]\n"
        "cases = [{'id': q, 'input': q, 'expected_output': q} for q in asked]\n"
        "run = steelyard.evaluate(answer, cases, out='run', run={'executor': 'ray'})\n"
        "outputs = run.cases['output']\n"
        "assert all(o.startswith(f'the answer is q{n} ') for n, o in enumerate(outputs))\n"
        "assert str(os.getpid()) not in {o.split()[-1] for o in outputs}\n"
        "print(len(outputs))\n"
    )
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, script],
        cwd=tmp_path,
        env=cluster.environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().endswith("60")


def test_there_is_no_cluster_at_the_address(cluster, tmp_path):
    with watching(tmp_path / "agent") as agent:
        plan = write_plan(tmp_path / "plan", agent, 5)
        setting = "run.executor={ray: {address: '127.0.0.1:9'}}"
        done = call(cluster, "run", plan, "--out", tmp_path / "run", "--set", setting)
    assert done.returncode in (1, 2)  # 2 where nothing was asked
    assert "127.0.0.1:9" in done.stderr
    assert "STEELYARD_RAY_ADDRESS" in done.stderr
    assert "Traceback" not in done.stderr

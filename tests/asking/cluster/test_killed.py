"""Workers, a node and the driver killed in the middle: nothing lost, nothing doubled."""

from __future__ import annotations

import os
import signal
import time

import pytest

from tests.asking.cluster.evaluations import (
    call,
    finish,
    journalled,
    start,
    table_of,
    wait_for,
    watching,
    write_plan,
)

pytestmark = [pytest.mark.slow, pytest.mark.ray, pytest.mark.timeout(300)]
CASES, CONCURRENCY, SECONDS = 400, 8, 0.1


@pytest.fixture
def agent(tmp_path):
    with watching(tmp_path / "agent", SECONDS) as agent:
        yield agent


def plan_of(tmp_path, agent, run=""):
    return write_plan(tmp_path / "plan", agent, CASES, f", concurrency: {CONCURRENCY}{run}")


def whole(out, tmp_path):
    """The table of a run holds every case once, as a local run's does."""
    rows = table_of(out)
    assert [row["case_id"] for row in rows] == [f"c{n}" for n in range(CASES)]
    assert {row["status"] for row in rows} == {"ok"}
    assert all(row["output"] == f"{row['input']} 的答案" for row in rows)


def asked_again(agent):
    return sum(agent.times().values()) - CASES


def test_killed_workers_cost_what_they_had_in_flight(cluster, tmp_path, agent):
    out = tmp_path / "run"
    process = start(cluster, "run", plan_of(tmp_path, agent), "--out", out)
    killed = 0
    for share in (0.15, 0.4, 0.6):
        wait_for(lambda share=share: journalled(out) > share * CASES and cluster.workers())
        os.kill(cluster.workers()[0], signal.SIGKILL)
        killed += 1
    _, said = process.communicate(timeout=120)
    assert process.returncode == 0, said
    assert "was lost" in said
    whole(out, tmp_path)
    # Four workers share eight asks in flight; one more of each may have been on its way to us.
    assert asked_again(agent) <= killed * 2 * (CONCURRENCY // 4)


@pytest.mark.soak
def test_a_killed_node_is_worked_around(cluster, tmp_path, agent):
    out = tmp_path / "run"
    process = start(cluster, "run", plan_of(tmp_path, agent), "--out", out)
    wait_for(lambda: journalled(out) > 0.2 * CASES)
    cluster.kill_node()
    try:
        _, said = process.communicate(timeout=200)
        assert process.returncode == 0, said
        whole(out, tmp_path)
        assert asked_again(agent) <= 2 * CONCURRENCY
    finally:
        cluster.add_node()


def test_a_killed_driver_resumes(cluster, tmp_path, agent):
    out = tmp_path / "run"
    process = start(cluster, "run", plan_of(tmp_path, agent), "--out", out)
    wait_for(lambda: journalled(out) > 0.3 * CASES)
    process.kill()
    process.communicate()
    wait_for(lambda: not cluster.workers(), 60)  # its workers end with it
    time.sleep(2 * SECONDS)
    kept, asked = journalled(out), sum(agent.times().values())
    assert asked - kept <= 2 * CONCURRENCY
    finish(cluster, "resume", out)
    whole(out, tmp_path)
    assert asked_again(agent) == asked - kept


def test_a_killed_driver_finds_what_its_workers_stored(cluster, tmp_path, agent):
    out, shared = tmp_path / "run", tmp_path / "plan" / "shared"
    run = ", executor: {ray: {storage: shared}}"
    plan = plan_of(tmp_path, agent)
    plan.write_text(plan.read_text().replace(", executor: ray", run))
    process = start(cluster, "run", plan, "--out", out)
    wait_for(lambda: journalled(out) > 0.2 * CASES)
    process.send_signal(signal.SIGSTOP)  # it takes nothing in any more; workers go on storing
    kept = journalled(out)
    wait_for(lambda: stored(shared) > kept)
    process.kill()
    process.communicate()
    wait_for(lambda: not cluster.workers(), 60)
    found = stored(shared)
    finish(cluster, "resume", out)
    whole(out, tmp_path)
    asked = sum(agent.times().values())
    assert found > kept
    assert asked - CASES <= asked - found  # nothing stored was asked again
    assert not list(shared.rglob("*.jsonl"))


def stored(folder):
    return sum(path.read_bytes().count(b"\n") for path in folder.rglob("*.jsonl"))


@pytest.mark.soak
def test_a_case_that_kills_every_worker_is_named(cluster, tmp_path):
    (tmp_path / "deadly.py").write_text(
        "import os, time\n"
        "def answer(question):\n"
        "    time.sleep(0.02)\n"
        "    if question == 'q7':\n"
        "        os._exit(1)\n"
        "    return question\n"
    )
    lines = [f'{{"id":"c{n}","input":"q{n}","expected_output":"q{n}"}}\n' for n in range(40)]
    (tmp_path / "cases.jsonl").write_text("".join(lines))
    plan = tmp_path / "plan.yaml"
    plan.write_text(
        "agent: {function: {target: 'deadly.py:answer'}}\ndataset: cases.jsonl\n"
        "run: {executor: {ray: {workers: 1}}, concurrency: 4}\n"
    )
    done = call(cluster, "run", plan, "--out", tmp_path / "run")
    assert done.returncode == 1
    assert "c7" in done.stderr
    assert "Traceback" not in done.stderr
    assert journalled(tmp_path / "run") > 0

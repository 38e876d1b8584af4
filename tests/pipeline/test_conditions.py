"""Conditions against agents whose weakness is known: the truth is found, and the healthy one is
not accused."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress

import pytest

import steelyard
from steelyard.bundle import Bundle, Table
from steelyard.pipeline import rescore
from steelyard.plan import make_plan
from tests.ports import free_port

pytestmark = pytest.mark.slow

CASES = [
    {"id": f"q{n}", "input": f"请问第{n}号仓库的负责人现在在哪里办公", "expected_output": "北京"}
    for n in range(60)
]


def healthy(question):
    return "北京"


class Narrow:
    """Answers rightly while at most `most` questions are under way."""

    def __init__(self, most):
        self.most, self.now = most, 0

    async def __call__(self, question):
        self.now += 1
        crowded = self.now > self.most
        await asyncio.sleep(0.002)
        self.now -= 1
        return "不知道" if crowded else "北京"


def breaks_on_homophones(question):
    return "北京" if "负责人现在在哪里办公" in question else "不知道"


def weigh(agent, tmp_path, *conditions, **plan):
    run = {"concurrency": 2, "seed": 1}
    return steelyard.evaluate(
        agent, CASES, out=tmp_path / "run", run=run, conditions=list(conditions), **plan
    )


def rows_of(run):
    return list(Table(run.path / run.manifest["results"]).rows())


LOAD = {"load": {"peak": 12, "ramp": [1, 2, 4, 8]}}
PERTURB = {"perturb": {"kinds": ["zh.homophone"], "rate": 0.1}}


def test_a_crowd_shows_who_cannot_take_it(tmp_path):
    run = weigh(Narrow(4), tmp_path, LOAD)
    stability = run.indicators["robust.concurrency_stability"]
    peak = [row["passed"] for row in rows_of(run) if row["phase"] == "peak"]
    assert stability.value == pytest.approx(sum(peak) / len(peak))  # the baseline is perfect
    assert stability.interval.high < 0.75
    assert stability.provenance == "measured"
    assert run.indicators["robust.load_recovery"].value == 1
    assert run.indicators["base.accuracy"].value == 1
    assert run.indicators["base.accuracy"].n == len(CASES)


def test_a_healthy_agent_is_not_accused(tmp_path):
    run = weigh(healthy, tmp_path, LOAD, PERTURB)
    for name in (
        "robust.concurrency_stability",
        "robust.load_recovery",
        "robust.perturb_retention",
    ):
        assert run.indicators[name].value == 1, name
    assert run.indicators["robust.abnormal_error_rate"].value == 0
    assert run.indicators["robust.abnormal_error_rate"].provenance == "measured"


def test_one_that_breaks_on_homophones_is_found(tmp_path):
    run = weigh(breaks_on_homophones, tmp_path, PERTURB)
    variants = [row for row in rows_of(run) if row["condition"] == "perturb"]
    broken = [row for row in variants if "负责人现在在哪里办公" not in row["input"]]
    truth = len(broken) / len(variants)
    assert 0.1 < truth <= 1
    found = run.indicators["robust.perturb_flip_rate"]
    assert found.value == pytest.approx(truth)
    assert run.indicators["robust.perturb_retention"].value == pytest.approx(1 - truth)
    assert run.indicators["base.accuracy"].value == 1


def test_every_variant_has_its_parent_its_seed_and_its_proof(tmp_path):
    run = weigh(healthy, tmp_path, PERTURB)
    variants = [row for row in rows_of(run) if row["condition"] == "perturb"]
    assert len(variants) == len(CASES)
    for row in variants:
        assert row["parent_case_id"] in row["case_id"]
        assert row["condition_seed"] is not None
        assert row["condition_landed"] is True
        assert '"changes"' in str(row["condition_proof"])
        assert row["clean_success"] == 1
        assert row["input"] not in {case["input"] for case in CASES}


def test_scoring_anew_keeps_the_pairs(tmp_path):
    run = weigh(breaks_on_homophones, tmp_path, PERTURB)
    before = run.indicators["robust.perturb_flip_rate"].value
    plan = make_plan(dict(run.manifest["plan"]) | {"scorers": ["text.exact_match"]}, source="x")
    again = steelyard.load_run(rescore(Bundle(run.path), plan).path)
    assert again.indicators["robust.perturb_flip_rate"].value == before


def test_a_claim_is_not_blended_with_a_measurement(tmp_path):
    claimed = [case | {"high_concurrency": n % 2 == 0} for n, case in enumerate(CASES)]
    run = steelyard.evaluate(healthy, claimed, out=tmp_path / "run", conditions=[LOAD])
    assert run.indicators["robust.concurrency_stability"].provenance == "measured"
    assert any("high_concurrency" in warning for warning in run.manifest["warnings"])
    plain = steelyard.evaluate(healthy, claimed, out=tmp_path / "plain")
    assert plain.indicators["robust.concurrency_stability"].provenance == "declared"


def test_one_who_works_alone_is_timed(tmp_path):
    async def team(question):
        await asyncio.sleep(0.5)  # longer than a busy machine keeps anybody waiting
        return {"output": "北京", "collaboration": True}

    cases = [case | {"collaboration": True} for case in CASES[:12]]
    alone = {"function": {"target": "tests.pipeline.test_conditions:healthy"}}
    run = steelyard.evaluate(team, cases, out=tmp_path / "run", single=alone)
    plain = [row for row in rows_of(run) if row["condition"] is None]
    assert all(row["single_time"] is not None for row in plain)
    assert all(row["single_time"] < row["latency_s"] for row in plain)
    assert run.indicators["base.accuracy"].n == 12


AGENT = """
import json, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
{imports}

class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        body = json.dumps({{"output": "北京"}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass

ThreadingHTTPServer.request_queue_size = 64
ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
"""


def test_an_agent_that_lacks_a_package_elsewhere_is_found(tmp_path):
    (tmp_path / "whole.py").write_text(AGENT.format(imports=""), encoding="utf-8")
    (tmp_path / "needy.py").write_text(AGENT.format(imports="import a_package_nobody_has"), "utf-8")

    def place(name, script, **more):
        reached = {"http": {"url": "http://127.0.0.1:{port}/"}}
        start = [sys.executable, str(tmp_path / script), "{port}"]
        return {"name": name, "start": start, "agent": reached, "ready": {"tcp": "{port}"}} | more

    with origin(tmp_path / "whole.py") as port:
        run = steelyard.evaluate(
            {"http": {"url": f"http://127.0.0.1:{port}/"}},
            CASES[:12],
            out=tmp_path / "run",
            environments=[place("same", "whole.py"), place("bare", "needy.py")],
        )
    assert run.indicators["port.deploy_success"].value == 0.5
    assert run.indicators["port.deploy_success"].provenance == "measured"
    assert run.indicators["port.compat_issues"].value == 1
    assert run.indicators["port.retention"].value == pytest.approx(0.5)
    assert run.indicators["port.retention"].n == 24
    assert run.indicators["base.accuracy"].value == 1
    failed = [row for row in rows_of(run) if row["deployment_env"] == "bare" and row["error"]]
    assert len(failed) == 12
    [attempt] = [row for row in rows_of(run) if row["case_id"] == "~deploy.bare#1"]
    assert "a_package_nobody_has" in str(attempt["condition_proof"])
    assert {row["error_reason"] for row in failed} == {"not_deployed"}


@contextmanager
def origin(script):
    port = free_port()
    process = subprocess.Popen([sys.executable, script, str(port)])
    try:
        while True:
            with suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port)):
                break
            assert process.poll() is None
            time.sleep(0.02)
        yield port
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize(("retries", "kept"), [(0, 0.0), (2, 1.0)])
def test_a_reset_costs_the_answer_unless_it_is_asked_again(tmp_path, retries, kept):
    (tmp_path / "agent.py").write_text(AGENT.format(imports=""), encoding="utf-8")
    with origin(tmp_path / "agent.py") as port:
        run = steelyard.evaluate(
            {"http": {"url": f"http://127.0.0.1:{port}/"}},
            CASES[:20],
            out=tmp_path / "run",
            conditions=[{"faults": {"kinds": ["reset"]}}],
            run={"retries": retries, "backoff": 0.01, "timeout": 5},
        )
    rows = [row for row in rows_of(run) if row["condition"] == "fault"]
    assert len(rows) == 20
    assert all(row["condition_landed"] for row in rows)
    assert run.indicators["robust.fault_tolerance"].value == kept
    assert run.indicators["robust.fault_tolerance"].provenance == "measured"
    assert run.indicators["base.accuracy"].value == 1


def test_a_fault_at_the_call_of_a_function(tmp_path):
    run = steelyard.evaluate(
        healthy,
        CASES[:12],
        out=tmp_path / "run",
        conditions=[{"faults": {"kinds": ["http_503", "garbled"], "hits": None}}],
        run={"retries": 0},
    )
    rows = [row for row in rows_of(run) if row["condition"] == "fault"]
    assert {row["fault"] for row in rows} == {"http_503", "garbled"}
    assert run.indicators["robust.fault_tolerance"].value < 0.1
    assert all("attempts" in str(row["condition_proof"]) for row in rows)


HANGS = """
import json, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

broken = False

class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def handle(self):
        global broken
        try:
            super().handle()
        except ConnectionError:
            broken = True

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        if broken:
            time.sleep(30)
        body = json.dumps({"output": "北京", "note": "x" * 500}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        for start in range(0, len(body), 100):
            self.wfile.write(body[start : start + 100])
            time.sleep(0.02)

    def log_message(self, *words):
        pass

ThreadingHTTPServer.request_queue_size = 64
server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
server.daemon_threads = True
server.serve_forever()
"""


def test_one_that_hangs_after_a_reset_is_found(tmp_path):
    (tmp_path / "agent.py").write_text(HANGS, encoding="utf-8")
    with origin(tmp_path / "agent.py") as port:
        run = steelyard.evaluate(
            {"http": {"url": f"http://127.0.0.1:{port}/"}},
            CASES[:12],
            out=tmp_path / "run",
            conditions=[{"faults": {"kinds": ["reset"]}}],
            run={"retries": 2, "backoff": 0.05, "timeout": 5},
        )
    rows = [row for row in rows_of(run) if row["condition"] == "fault"]
    hung = sum(row["timed_out"] is True for row in rows)
    assert hung >= 10  # those under way with the first may still get through
    assert run.indicators["base.accuracy"].value == 1
    assert run.indicators["robust.env_tolerance"].value == pytest.approx(1 - hung / 12)
    assert run.indicators["robust.fault_tolerance"].value <= 1 - hung / 12

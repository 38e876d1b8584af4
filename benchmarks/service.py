"""A service under load: clients that ask, tasks that run, and what it costs.

    python -m benchmarks service [--clients 200] [--tasks 50] [--seconds 60] [--backend both]

`steelyard serve` with its workers, the agent that the tasks ask, PostgreSQL and the clients are
processes of their own on this machine. First the clients think two seconds between questions, as
people and scripts do; then they do not, which says what the service can do at most. Every client
has a connection of its own; a quarter as many again listen to events all the time.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.machine import ROOT, openai_server, python
from benchmarks.service_page import show, write_page
from benchmarks.service_place import Bench, Watched, machine_facts, serving, settings_on
from tests.server.postgres import programs

WORKERS = 2
ROWS = 2_000
DELAY = 1.0
# What nobody notices who waits for a page; 99 of 100 answers, when clients pause between questions.
TARGET_P99_MS = 300
BACKENDS = ("sqlite", "postgresql")


def main(words: list[str]) -> dict[str, Any]:
    """Measure, print tables, write the page, return the numbers."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks service", description=__doc__)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--tasks", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--think", type=float, default=2.0)
    parser.add_argument("--backend", choices=(*BACKENDS, "both"), default="both")
    given = parser.parse_args(words)
    names = BACKENDS if given.backend == "both" else (given.backend,)
    if programs() is None:
        names = tuple(name for name in names if name == "sqlite")
    found: dict[str, Any] = {
        "command": f"python -m benchmarks service --seconds {given.seconds:g}",
        "machine": machine_facts(),
        "clients": given.clients,
        "streams": given.clients // 4,
        "tasks": given.tasks,
        "workers": WORKERS,
        "think": given.think,
        "seconds": given.seconds,
        "target_p99_ms": TARGET_P99_MS,
    }
    found["backends"] = {name: measure(name, given) for name in names}
    show(found)
    if len(names) == len(BACKENDS):
        write_page(found)
    return found


def measure(backend: str, given: argparse.Namespace) -> dict[str, Any]:
    """Measure a service on one database."""
    with (
        tempfile.TemporaryDirectory() as scratch,
        openai_server(Path(scratch)) as quick,
        openai_server(Path(scratch), DELAY) as slow,
        settings_on(backend, WORKERS, given.tasks) as settings,
    ):
        bench = Bench.furnish(settings)
        try:
            with serving(settings) as (url, server):
                return _measure(bench, url, server, (quick, slow), given)
        finally:
            bench.database.close()


def _measure(
    bench: Bench, url: str, server: Any, agents: tuple[str, str], given: argparse.Namespace
) -> dict[str, Any]:
    quick, slow = (bench.agent(name, url) for name, url in zip(("q", "s"), agents, strict=True))
    before = [bench.task("seen", quick, bench.cases("seen", ROWS))]
    bench.wait(before, "finished", 120)
    # Long enough for both rounds: four questions at a time, each as long as the agent takes.
    version = bench.cases("asked", int(4 * (2 * given.seconds + 30) / DELAY))
    tasks = [bench.task(f"task {number}", slow, version) for number in range(given.tasks)]
    bench.wait(tasks, "running", 120)
    time.sleep(3)
    what = {
        "url": url,
        "tokens": bench.tokens,
        "project": bench.project.id,
        "tasks": tasks,
        "runs": bench.runs(before),
        "clients": given.clients,
        "streams": given.clients // 4,
        "seconds": given.seconds,
    }
    rounds = {}
    # What is made when it is first asked for is made before the clock runs.
    _ask({**what, "clients": 10, "seconds": 5.0, "think": 0.0, "round": "before"})
    with Watched(server) as watched:
        for name, think in (("paced", given.think), ("saturated", 0.0)):
            before_it = watched.cpu()
            one = _ask({**what, "think": think, "round": name})
            cpu = {name: spent - before_it.get(name, 0) for name, spent in watched.cpu().items()}
            cpu["clients"] = one["cpu_s"]
            asked = sum(len(seconds) for seconds in one["seconds"].values())
            rounds[name] = {
                "per_s": asked / one["elapsed"],
                "asked": asked,
                "errors": one["errors"],
                "events": one["events"],
                "cpu_ms": cpu["server"] / max(1, asked) * 1000,
                "cores": {name: spent / one["elapsed"] for name, spent in cpu.items()},
                "running": bench.states(tasks).get("running", 0),
                "ms": {name: quantiles(seconds) for name, seconds in one["seconds"].items()},
                "all_ms": quantiles([x for seconds in one["seconds"].values() for x in seconds]),
            }
        bench.wait(tasks, "finished", 600)
    memory = {name: _memory(values) for name, values in watched.mb.items()}
    return {"rounds": rounds, "memory_mb": memory}


def _ask(what: dict[str, Any]) -> dict[str, Any]:
    done = subprocess.run(
        python("benchmarks.service_clients"),
        input=json.dumps(what).encode(),
        stdout=subprocess.PIPE,
        cwd=ROOT,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def quantiles(seconds: list[float]) -> dict[str, float]:
    """Return percentiles in milliseconds."""
    if len(seconds) < 2:
        return {}
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    found = {"p50": cuts[49], "p95": cuts[94], "p99": cuts[98], "most": max(seconds)}
    return {name: round(value * 1000, 1) for name, value in found.items()} | {"n": len(seconds)}


def _memory(values: list[float]) -> dict[str, float]:
    """Return where the memory of a process was: at first, half-way, in the end, at most."""
    picked = (values[0], values[len(values) // 2], values[-1], max(values))
    return dict(zip(("first", "middle", "last", "most"), map(round, picked), strict=True))

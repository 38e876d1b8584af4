"""A service under overload: does it stay alive for monitoring, and within its memory?

    python -m benchmarks overload [--seconds 30] [--backend both]

200 clients send ordinary requests, 100 listen to events, 1,100 connections stop in the middle of
their headers, 20 clients ask for PDF reports and 20 for checks of documents, all at the same time,
while `/healthz` is polled. First the ordinary clients pause between requests, then they do not.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import threading
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil

from benchmarks.machine import ROOT, openai_server, python
from benchmarks.overload_page import show, write_page
from benchmarks.service import BACKENDS, quantiles
from benchmarks.service_clients import ARRIVE_SECONDS
from benchmarks.service_place import Bench, machine_facts, serving, settings_on
from tests.server.postgres import programs

WORKERS = 1  # as a service has them that nobody has configured
TASKS = 8
RUNS = 8
ROWS = 50
DELAY = 1.0
TARGET_P99_MS = 300
TARGET_MB = 1500
# 127.0.0.0/8 is all this machine: bounds per address see clients of several addresses.
GOOD_SOURCES = [f"127.0.0.{number}" for number in range(10, 30)]
# Half of the half-open connections come from one address, which ordinary clients share, as behind
# one router; the others from ten, each of which stays below the bound of an address.
BAD_SOURCES = [source for number in range(10) for source in ("127.0.0.10", f"127.0.1.{number + 1}")]
ROUNDS = ("paced", "saturated")


def main(words: list[str]) -> dict[str, Any]:
    """Measure, print tables, write the page, return the numbers."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks overload", description=__doc__)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--streams", type=int, default=100)
    parser.add_argument("--half-open", type=int, default=1100)
    parser.add_argument("--reports", type=int, default=20)
    parser.add_argument("--checks", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--think", type=float, default=2.0)
    parser.add_argument("--round", choices=(*ROUNDS, "both"), default="both")
    parser.add_argument("--backend", choices=(*BACKENDS, "both"), default="both")
    given = parser.parse_args(words)
    names = BACKENDS if given.backend == "both" else (given.backend,)
    if programs() is None:
        names = tuple(name for name in names if name == "sqlite")
    asked = ("clients", "streams", "half_open", "reports", "checks", "seconds", "think")
    found: dict[str, Any] = {
        "command": f"python -m benchmarks overload --seconds {given.seconds:g}"
        + (f" --backend {given.backend}" if given.backend != "both" else ""),
        "machine": machine_facts(),
        **{name: getattr(given, name) for name in asked},
        "workers": WORKERS,
        "tasks": TASKS,
        "good_sources": len(GOOD_SOURCES),
        "bad_sources": len(set(BAD_SOURCES)),
        "target_p99_ms": TARGET_P99_MS,
        "target_mb": TARGET_MB,
    }
    found["backends"] = {name: measure(name, given) for name in names}
    show(found)
    if len(names) == len(BACKENDS) and given.round == "both":
        write_page(found)
    return found


def measure(backend: str, given: argparse.Namespace) -> dict[str, Any]:
    """Measure a service on one database."""
    with (
        tempfile.TemporaryDirectory() as scratch,
        openai_server(Path(scratch)) as quick,
        openai_server(Path(scratch), DELAY) as slow,
        settings_on(backend, WORKERS, TASKS) as settings,
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
    cases = bench.cases("answered", ROWS)
    # Two rounds, each with runs of its own: a report that was made before is only read.
    before = [bench.task(f"run {number}", quick, cases) for number in range(2 * RUNS)]
    bench.wait(before, "finished", 120)
    runs = bench.runs(before)
    version = bench.cases("asked", int(4 * (2 * (given.seconds + ARRIVE_SECONDS) + 20) / DELAY))
    tasks = [bench.task(f"task {number}", slow, version) for number in range(TASKS)]
    bench.wait(tasks, "running", 120)
    what = {
        **{name: getattr(given, name) for name in ("clients", "streams", "half_open", "seconds")},
        **{name: getattr(given, name) for name in ("reports", "checks")},
        "url": url,
        "tokens": bench.tokens,
        "project": bench.project.id,
        "tasks": tasks,
        "runs": runs,
        "good_sources": GOOD_SOURCES,
        "bad_sources": BAD_SOURCES,
    }
    found = {}
    for number, name in enumerate(ROUNDS):
        if given.round not in (name, "both"):
            continue
        think = given.think if name == "paced" else 0.0
        more = {"think": think, "round": name, "more_runs": runs[number * RUNS :][:RUNS]}
        found[name] = _press({**what, **more}, server, control=agents[0])
    return found


def _press(what: dict[str, Any], server: psutil.Process, control: str) -> dict[str, Any]:
    """Let all clients press at once; return what became of them and of the service."""
    seconds = what["seconds"] + ARRIVE_SECONDS
    with Footprint(server) as footprint, tempfile.TemporaryFile() as answers:
        clients = subprocess.Popen(
            python("benchmarks.overload_clients"),
            stdin=subprocess.PIPE,
            stdout=answers,
            cwd=ROOT,
        )
        try:
            assert clients.stdin is not None
            clients.stdin.write(json.dumps(what).encode())
            clients.stdin.close()
            polled = subprocess.run(
                python("benchmarks.health_probe", what["url"], control, str(seconds)),
                stdout=subprocess.PIPE,
                cwd=ROOT,
                check=True,
            )
            clients.wait(2 * seconds + 120)
        finally:
            clients.kill()
            clients.wait()
        answers.seek(0)
        one = json.loads(answers.read())
    health = json.loads(polled.stdout)
    asked = [second for seconds in one["seconds"].values() for second in seconds]
    return {
        "health_ms": quantiles(health["seconds"]),
        "health_errors": health["errors"],
        "control_ms": quantiles(health["control_seconds"]),
        "answered": len(asked),
        "all_ms": quantiles(asked),
        "errors": one["errors"],
        "events": one["events"],
        "most_half_open": one["most_half_open"],
        "cut_off": one["cut_off"],
        "unreachable": one["unreachable"],
        "heavy": {
            kind: {**counts, "ms": quantiles(one["heavy_seconds"][kind])}
            for kind, counts in one["heavy"].items()
        },
        **footprint.found(),
    }


class Footprint:
    """Memory and number of all processes of a service, several times a second."""

    def __init__(self, server: psutil.Process) -> None:
        self._server = server
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._most: dict[str, float] = defaultdict(float)
        self._processes: Counter[str] = Counter()

    def __enter__(self) -> Footprint:
        self._thread.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._end.set()
        self._thread.join()

    def found(self) -> dict[str, Any]:
        """Return the most that was seen at one time, of each kind of process and of all."""
        return {
            "memory_mb": {name: round(most) for name, most in self._most.items()},
            "processes": dict(self._processes),
        }

    def _look(self) -> None:
        while not self._end.wait(0.5):
            now: dict[str, float] = defaultdict(float)
            counts: Counter[str] = Counter()
            for kind, process in self._parties():
                try:
                    megabytes = memory_of(process.pid)
                except (OSError, psutil.Error):
                    continue  # it has ended
                now[kind] += megabytes["pss"]
                now["all, resident"] += megabytes["rss"]
                now["all"] += megabytes["pss"]
                counts[kind] += 1
            for kind, megabytes_now in now.items():
                self._most[kind] = max(self._most[kind], megabytes_now)
            self._processes |= counts

    def _parties(self) -> Iterator[tuple[str, psutil.Process]]:
        yield "server", self._server
        for process in self._server.children(recursive=True):
            try:
                yield kind_of(process), process
            except psutil.Error:
                continue


def kind_of(process: psutil.Process) -> str:
    """Return what a process of the service is for."""
    words = " ".join(process.cmdline())
    if "multiprocessing" in words:
        return "heavy work"
    if "chrom" in words.partition(" ")[0] or "chrom" in process.name():
        return "browser"
    return "worker" if "steelyard" in words else "other"


def memory_of(pid: int) -> dict[str, float]:
    """Return the megabytes of a process: resident, and its share of what it shares with others."""
    rollup = Path(f"/proc/{pid}/smaps_rollup")
    if not rollup.exists():
        resident = psutil.Process(pid).memory_info().rss / 1e6
        return {"rss": resident, "pss": resident}
    lines = (line.split() for line in rollup.read_text().splitlines())
    known = {words[0]: float(words[1]) * 1024 / 1e6 for words in lines if words[-1] == "kB"}
    return {"rss": known["Rss:"], "pss": known["Pss:"]}

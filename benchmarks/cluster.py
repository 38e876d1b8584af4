"""The same plan asked here and on a Ray cluster of this machine: what a worker in between costs.

python -m benchmarks cluster [--cases 20000] [--rounds 5]

Both ask a server that answers at once, so the asking itself is all there is to see. CPU is that of
every process that asks: the command, and on the cluster its workers and Ray's own, read ten times a
second, because a worker that has ended tells nobody what it took.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import psutil
import ray

from benchmarks.machine import ROOT, openai_server, python, run
from benchmarks.record import TIMES_THEIRS, Measure, Peer, alone, versus
from steelyard.bundle import Bundle, Table

FULL, QUICK = ["--cases", "20000"], ["--cases", "2000"]
CONCURRENCY = 64
_ADDRESS = "127.0.0.2"


def main(arguments: list[str]) -> dict[str, Any]:
    """Measure, print a table, return the numbers."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks cluster", description=__doc__)
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args(arguments)
    readings: dict[str, list[dict[str, float]]] = {"local": [], "ray": []}
    with tempfile.TemporaryDirectory() as scratch, cluster() as (address, head):
        folder = Path(scratch)
        dataset = _write_cases(folder, options.cases)
        executors = {"local": "local", "ray": f"{{ray: {{address: '{address}'}}}}"}
        with openai_server(folder) as url:
            check(folder, url, executors)
            for _ in range(options.rounds):  # in turn, so that noise falls on both
                for name, executor in executors.items():
                    watched = head if name == "ray" else None
                    readings[name].append(_ask(folder, url, dataset, executor, watched))
    found = {
        "cases": options.cases,
        "concurrency": CONCURRENCY,
        "readings": readings,
        **{name: _median(turns) for name, turns in readings.items()},
    }
    show(found)
    return found


def check(folder: Path, url: str, executors: dict[str, str]) -> None:
    """Fail unless both give the same table."""
    dataset = _write_cases(folder, 200, "few")
    query = "SELECT * EXCLUDE (started_at, latency_s) FROM results ORDER BY row"
    tables = []
    for executor in executors.values():
        out = _run(folder, url, dataset, executor)[0]
        tables.append(Table(Bundle(out).results_path).query(query))
    assert tables[0] == tables[1], "a cluster gave another table"


def measures(found: dict[str, Any]) -> list[Measure]:
    """Return what a case costs on the cluster beside a local run."""
    local, ours = found["readings"]["local"], found["readings"]["ray"]
    peer = Peer("local run", ray.__version__)

    def of(turns: list[dict[str, float]], what: str) -> list[float]:
        return [turn[what] for turn in turns]

    return [
        versus(
            f"cluster/{what}/local",
            f"cluster: {title}",
            unit,
            of(ours, what),
            peer,
            of(local, what),
            ratio_of=TIMES_THEIRS,
        )
        for what, title, unit in (
            ("cpu_ms", "CPU per case, all processes, with the start of the workers", "CPU ms"),
            ("driver_cpu_ms", "CPU per case, of the command itself", "CPU ms"),
            ("per_s", "throughput once workers run, one machine", "cases/s"),
        )
    ] + [alone("cluster/start", "cluster: start of the workers", "s", of(ours, "started_s"))]


@contextmanager
def cluster() -> Iterator[tuple[str, int]]:
    """Start a cluster of one node with two CPUs; yield its address and the process it is below."""
    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:
        # Without a mode Ray may ask for a token that lies in the home of whoever runs this.
        os.environ.update(RAY_USAGE_STATS_ENABLED="0", RAY_AUTH_MODE="disabled")
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        command = [
            *(str(Path(sys.executable).with_name("ray")), "start", "--head", "--port=0"),
            *(f"--node-ip-address={_ADDRESS}", "--num-cpus=2", "--include-dashboard=false"),
            *(f"--temp-dir={folder}/t", "--block"),
        ]
        log = Path(folder) / "log"
        with log.open("wb") as file:
            process = subprocess.Popen(
                command, stdout=file, stderr=subprocess.STDOUT, env=environment, cwd=ROOT
            )
        try:
            while "Ray runtime started" not in (said := log.read_text()):
                if process.poll() is not None:
                    raise RuntimeError(said)
                time.sleep(0.1)
            yield f"{_ADDRESS}:{said.split(f'{_ADDRESS}:')[1].split(chr(39))[0]}", process.pid
        finally:
            for child in [*psutil.Process(process.pid).children(recursive=True), process]:
                with suppress(psutil.Error, ProcessLookupError):
                    os.kill(child.pid, signal.SIGKILL)
            process.wait()


def _ask(
    folder: Path, url: str, dataset: Path, executor: str, head: int | None
) -> dict[str, float]:
    """Ask all; `head` is the process that a cluster is below, if one asks."""
    with nullcontext() if head is None else _CpuOfRay(head) as watched:
        out, asking = _run(folder, url, dataset, executor)
    elsewhere = 0.0 if watched is None else watched.seconds
    table = Table(Bundle(out).results_path)
    cases = len(table)
    # From the first ask to the last answer: without the start of the workers.
    query = "SELECT max(started_at + latency_s) - min(started_at) AS span FROM results"
    span = float(table.query(query)[0]["span"])
    return {
        "per_s": cases / span,
        "started_s": max(0.0, asking["seconds"] - span),
        "cpu_ms": (asking["cpu_s"] + elsewhere) / cases * 1000,
        "driver_cpu_ms": asking["cpu_s"] / cases * 1000,
    }


def _run(folder: Path, url: str, dataset: Path, executor: str) -> tuple[Path, dict[str, float]]:
    plan, out = folder / "plan.yaml", Path(tempfile.mkdtemp(dir=folder))
    plan.write_text(
        f"agent: {{openai: {{base_url: '{url}', model: bench}}}}\ndataset: {dataset}\n"
        f"run: {{concurrency: {CONCURRENCY}, executor: {executor}}}\n"
    )
    asking = json.loads(run(*python("benchmarks.asking", plan, out)).output.splitlines()[-1])
    counts = Bundle(out).manifest.values["counts"]
    assert set(counts) == {"ok"}, counts
    return out, asking


class _CpuOfRay:
    """Watches the processes of a cluster inside the block; `seconds` is what they took there."""

    def __init__(self, head: int) -> None:
        self._head = psutil.Process(head)
        self._first: dict[psutil.Process, float] = {}
        self._last: dict[psutil.Process, float] = {}
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> _CpuOfRay:
        self._look()
        self._first = dict(self._last)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()
        self._look()

    @property
    def seconds(self) -> float:
        return sum(taken - self._first.get(one, 0.0) for one, taken in self._last.items())

    def _watch(self) -> None:
        while not self._end.wait(0.1):
            self._look()

    def _look(self) -> None:
        for one in self._head.children(recursive=True):
            with suppress(psutil.Error):
                self._last[one] = sum(one.cpu_times()[:2])


def _median(turns: list[dict[str, float]]) -> dict[str, float]:
    return {name: statistics.median(turn[name] for turn in turns) for name in turns[0]}


def _write_cases(folder: Path, cases: int, name: str = "cases") -> Path:
    path = folder / f"{name}.jsonl"
    with path.open("w") as file:
        for number in range(cases):
            text = f"question {number}: capital of France?"
            file.write(f'{{"id":"c{number}","input":"{text}","expected_output":"Paris"}}\n')
    return path


def show(found: dict[str, Any]) -> None:
    """Print the table of medians."""
    print(f"\nAsking {found['cases']:,} cases here and on a cluster of this machine\n")
    print("| executor | cases /s | CPU ms per case | of these in the command itself |")
    print("|---|---|---|---|")
    for name in ("local", "ray"):
        row = found[name]
        print(f"| {name} | {row['per_s']:.0f} | {row['cpu_ms']:.3f} | {row['driver_cpu_ms']:.3f} |")
    print(f"\nThe workers take {found['ray']['started_s']:.1f} s to start.")

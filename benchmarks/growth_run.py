"""Start a stage of `benchmarks/growth_stages.py` in a process of its own, and read what it cost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from benchmarks.machine import ROOT

_LOOK_S = 0.1


class Stage(NamedTuple):
    """What a stage cost, from the start of its process to the end, and what it returned."""

    seconds: float
    cpu_s: float
    rss_mb: float
    found: Any


def stage(name: str, *arguments: str | Path) -> Stage:
    """Run one stage to its end; fail when it does."""
    command = [sys.executable, "-m", "benchmarks.growth_stages", name, *map(str, arguments)]
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)
    watched = _Watched(process.pid)
    assert process.stdout is not None
    with process.stdout:
        output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - begun
    together = watched.end()
    if process.returncode != 0:
        message = f"{name} {arguments} ended with {process.returncode}"
        raise RuntimeError(message)
    said = json.loads(output.splitlines()[-1])
    peak = max(said["rss_mb"], together)
    return Stage(seconds, usage.ru_utime + usage.ru_stime, round(peak, 1), said["found"])


class _Watched(threading.Thread):
    """The most that a process and those it starts hold together, looked at now and then.

    A stage knows its own peak exactly; it does not know that of helpers working at the same time.
    """

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._process = psutil.Process(pid)
        self._over = threading.Event()
        self._most = 0.0
        self.start()

    def run(self) -> None:
        while not self._over.wait(_LOOK_S):
            try:
                below = self._process.children(recursive=True)
                if below:
                    held = sum(one.memory_info().rss for one in (self._process, *below))
                    self._most = max(self._most, held / 2**20)
            except psutil.Error:
                continue

    def end(self) -> float:
        """Stop looking; return megabytes, 0 when it started nobody."""
        self._over.set()
        self.join()
        return self._most

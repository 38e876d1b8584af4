"""Starting things and reading what they cost."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
WAITING = "processes that wanted a core before"


class Cost(NamedTuple):
    """What a process cost, from its start to its end."""

    seconds: float
    cpu_s: float
    rss_mb: float
    output: str


def run(*command: str | Path, environment: dict[str, str] | None = None) -> Cost:
    """Run a command to its end; fail when it does."""
    begun = time.perf_counter()
    process = subprocess.Popen(
        [str(word) for word in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
    )
    assert process.stdout is not None
    with process.stdout:
        output = process.stdout.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        message = f"{command} ended with {process.returncode}"
        raise RuntimeError(message)
    seconds = time.perf_counter() - begun
    return Cost(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output)


def describe() -> dict[str, str]:
    """Return what the numbers are measured on; nothing that names the machine."""
    names = _values("/proc/cpuinfo", "model name")
    [kilobytes] = [int(found.split()[0]) for found in _values("/proc/meminfo", "MemTotal")]
    return {
        "processor": names[0] if names else platform.machine(),
        "cores": str(os.cpu_count()),
        "memory": f"{kilobytes / 1024**2:.0f} GB",
        "system": platform.system(),
        "Python": platform.python_version(),
        WAITING: f"{os.getloadavg()[0]:.1f}",
    }


def _values(path: str, name: str) -> list[str]:
    """Return the values of a name in a file of "name: value" lines."""
    lines = (line.partition(":") for line in Path(path).read_text().splitlines())
    return [value.strip() for key, _, value in lines if key.strip() == name]


def python(module: str, *words: str | Path) -> list[str]:
    """Return the command that runs a module with this Python."""
    return [sys.executable, "-m", module, *map(str, words)]


@contextmanager
def openai_server(folder: Path, delay: float = 0.0, *, echo: bool = False) -> Iterator[str]:
    """Serve the benchmark's OpenAI-compatible API; yield its base URL."""
    port_file = folder / f"port-{delay}"
    command = python("benchmarks.openai_server", port_file, "--delay", str(delay))
    command += ["--echo"] if echo else []
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        while not port_file.exists():
            if process.poll() is not None:
                message = "the benchmark server did not start"
                raise RuntimeError(message)
            time.sleep(0.02)
        yield f"http://127.0.0.1:{port_file.read_text()}/v1"
    finally:
        process.kill()
        process.wait()
        port_file.unlink(missing_ok=True)

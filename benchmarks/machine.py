"""Starting things and reading what they cost."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent


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
    output = process.stdout.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        message = f"{command} ended with {os.waitstatus_to_exitcode(status)}"
        raise RuntimeError(message)
    seconds = time.perf_counter() - begun
    return Cost(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output)


def python(module: str, *words: str | Path) -> list[str]:
    """Return the command that runs a module with this Python."""
    return [sys.executable, "-m", module, *map(str, words)]


@contextmanager
def openai_server(folder: Path, delay: float = 0.0) -> Iterator[str]:
    """Serve the benchmark's OpenAI-compatible API; yield its base URL."""
    port_file = folder / f"port-{delay}"
    command = python("benchmarks.openai_server", port_file, "--delay", str(delay))
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

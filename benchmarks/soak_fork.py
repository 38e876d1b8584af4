"""Commands that start in milliseconds: each is forked from a process that has imported them all.

Starting Python and importing the package takes longer than a small run, and a soak starts thousands
of commands. A forked one has a process of its own, which can be killed, and runs the same code.
The clock of all of them is in a file, so that it can jump while they run.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import struct
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

_IMPORTED = (
    "steelyard.pipeline",
    "steelyard.cli.run_command",
    "steelyard.cli.resume_command",
    "steelyard.cli.score_command",
    "steelyard.cli.report_command",
    "steelyard.cli.outcome",
    "steelyard.cli.progress",
    "steelyard.agents.http",
    "aiohttp",
    "rich.console",
    "rich.table",
)
_CLOCK = Path(__file__).with_name("soak_clock.c")
_SECONDS_MOST = 300.0


class Clock:
    """The wall clock of processes: a library they preload, and a file with how wrong it is."""

    def __init__(self, folder: Path) -> None:
        self._path, self._library = folder / "clock", folder / "clock.so"
        words = ["-O2", "-shared", "-fPIC", "-o", str(self._library), str(_CLOCK), "-ldl"]
        subprocess.run(["cc", *words], check=True)
        self._path.write_bytes(bytes(8))

    def set(self, seconds: float) -> None:
        """Let the clock jump, also in processes that run."""
        with self._path.open("r+b") as file:
            file.write(struct.pack("=q", int(seconds)))

    def environment(self) -> dict[str, str]:
        """Return the variables of a process that goes by this clock."""
        return {"LD_PRELOAD": str(self._library), "SOAK_CLOCK": str(self._path)}


class Forked:
    """One command under way."""

    def __init__(self, server: ForkServer, pid: int, errors: Path) -> None:
        self._server, self.pid, self._errors = server, pid, errors
        self._handle = os.pidfd_open(pid)  # readable when it has ended
        self.code: int | None = None

    def poll(self) -> int | None:
        """Return the exit code, None while it runs; a negative one is that of a signal."""
        return self.within(0)

    def within(self, seconds: float) -> int | None:
        """Do the same after waiting for its end, at most so long."""
        if self.code is None and select.select([self._handle], [], [], seconds)[0]:
            os.close(self._handle)
            self.code = self._server.order(wait=self.pid)["code"]
        return self.code

    def wait(self) -> int:
        """Wait for its end."""
        code = self.within(_SECONDS_MOST)
        if code is None:
            self.kill()
            message = f"a command did not end within {_SECONDS_MOST:.0f} seconds"
            raise TimeoutError(message)
        return code

    def kill(self) -> int:
        """Send `kill -9`; return the exit code."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)  # it stays ours until it is waited for
        return self.wait()

    def said(self) -> str:
        """Return what it wrote to standard error."""
        return self._errors.read_text("utf-8", "replace")


class ForkServer:
    """The process that commands are forked from."""

    def __init__(self, folder: Path) -> None:
        self.clock = Clock(folder)
        self._folder = folder
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.soak_fork"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=folder,
            env={
                **os.environ,
                **self.clock.environment(),
                "OPENBLAS_NUM_THREADS": "1",  # a process with threads cannot be forked safely
                "PYTHONPATH": str(Path(__file__).parent.parent),
                "STEELYARD_LANG": "en",
            },
        )

    def start(self, *words: str | Path) -> Forked:
        """Start `steelyard` with these words."""
        errors = self._folder / "errors"
        pid = self.order(words=[str(word) for word in words], errors=str(errors))["pid"]
        return Forked(self, pid, errors)

    def order(self, **what: Any) -> Any:
        """Send one order and return the answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(what).encode() + b"\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()


def serve() -> None:
    """Fork commands as they are ordered on standard input."""
    for module in _IMPORTED:
        import_module(module)
    gc.collect()
    gc.freeze()
    for line in sys.stdin.buffer:
        order = json.loads(line)
        if "wait" in order:
            _, status = os.waitpid(order["wait"], 0)
            answer = {"code": os.waitstatus_to_exitcode(status)}
        else:
            answer = {"pid": _fork(order["words"], order["errors"])}
        sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
        sys.stdout.buffer.flush()


def _fork(words: list[str], errors: str) -> int:
    pid = os.fork()
    if pid:
        return pid
    from steelyard.cli import main

    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
    code = 70
    try:
        main(words)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    finally:
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    serve()

"""Asks `tests/cli/forked.py` for processes; also a program, in the place of `steelyard`."""

from __future__ import annotations

import array
import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryFile, mkdtemp

ROOT = Path(__file__).parents[2]
POSSIBLE = hasattr(os, "pidfd_open")  # Linux; elsewhere commands start from nothing


def ask(place: str, words: list[str], folder: str, environment: dict, streams: list[int]) -> int:
    """Have one process run with these streams; return its exit code."""
    with send(place, words, folder, environment, streams) as connection:
        return int(connection.recv(16))


def send(place, words, folder, environment, streams) -> socket.socket:
    """Ask for a process; what it ends with comes over the connection, whose end kills it."""
    text = json.dumps({"words": words, "folder": folder, "environment": environment}).encode()
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(place)
    sent = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", streams))
    connection.sendmsg([b"%08d" % len(text)], [sent])
    connection.sendall(text)
    return connection


@cache
def server() -> str:
    """Return the socket of a server that lives as long as this process."""
    folder = Path(mkdtemp(prefix="steelyard-forked-"))
    place = folder / "socket"
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("STEELYARD_", "LC_", "LANG"))}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.cli.forked", str(place)],
        stdin=subprocess.PIPE,
        cwd=ROOT,
        env={**clean, "PYTHONUTF8": "1"},
    )

    @atexit.register
    def end() -> None:
        process.kill()
        process.wait()
        process.stdin.close()
        rmtree(folder)

    while not place.exists():
        assert process.poll() is None, "what commands are forked from did not start"
        time.sleep(0.02)
    return str(place)


@cache
def programs() -> Path:
    """Return a folder for the path, in which `steelyard` and `python -c` are forked."""
    folder = Path(server()).parent / "bin"
    folder.mkdir()
    forks = f"exec '{sys.executable}' -SE '{__file__}' '{server()}' \"$@\"\n"
    other = f'[ "$1" = -c ] || exec \'{sys.executable}\' "$@"\n'
    for name, first in (("steelyard", ""), ("python", other)):
        (folder / name).write_text(f"#!/bin/sh\n{first}{forks}")
        (folder / name).chmod(0o755)
    return folder


def run(words, *, cwd, environment, stdin=None):
    """Return exit code, output and errors of a process that was forked."""
    with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
        given.write((stdin or "").encode())
        given.seek(0)
        streams = [one.fileno() for one in (given, out, err)]
        code = ask(server(), [str(word) for word in words], str(cwd), environment, streams)
        out.seek(0)
        err.seek(0)
        return code, out.read().decode(), err.read().decode()


class Process:
    """A command that runs while the test goes on, to be killed: `Popen`, as far as it is needed."""

    def __init__(self, words, *, environment=None, cwd=None):
        kept = {k: v for k, v in os.environ.items() if not k.startswith("STEELYARD_")}
        own = kept if environment is None else environment
        self.returncode = None
        self._out = TemporaryFile()  # noqa: SIM115
        with Path(os.devnull).open("rb") as nothing:
            streams = [one.fileno() for one in (nothing, self._out, self._out)]
            folder = str(cwd or Path.cwd())
            self._connection = send(server(), [*map(str, words)], folder, own, streams)

    def poll(self):
        """Return the exit code, or None while it runs."""
        if self.returncode is None and select.select([self._connection], [], [], 0)[0]:
            self.wait()
        return self.returncode

    def kill(self):
        """Kill it with SIGKILL."""
        if self.returncode is None:
            self._connection.shutdown(socket.SHUT_WR)

    def wait(self):
        """Return the exit code once it has ended."""
        if self.returncode is None:
            told = self._connection.recv(16)
            self.returncode = int(told) if told else -signal.SIGKILL
            self._connection.close()
            self._out.seek(0)
            self.said = self._out.read().decode()
            self._out.close()
        return self.returncode


if __name__ == "__main__":
    sys.exit(ask(sys.argv[1], sys.argv[2:], os.getcwd(), dict(os.environ), [0, 1, 2]))  # noqa: PTH109

"""A real PostgreSQL for the tests: made in a folder of its own, on a port of its own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

from tests.ports import free_port

_USER = "postgres"  # a server refuses to run as root


def programs() -> Path | None:
    """Return where initdb is; Debian keeps it off the path."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    known = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return known[-1].parent if known else None


class Postgres:
    """A server that can be stopped, killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._programs = programs()
        assert self._programs is not None
        self._process: subprocess.Popen[bytes] | None = None
        self.port = free_port()
        if os.getuid() == 0:
            shutil.chown(folder, _USER)
        words = ("-N", "-D", folder / "data", "-A", "trust", "-U", "steelyard", "-E", "UTF8")
        self._run("initdb", *words)

    def start(self) -> None:
        """Start, and wait until it answers."""
        end = time.monotonic() + 120
        while time.monotonic() < end:
            # Beside what is left of a killed one it refuses to start until that has ended.
            if self._process is None or self._process.poll() is not None:
                self._process = self._begin()
            if self._ready():
                return
            time.sleep(0.1)
        raise TimeoutError((self.folder / "log").read_text())

    def stop(self, *, kill: bool = False) -> None:
        """Stop at once, as a crash does if `kill`."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL if kill else signal.SIGINT)
            self._process.wait()
            self._process = None

    def restart(self, *, kill: bool = False) -> None:
        """Stop and start."""
        self.stop(kill=kill)
        self.start()

    def url(self, database: str = "postgres") -> str:
        """Return the address of one database."""
        return f"postgresql://steelyard@127.0.0.1:{self.port}/{database}"

    def sql(self, statement: str) -> None:
        """Run one statement outside of any transaction."""
        import psycopg

        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(statement)

    def _begin(self) -> subprocess.Popen[bytes]:
        # Without fsync it still survives being killed: only the machine's own crash would show.
        options = []
        for setting in ("fsync=off", "max_connections=300", "unix_socket_directories="):
            options += ["-c", setting]
        command = [self._programs / "postgres", "-D", self.folder / "data", "-p", str(self.port)]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [*map(str, command), *options], stdout=log, stderr=log, **_as_user()
            )

    def _ready(self) -> bool:
        command = [str(self._programs / "pg_isready"), "-h", "127.0.0.1", "-p", str(self.port)]
        command += ["-U", "steelyard"]
        return subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 0

    def _run(self, program: str, *words: object) -> None:
        command = [str(self._programs / program), *map(str, words)]
        subprocess.run(command, check=True, capture_output=True, cwd=self.folder, **_as_user())


def _as_user() -> dict[str, str]:
    return {"user": _USER, "group": _USER} if os.getuid() == 0 else {}

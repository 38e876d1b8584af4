"""`steelyard serve` as a person starts it: a process of its own, whose output is read."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx2 as httpx
import psutil

PASSWORD = "correct horse battery"


class Command:
    """A command that goes on until it is told to stop."""

    def __init__(self, *words, folder, **variables):
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("STEELYARD_", "LANG"))}
        self.err = Path(folder) / f"{words[0]}-{time.monotonic_ns()}.err"
        with self.err.open("wb") as err:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "steelyard", *map(str, words)],
                stdout=subprocess.PIPE,
                stderr=err,
                env={**clean, "PYTHONUTF8": "1", "STEELYARD_ALLOW_LOOPBACK": "true", **variables},
                encoding="utf-8",
            )
        self.lines = []
        self._news = threading.Condition()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def said(self, pattern, seconds=150):
        """Wait for a line with that in it; return what was found."""
        end = time.monotonic() + seconds
        with self._news:
            while True:
                for line in self.lines:
                    if found := re.search(pattern, line):
                        return found
                assert self._reader.is_alive(), self.story()
                assert time.monotonic() < end, self.story()
                self._news.wait(0.5)

    def stop(self, number=signal.SIGTERM, seconds=150):
        """Tell it to stop; return its exit code."""
        self.process.send_signal(number)
        return self.wait(seconds)

    def wait(self, seconds=150):
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise AssertionError(self.story()) from None
        self._reader.join()
        self.process.stdout.close()
        self.let_go()
        return code

    def let_go(self):
        """Close what was opened to talk to it."""

    def close(self):
        """End it and whatever it started, however it is."""
        with contextlib.suppress(psutil.NoSuchProcess):
            for child in psutil.Process(self.process.pid).children(recursive=True):
                with contextlib.suppress(psutil.NoSuchProcess):
                    child.kill()
        if self.process.poll() is None:
            self.process.kill()
        self.wait()

    def log(self):
        return self.err.read_text(encoding="utf-8")

    def story(self):
        return f"{self.process.poll()}\n{self.lines}\n{self.log()[-6000:]}"

    def _read(self):
        for line in self.process.stdout:
            with self._news:
                self.lines.append(line.rstrip("\n"))
                self._news.notify_all()
        with self._news:
            self._news.notify_all()


class Served(Command):
    """A server, once it answers."""

    def __init__(self, data, *words, **variables):
        self._clients = []
        super().__init__(
            "serve", "--data", data, "--port", "0", *words, folder=data.parent, **variables
        )

    @property
    def url(self):
        return self.said(r"http://[\w.\[\]:]+:\d+")[0]

    def set_up(self):
        """Make the first administrator; return a client that is signed in as such."""
        code = self.said(r"works once: (\S+)")[1]
        client = self.client()
        made = client.post("/setup", json={"code": code, "login": "ada", "password": PASSWORD})
        assert made.status_code == 201, made.text
        return self.sign_in(client)

    def sign_in(self, client=None, login="ada"):
        client = client or self.client()
        answer = client.post("/session", json={"login": login, "password": PASSWORD})
        assert answer.status_code == 201, answer.text
        client.headers["X-CSRF-Token"] = answer.json()["csrf"]
        return client

    def client(self):
        self._clients.append(httpx.Client(base_url=f"{self.url}/api/v1", timeout=60))
        return self._clients[-1]

    def let_go(self):
        for client in self._clients:
            client.close()

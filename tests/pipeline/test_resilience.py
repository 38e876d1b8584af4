"""Real servers that go away, throttle or misbehave: every case is answered, nobody is accused."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from contextlib import contextmanager

import pytest

import steelyard
from tests.ports import free_port

pytestmark = pytest.mark.slow


class Server:
    """An HTTP agent whose mood can be changed while it runs."""

    def __init__(self, admits=10**9, delay=0.002):
        self.admits, self.delay = admits, delay
        self.now = self.most = self.refused = self.answered = 0
        self.port = free_port()  # it comes back on the same one
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._main()), daemon=True)

    async def _main(self):
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port, backlog=512)
        self._writers = set()
        self._ready.set()
        await self._stop.wait()
        self._close()

    def _close(self):
        self._server.close()
        for writer in list(self._writers):
            writer.transport.abort()

    async def _reopen(self):
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port, backlog=512)

    async def _serve(self, reader, writer):
        self._writers.add(writer)
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
                question = json.loads(await reader.readexactly(length))["input"]
                await self._answer(writer, question)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _answer(self, writer, question):
        if self.now >= self.admits:
            self.refused += 1
            writer.write(b"HTTP/1.1 429 Busy\r\nContent-Length: 0\r\n\r\n")
            return
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(self.delay)
        self.now -= 1
        self.answered += 1
        body = json.dumps({"output": question}).encode()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n")
        writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def go_down(self):
        self._loop.call_soon_threadsafe(self._close)

    def come_back(self):
        asyncio.run_coroutine_threadsafe(self._reopen(), self._loop).result()

    @contextmanager
    def running(self):
        self._thread.start()
        self._ready.wait()
        yield self
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()


def weigh(server, tmp_path, count, **run):
    cases = [{"id": str(n), "input": f"q{n}", "expected_output": f"q{n}"} for n in range(count)]
    agent = {"http": {"url": f"http://127.0.0.1:{server.port}/"}}
    return steelyard.evaluate(agent, cases, out=tmp_path / "run", run=run)


def test_an_agent_that_admits_only_sixteen(tmp_path):
    with Server(admits=16, delay=0.01).running() as server:
        run = weigh(server, tmp_path, 1000, concurrency=64, retries=0, backoff=0.05)
    assert run.manifest["counts"] == {"ok": 1000}
    assert run.score == 1.0
    assert server.most <= 16
    assert server.refused > 0


@pytest.mark.parametrize("seconds", [3, pytest.param(20, marks=pytest.mark.slow)])
def test_an_outage_in_the_middle(tmp_path, seconds):
    with Server(delay=0.02).running() as server:
        left = []

        def outage():
            while server.answered < 200:
                time.sleep(0.01)
            server.go_down()
            left.append(time.monotonic())
            time.sleep(seconds)
            server.come_back()

        away = threading.Thread(target=outage, daemon=True)
        away.start()
        run = weigh(server, tmp_path, 800, concurrency=8, retries=1)
        away.join()
    assert run.manifest["counts"] == {"ok": 800}
    assert time.monotonic() - left[0] >= seconds


def test_an_agent_that_is_not_there_is_said_so_at_once(tmp_path, monkeypatch):
    from steelyard.errors import AgentSetupError
    from steelyard.runner import asker

    monkeypatch.setattr(asker, "START_PATIENCE", 0.5)
    with Server().running() as server:
        port = server.port
    agent = {"http": {"url": f"http://127.0.0.1:{port}/"}}
    with pytest.raises(AgentSetupError, match=str(port)):
        steelyard.evaluate(agent, [{"input": "q", "answer": "a"}], out=tmp_path / "run")

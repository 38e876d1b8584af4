"""Clients of a service, as many as wanted, in one process of their own.

    python -m benchmarks.service_clients < WHAT

WHAT is JSON: url, tokens, project, tasks, runs, clients, streams, seconds, think, and optionally
sources, the addresses of this machine that connections come from, in turn. Prints JSON: the
seconds that every answer took, by class of route, everything that was no answer, and the CPU time
of this process: it has to leave the cores to those it asks, so it reads bytes and nothing more.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from collections import Counter
from typing import Any, TypeVar
from urllib.parse import urlsplit

import orjson

# How often each class is asked for: mostly reading, as people and scripts that watch do.
SHARES = {
    "who am I": 10,
    "list tasks": 20,
    "one task": 25,
    "history of a task": 10,
    "list runs": 10,
    "summary of a run": 5,
    "rows of a run": 5,
    "create a dataset": 5,
    "list datasets": 10,
}
_LONGEST_SECONDS = 120
ARRIVE_SECONDS = 5.0  # in which all connect; what they ask is counted from then on


P = TypeVar("P", bound=asyncio.Protocol)


class Wire(asyncio.Protocol):
    """One connection, one question at a time."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._length: int | None = None
        self._answer: asyncio.Future[int] | None = None
        self.open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.open = True

    def connection_lost(self, _: Exception | None) -> None:
        """Tell whoever waits for an answer."""
        self.open = False
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionResetError())

    def data_received(self, data: bytes) -> None:
        """Note that the answer is whole once it is."""
        self._data += data
        if self._length is None:
            end = self._data.find(b"\r\n\r\n")
            if end < 0:
                return
            fields = bytes(self._data[: end + 2]).lower()
            at = fields.find(b"content-length:")
            size = 0 if at < 0 else int(fields[at + 15 : fields.find(b"\r\n", at)])
            self._length = end + 4 + size
        if len(self._data) >= self._length and self._answer is not None:
            self._answer.set_result(int(self._data[9:12]))

    async def ask(self, request: bytes) -> int:
        """Send a request; return the status of the answer once all of it is here."""
        self._data.clear()
        self._length = None
        self._answer = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return await self._answer


class Ear(asyncio.Protocol):
    """Counts events as they come."""

    def __init__(self) -> None:
        self.events = 0
        self.begun = b""
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Count."""
        self.begun = self.begun or data[:12]
        self.events += data.count(b"\ndata: ")

    def connection_lost(self, _: Exception | None) -> None:
        """Tell who listens."""
        if not self.lost.done():
            self.lost.set_result(None)


class Load:
    """What is asked, and what came of it."""

    def __init__(self, what: dict[str, Any]) -> None:
        self.what = what
        address = urlsplit(what["url"])
        self.host, self.port = address.hostname, address.port
        self.base = f"/api/v1/projects/{what['project']}"
        self.random = random.Random(7)
        self.seconds: dict[str, list[float]] = {name: [] for name in SHARES}
        self.errors: Counter[str] = Counter()
        self.events = 0
        self.begun = self.end = 0.0
        self._made = 0

    async def run(self) -> dict[str, Any]:
        """Let every client ask until the time is over."""
        what = self.what
        tokens: list[str] = what["tokens"]
        self.begun = time.perf_counter() + ARRIVE_SECONDS
        self.end = self.begun + what["seconds"]
        async with asyncio.TaskGroup() as group:
            for number in range(what["clients"]):
                group.create_task(self.client(tokens[number % len(tokens)], self.source(number)))
            for number in range(what["streams"]):
                group.create_task(self.listener(tokens[number % len(tokens)], self.source(number)))
        return {
            "elapsed": time.perf_counter() - self.begun,
            "seconds": self.seconds,
            "errors": dict(self.errors),
            "events": self.events,
            "cpu_s": time.process_time(),
        }

    def request(self, token: str, method: str, path: str, body: Any = None) -> bytes:
        """Return a request as it goes over the wire."""
        content = b"" if body is None else orjson.dumps(body)
        more = f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n"
            f"Authorization: Bearer {token}\r\nUser-Agent: benchmark\r\n"
            f"{more if content else ''}\r\n"
        )
        return head.encode() + content

    def source(self, number: int) -> str | None:
        """Return the address that a client comes from; None where it does not matter."""
        sources: list[str] = self.what.get("sources", [])
        return sources[number % len(sources)] if sources else None

    async def connect(self, factory: type[P], source: str | None = None) -> P:
        """Connect to the service from an address."""
        loop = asyncio.get_running_loop()
        local = (source, 0) if source else None
        _, made = await loop.create_connection(factory, self.host, self.port, local_addr=local)
        return made

    async def client(self, token: str, source: str | None = None) -> None:
        """Ask, think, ask again."""
        think = self.what["think"]
        names, weights = list(SHARES), list(SHARES.values())
        await asyncio.sleep(self.random.random() * ARRIVE_SECONDS)
        wire: Wire | None = None
        while time.perf_counter() < self.end:
            [name] = self.random.choices(names, weights)
            wire = await self.ask(wire, token, name, source)
            if think:
                await asyncio.sleep(self.random.expovariate(1 / think))
        if wire is not None:
            wire.transport.close()

    async def ask(
        self, wire: Wire | None, token: str, name: str, source: str | None = None
    ) -> Wire | None:
        """Ask once, write down how long it took, and return the connection if it is still good."""
        request = self.request(token, *self.question(name))
        begun = time.perf_counter()
        try:
            async with asyncio.timeout(_LONGEST_SECONDS):
                if wire is None or not wire.open:
                    wire = await self.connect(Wire, source)
                status = await wire.ask(request)
        except (OSError, TimeoutError) as error:
            self.errors[f"{name}: {type(error).__name__}"] += 1
            return None
        if status >= 400:
            self.errors[f"{name}: {status}"] += 1
        elif begun >= self.begun:
            self.seconds[name].append(time.perf_counter() - begun)
        return wire

    def question(self, name: str) -> tuple[str, str, Any]:
        """Return how a class of route is asked: method, path, body."""
        if name == "create a dataset":
            return "POST", f"{self.base}/datasets", {"name": self.fresh_name()}
        task = f"{self.base}/tasks/{self.random.choice(self.what['tasks'])}"
        run = f"{self.base}/runs/{self.random.choice(self.what['runs'])}"
        path = {
            "who am I": "/api/v1/me",
            "list tasks": f"{self.base}/tasks?limit=50",
            "one task": task,
            "history of a task": f"{task}/history",
            "list runs": f"{self.base}/runs?limit=50",
            "summary of a run": f"{run}/summary",
            "rows of a run": f"{run}/rows?limit=50",
            "list datasets": f"{self.base}/datasets?limit=50",
        }[name]
        return "GET", path, None

    def fresh_name(self) -> str:
        """Return a name that was not used before."""
        self._made += 1
        return f"made under load {self.what['round']}-{self._made}"

    async def listener(self, token: str, source: str | None = None) -> None:
        """Listen to what happens in the project, as an open page does."""
        await asyncio.sleep(self.random.random() * ARRIVE_SECONDS)
        request = self.request(token, "GET", f"{self.base}/events")
        request = request[:-2] + b"Accept: text/event-stream\r\n\r\n"
        try:
            ear = await self.connect(Ear, source)
        except OSError as error:
            self.errors[f"events: {type(error).__name__}"] += 1
            return
        ear.transport.write(request)
        await asyncio.wait([ear.lost], timeout=self.end - time.perf_counter())
        if ear.lost.done() or not ear.begun.endswith(b" 200"):
            self.errors[f"events: {ear.begun.decode() or 'nothing'}"] += 1
        self.events += ear.events
        ear.transport.close()


if __name__ == "__main__":
    print(json.dumps(asyncio.run(Load(json.load(sys.stdin)).run())))

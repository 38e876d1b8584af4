"""A local HTTP proxy that passes everything through, except what it was told to disturb."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol
from weakref import WeakSet

from steelyard.conditions.faults.connection import WatchedReader, end_quietly
from steelyard.conditions.faults.exchange import (
    ClientLeftError,
    Exchange,
    Line,
    UpstreamFailedError,
)
from steelyard.conditions.faults.fault import FAULTS, Event, Planned
from steelyard.conditions.faults.http1 import (
    BadHttpError,
    CutShortError,
    Framing,
    Head,
    read_head,
    request_framing,
)
from steelyard.conditions.faults.schedule import Seen
from steelyard.conditions.faults.upstream import Upstream

ASK_HEADER = "X-Steelyard-Ask"
_SMALL = 65_536  # request bodies up to this are read before the decision, so that they can count
_BACKLOG = 1024


class Decides(Protocol):
    """What the proxy needs of a schedule."""

    def decide(self, seen: Seen) -> Planned | None:
        """Return the fault for a request, or None to let it pass."""


@dataclass(slots=True)
class Counts:
    """What went through so far."""

    requests: int = 0
    passed: int = 0
    upstream_failed: int = 0
    client_left: int = 0


class FaultProxy:
    """`async with FaultProxy("http://127.0.0.1:8000", schedule, on_event) as url:`.

    Args:
        upstream: address that requests are passed on to.
        schedule: which requests are disturbed, and how.
        on_event: called with what became of every decision to disturb.
        host: address to listen at.
        port: port to listen at; 0 takes a free one.
    """

    def __init__(
        self,
        upstream: str | Upstream,
        schedule: Decides,
        on_event: Callable[[Event], None] = lambda _: None,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
    ) -> None:
        self.upstream = Upstream.of(upstream) if isinstance(upstream, str) else upstream
        self.counts = Counts()
        self._schedule = schedule
        self._on_event = on_event
        self._place = host, port
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._transports: WeakSet[asyncio.WriteTransport] = WeakSet()
        self._busy = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    async def __aenter__(self) -> str:
        """Listen; return the address."""
        host, port = self._place
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._accept, host, port, backlog=_BACKLOG)
        number = self._server.sockets[0].getsockname()[1]
        return f"http://{f'[{host}]' if ':' in host else host}:{number}"

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop listening and end every connection."""
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for transport in list(self._transports):  # one that nobody reads would never end by itself
            transport.abort()
        await self._server.wait_closed()

    async def quiet(self, within: float) -> None:
        """Wait until no exchange is under way, so that every event has been told."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within):
                await self._quiet.wait()

    def _accept(self) -> asyncio.StreamReaderProtocol:
        return asyncio.StreamReaderProtocol(WatchedReader(), self._connected)

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert isinstance(reader, WatchedReader)
        self._transports.add(writer.transport)
        task = asyncio.create_task(self._serve(Line(reader, writer, self.upstream)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, line: Line) -> None:
        """Serve one connection, request after request."""
        try:
            while (head := await read_head(line.reader)) is not None:
                if not await self._request(line, head):
                    break
        except (OSError, CutShortError, BadHttpError):
            pass  # not our request, or not to its end
        finally:
            end_quietly(line.writer)
            line.hang_up()

    async def _request(self, line: Line, head: Head) -> bool:
        """Carry one request through; return whether the connection can go on."""
        self.counts.requests += 1
        self._busy += 1
        self._quiet.clear()
        try:
            framing = request_framing(head)
            body = await _small_body(line, head, framing)
            exchange = Exchange(line, head, framing, body)
            try:
                await self._carry(exchange, body)
            finally:
                await exchange.close()
            return exchange.keeps_alive
        finally:
            self._busy -= 1
            if not self._busy:
                self._quiet.set()

    async def _carry(self, exchange: Exchange, body: bytes | None) -> None:
        asked = exchange.request.get(ASK_HEADER.lower().encode())
        key = None if asked is None else asked.decode("latin-1")
        method, target = exchange.method.decode("latin-1"), exchange.target.decode("latin-1")
        planned = self._schedule.decide(Seen(method, target, body, key))
        try:
            if planned is None:
                self.counts.passed += 1
                await exchange.relay()
            else:
                await self._disturb(exchange, planned)
        except ClientLeftError:
            self.counts.client_left += 1
        except UpstreamFailedError as error:
            self.counts.upstream_failed += 1
            if error.answered:
                exchange.cut()
            else:
                with contextlib.suppress(ClientLeftError):
                    await _say_unreachable(exchange, error)

    async def _disturb(self, exchange: Exchange, planned: Planned) -> None:
        shot = planned.shot()
        on_wire = FAULTS.get(planned.kind).on_wire
        assert on_wire is not None
        shot.miss("stopped")
        try:
            await on_wire(exchange, shot)
        except ClientLeftError:
            shot.miss("client_left")
            raise
        except UpstreamFailedError:
            shot.miss("upstream_failed")
            raise
        finally:
            self._on_event(planned.event(shot))


async def _small_body(line: Line, head: Head, framing: Framing) -> bytes | None:
    if framing == "none":
        return b""
    if not isinstance(framing, int) or framing > _SMALL or head.get(b"expect") is not None:
        return None
    try:
        return await line.reader.readexactly(framing)
    except asyncio.IncompleteReadError:
        raise CutShortError from None


async def _say_unreachable(exchange: Exchange, error: UpstreamFailedError) -> None:
    text = f"steelyard: the upstream did not answer: {error}\n".encode()
    await exchange.answer("502 Bad Gateway", [("Content-Type", "text/plain; charset=utf-8")], text)

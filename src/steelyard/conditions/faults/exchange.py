"""One request and its answer on their way through the proxy, in steps that a fault can disturb."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

from steelyard.conditions.faults.connection import WatchedReader, end_quietly, end_with_reset
from steelyard.conditions.faults.discovery import is_discovery, point_here
from steelyard.conditions.faults.http1 import (
    BadHttpError,
    CutShortError,
    Framing,
    Head,
    answer_framing,
    chunk,
    head_bytes,
    pieces,
    read_head,
)
from steelyard.conditions.faults.upstream import Upstream


class ClientLeftError(Exception):
    """Whoever asked is not there any more."""


class UpstreamFailedError(Exception):
    """The other side could not be reached, or broke off; `answered` when it had begun to answer."""

    def __init__(self, problem: object, *, answered: bool) -> None:
        super().__init__(str(problem))
        self.answered = answered


class Line:
    """A client's connection and the one to the upstream that goes with it, opened when needed."""

    def __init__(
        self, reader: WatchedReader, writer: asyncio.StreamWriter, upstream: Upstream
    ) -> None:
        self.reader = reader
        self.writer = writer
        self.upstream = upstream
        self.up: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        # An agent whose client leaves should notice, as it would without us.
        reader.on_gone = self.hang_up

    async def dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return the connection to the upstream, a new one if the last has ended."""
        if self.up is not None and (self.up[0].at_eof() or self.up[1].is_closing()):
            self.hang_up()
        if self.up is None:
            self.up = await self.upstream.dial()
            if self.reader.gone.is_set():
                self.hang_up()
                raise ClientLeftError
        return self.up

    def hang_up(self, *, reset: bool = False) -> None:
        """End the connection to the upstream."""
        up, self.up = self.up, None
        if up is not None:
            (end_with_reset if reset else end_quietly)(up[1])


class Exchange:
    """One request, with what to do about it.

    `forward`, `start`, `send` for every piece of `body()`, then `finish`: that is `relay`. What
    goes wrong on either side leaves as ClientLeftError or UpstreamFailedError.
    """

    def __init__(self, line: Line, request: Head, framing: Framing, body: bytes | None) -> None:
        self._line = line
        self.request = request
        self.method, self.target = _target(request)
        self._framing = framing
        self._body = body  # read already, when it is small
        self._pump: asyncio.Task[None] | None = None
        self._reader: asyncio.StreamReader | None = None
        self._chunked = False
        self._ended = False
        self.answer_head: Head | None = None
        self.answer_framing: Framing = "none"
        self.keeps_alive = request.keeps_alive

    @property
    def client_left(self) -> bool:
        """Whether nobody waits for the answer."""
        return self._line.reader.gone.is_set() or self._line.writer.is_closing()

    def check_client(self) -> None:
        """Raise if nobody waits for the answer."""
        if self.client_left:
            raise ClientLeftError

    async def wait(self, seconds: float) -> float:
        """Let time pass, less if the client leaves; return how much."""
        begun = time.perf_counter()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._line.reader.gone.wait()
        return time.perf_counter() - begun

    async def relay(self) -> None:
        """Pass everything through as it comes."""
        await self.forward()
        await self.start()
        async for piece in self.body():
            await self.send(piece)
        await self.finish()

    async def forward(self) -> None:
        """Pass the request on and wait for the head of the answer."""
        try:
            self._reader, writer = await self._line.dial()
            await self._send_request(writer)
            head = await self._read_answer_head(self._reader)
            self.answer_framing = answer_framing(head, self.method)
        except (OSError, CutShortError, BadHttpError) as error:
            raise self._blame(error, answered=False) from None
        self.answer_head = head

    async def body(self) -> AsyncIterator[bytes]:
        """Yield the body of the answer as it comes."""
        head, reader = self.answer_head, self._reader
        assert head is not None
        assert reader is not None
        try:
            if head.status == 200 and is_discovery(self.target):
                whole = b"".join([piece async for piece in pieces(reader, self.answer_framing)])
                yield point_here(whole, self._line.upstream.origin, self._here())
            else:
                async for piece in pieces(reader, self.answer_framing):
                    yield piece
        except (OSError, CutShortError, BadHttpError) as error:
            raise self._blame(error, answered=True) from None
        if self._pump is not None:
            await self._finish_pump()
        if self.answer_framing == "close" or not head.keeps_alive:
            self._line.hang_up()

    async def start(self) -> None:
        """Send the head of the answer."""
        head = self.answer_head
        assert head is not None
        headers = head.without(b"content-length")
        headers = [(k, self._located(v) if k.lower() == b"location" else v) for k, v in headers]
        length = head.get(b"content-length")
        rewritten = head.status == 200 and is_discovery(self.target)
        if self.answer_framing == "none" or (length is not None and not rewritten):
            headers += [] if length is None else [(b"Content-Length", length)]
        elif b"HTTP/1.1" in self.request.start:
            self._chunked = True
            headers.append((b"Transfer-Encoding", b"chunked"))
        else:
            self.keeps_alive = False
        await self._begin(b"HTTP/1.1 " + head.start.partition(b" ")[2], headers)

    async def send(self, piece: bytes) -> None:
        """Send a piece of the body."""
        if piece:
            await self._write(chunk(piece) if self._chunked else piece)

    async def finish(self) -> None:
        """End the body as it should end."""
        if self._chunked:
            await self._write(b"0\r\n\r\n")
        self._ended = True

    async def answer(self, status: str, headers: list[tuple[str, str]], body: bytes) -> None:
        """Answer in the place of the upstream, which never hears of it."""
        await self.discard_request()
        listed = [(k.encode(), v.encode()) for k, v in headers]
        listed.append((b"Content-Length", b"%d" % len(body)))
        await self._begin(b"HTTP/1.1 " + status.encode(), listed)
        await self._write(body)
        self._ended = True

    async def answer_empty(self) -> None:
        """Send the head of the answer with nothing behind it."""
        head = self.answer_head
        assert head is not None
        headers = [*head.without(b"content-length", b"content-encoding"), (b"Content-Length", b"0")]
        await self._begin(b"HTTP/1.1 " + head.start.partition(b" ")[2], headers)
        self._ended = True

    async def discard_request(self) -> None:
        """Read the rest of the request, so that the client can turn to the answer."""
        if self._body is not None:
            return
        if self.request.says(b"expect", b"100-continue"):
            self.keeps_alive = False  # it has not sent its body and need not
            return
        try:
            async for _ in pieces(self._line.reader, self._framing):
                pass
        except (OSError, CutShortError, BadHttpError):
            raise ClientLeftError from None
        self._body = b""

    def cut(self) -> None:
        """End the connection in an orderly way, wherever the answer stands."""
        self.keeps_alive = False
        end_quietly(self._line.writer)
        self._line.hang_up()

    def reset(self) -> None:
        """Tear the connection down on both sides."""
        self.keeps_alive = False
        end_with_reset(self._line.writer)
        self._line.hang_up(reset=True)

    async def close(self) -> None:
        """Leave both connections fit for the next request, or end them."""
        if self._pump is not None:
            self._pump.cancel()
            await asyncio.gather(self._pump, return_exceptions=True)
            self._line.hang_up()
            self.keeps_alive = False
        if not self._ended:
            self.keeps_alive = False

    async def _begin(self, start: bytes, headers: list[tuple[bytes, bytes]]) -> None:
        if not self.keeps_alive:
            headers = [*headers, (b"Connection", b"close")]
        await self._write(head_bytes(start, headers))

    async def _write(self, data: bytes) -> None:
        self.check_client()
        try:
            self._line.writer.write(data)
            await self._line.writer.drain()
        except OSError:
            raise ClientLeftError from None

    async def _send_request(self, writer: asyncio.StreamWriter) -> None:
        upstream = self._line.upstream
        dropped = (b"host", b"accept-encoding") if is_discovery(self.target) else (b"host",)
        headers = [(b"Host", upstream.authority), *self.request.without(*dropped)]
        if self._framing == "chunked":
            headers.append((b"Transfer-Encoding", b"chunked"))
        start = b"%b %b%b HTTP/1.1" % (self.method, upstream.path.encode(), self.target)
        writer.write(head_bytes(start, headers))
        if self._body is not None:
            writer.write(self._body)
            await writer.drain()
        else:  # beside the answer, which may come before the request has ended
            self._pump = asyncio.create_task(self._pump_request(writer))

    async def _pump_request(self, writer: asyncio.StreamWriter) -> None:
        chunked = self._framing == "chunked"
        async for piece in pieces(self._line.reader, self._framing):
            writer.write(chunk(piece) if chunked else piece)
            await writer.drain()
        if chunked:
            writer.write(b"0\r\n\r\n")
        self._body = b""

    async def _finish_pump(self) -> None:
        """Forget the pump if the request went out whole; else `close` ends it."""
        assert self._pump is not None
        await asyncio.sleep(0)
        if self._pump.done() and self._pump.exception() is None:
            self._pump = None

    async def _read_answer_head(self, reader: asyncio.StreamReader) -> Head:
        while True:
            head = await read_head(reader)
            if head is None:
                raise CutShortError
            if head.status >= 200 or head.status == 101:
                return head
            await self._write(head_bytes(head.start, head.headers))  # such as 100 Continue

    def _blame(self, error: Exception, *, answered: bool) -> Exception:
        self._line.hang_up()
        if self.client_left:
            return ClientLeftError()
        return UpstreamFailedError(error or type(error).__name__, answered=answered)

    def _here(self) -> str:
        host = (self.request.get(b"host") or b"").decode("latin-1")
        return f"http://{host}"

    def _located(self, value: bytes) -> bytes:
        """Return a redirect within the upstream as one within the proxy."""
        origin = self._line.upstream.origin.encode()
        rest = value[len(origin) :]
        if value.lower().startswith(origin.lower()) and rest[:1] in (b"", b"/", b"?"):
            return self._here().encode("latin-1") + rest
        return value


def _target(head: Head) -> tuple[bytes, bytes]:
    try:
        method, target, _ = head.start.split(b" ", 2)
    except ValueError:
        raise BadHttpError from None
    if target[:7].lower() == b"http://":  # as a client says it to a proxy that it was told of
        target = b"/" + target[7:].partition(b"/")[2]
    return method, target

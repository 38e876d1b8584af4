"""Bounds of connections: deadlines for requests and answers, so many per address and in all.

A client that opens connections and sends half a request costs nothing and keeps a descriptor; with
enough of them nobody else gets in. So headers have a deadline, bodies must keep coming, and when
there are too many unfinished ones, the oldest goes first: who sends whole requests is not touched.
Headers have a length, requests sent ahead a number, and answers must be taken (`send_deadline`).
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter, OrderedDict
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from steelyard.server.operations.send_deadline import SendDeadline

if TYPE_CHECKING:
    from steelyard.server.settings import Settings

HEADER_SECONDS = 10.0
"""From the first byte, or the connection, to the end of the headers."""
BODY_SECONDS = 20.0
"""In which at least `BODY_BYTES` of an unfinished body must come."""
BODY_BYTES = 1024
HEADER_BYTES = 65_536
"""Of one request: its address, headers and trailers."""
TAKEN_AT_ONCE = 32
"""Connections that are taken in one turn of the loop."""
SENT_AHEAD = 16
"""Requests of one connection that wait until those before them are answered."""
UNFINISHED_PER_ADDRESS = 128
_RESERVED = 256  # descriptors for the database, files and processes
_MOST = 10_000
_DESCRIPTORS = 65_536
_BUSY = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\n\r\n"


def raise_descriptor_limit() -> int:
    """Let this process open as many files as the system allows; return how many these are."""
    try:
        import resource
    except ImportError:  # Windows
        return 2 * _RESERVED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    return most if soft == resource.RLIM_INFINITY else soft


def most_connections(descriptors: int) -> int:
    """Return how many connections fit beside everything else that is open."""
    return max(32, min(_MOST, (descriptors - _RESERVED) * 3 // 4))


def with_copies(listening: socket.socket) -> list[socket.socket]:
    """Return a listening socket with copies of it, so that many connections are taken at a time.

    uvloop takes one connection per socket and turn of its loop. When turns are long, connections
    that are opened again and again would keep all others waiting to be taken for many seconds.
    """
    return [listening, *(listening.dup() for _ in range(TAKEN_AT_ONCE - 1))]


class Connections:
    """All connections of a server."""

    def __init__(self, settings: Settings, most: int) -> None:
        self.most = most
        self.per_address = max(16, most // 2)
        self.send_seconds = settings.send_timeout_s
        self._proxies = [ip_network(one, strict=False) for one in settings.trusted_proxies]
        self._websockets: dict[type[Any], type[asyncio.Protocol]] = {}
        self._open: Counter[str] = Counter()
        self._unfinished: OrderedDict[Any, str] = OrderedDict()  # the oldest first
        self._unfinished_of: Counter[str] = Counter()

    def protocol(self) -> type[asyncio.Protocol]:
        """Return the protocol that keeps the bounds, for uvicorn."""
        return type("GuardedProtocol", (_GuardedProtocol,), {"connections_of": self})

    def websocket_protocol(self, base: type[Any]) -> type[asyncio.Protocol]:
        """Return the protocol of websockets that keeps the bounds; `base` is uvicorn's."""
        if base not in self._websockets:
            given = {"connections_of": self}
            self._websockets[base] = type("GuardedSocket", (_GuardedSocket, base), given)
        return self._websockets[base]

    def enter(self, connection: Any, address: str) -> bool:
        """Count a connection; whether there is room for it."""
        if self._open.total() >= self.most and not self._drop_oldest(lambda _: True):
            return False
        if not self._is_proxy(address) and self._open[address] >= self.per_address:
            return self._drop_oldest(lambda one: one == address) and self._count(address)
        return self._count(address)

    def leave(self, connection: Any, address: str) -> None:
        """Count a connection no longer."""
        self.finish_request(connection)
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def begin_request(self, connection: Any, address: str) -> None:
        """Note that a request has begun to come; the oldest unfinished one may have to go."""
        if connection not in self._unfinished:
            self._unfinished[connection] = address
            self._unfinished_of[address] += 1
        too_many = self._unfinished_of[address] > UNFINISHED_PER_ADDRESS
        if too_many and not self._is_proxy(address):
            self._drop_oldest(lambda one: one == address)

    def finish_request(self, connection: Any) -> None:
        """Note that the headers of a request are whole."""
        address = self._unfinished.pop(connection, None)
        if address is not None:
            self._unfinished_of[address] -= 1
            if not self._unfinished_of[address]:
                del self._unfinished_of[address]

    def _count(self, address: str) -> bool:
        self._open[address] += 1
        return True

    def _drop_oldest(self, fits: Callable[[str], bool]) -> bool:
        for connection, address in self._unfinished.items():
            if fits(address):
                self.finish_request(connection)
                connection.transport.abort()
                return True
        return False

    def _is_proxy(self, address: str) -> bool:
        try:
            return any(ip_address(address) in network for network in self._proxies)
        except ValueError:
            return False


class _GuardedProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """uvicorn's own protocol with deadlines."""

    connections_of: Connections
    _address: str | None = None
    _headers_deadline: asyncio.TimerHandle | None = None
    _body_deadline: asyncio.TimerHandle | None = None
    _received = 0
    _head_bytes = 0
    _parsed_bytes = 0
    _sending: SendDeadline
    ws_protocol_class: type[Any]

    def connection_made(self, transport: asyncio.Transport) -> None:
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        if not self.connections_of.enter(self, address):
            transport.write(_BUSY)
            transport.close()
            return
        self._address = address
        self._sending = SendDeadline(transport, self.connections_of.send_seconds)
        super().connection_made(transport)
        self._expect_headers()

    def data_received(self, data: bytes) -> None:
        if self._address is None:  # refused, and still sending
            return
        self._received += len(data)
        super().data_received(data)
        if self.transport.is_closing() or self._address is None:
            return
        if not self._is_answering():
            self._expect_headers()
            self._bound_headers(len(data))
            return
        self._head_bytes = 0
        self.connections_of.finish_request(self)
        self._end_deadlines(body=not self.cycle.more_body)
        if self.cycle.more_body:
            self._expect_body()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._address is None:
            return
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, *given: Any) -> None:
        # Another protocol goes on with the connection, and counts it out at its end.
        self._end_deadlines(body=True)
        self._sending.cancel()
        self.connections_of.finish_request(self)
        self._address = None
        self.ws_protocol_class = self.connections_of.websocket_protocol(self.ws_protocol_class)
        super().handle_websocket_upgrade(*given)

    # What is raised in the next four, the parser's callbacks, ends the connection with a 400.

    def on_message_begin(self) -> None:
        self._parsed_bytes = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._bound_parsed(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._bound_parsed(len(name) + len(value) + 4)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= SENT_AHEAD:
            message = "too many requests sent ahead"
            raise ValueError(message)
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        self._end_deadlines(body=True)
        if self.transport.get_write_buffer_size():
            self._sending.watch()
        super().on_response_complete()

    def pause_writing(self) -> None:
        self._sending.watch()
        super().pause_writing()

    def resume_writing(self) -> None:
        self._sending.watch()
        super().resume_writing()

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _bound_headers(self, more: int) -> None:
        """End headers that never come to their end; what follows a refused body is let pass."""
        skips_body = self.cycle is not None and self.cycle.more_body
        self._head_bytes = 0 if skips_body else self._head_bytes + more
        if self._head_bytes > HEADER_BYTES:
            self._cut()

    def _bound_parsed(self, more: int) -> None:
        self._parsed_bytes += more
        if self._parsed_bytes > HEADER_BYTES:
            message = "headers too long"
            raise ValueError(message)

    def _expect_headers(self) -> None:
        if self._headers_deadline is None:
            assert self._address is not None
            self.connections_of.begin_request(self, self._address)
            self._headers_deadline = self.loop.call_later(HEADER_SECONDS, self._cut)

    def _expect_body(self) -> None:
        if self._body_deadline is None:
            self._body_deadline = self.loop.call_later(
                BODY_SECONDS, self._check_body, self._received
            )

    def _check_body(self, before: int) -> None:
        self._body_deadline = None
        if not self._is_answering() or not self.cycle.more_body or self.cycle.response_started:
            return
        waits = self.flow.read_paused  # the application has enough for now
        if self._received - before < BODY_BYTES and not waits:
            self._cut()
        else:
            self._expect_body()

    def _end_deadlines(self, *, body: bool) -> None:
        if self._headers_deadline is not None:
            self._headers_deadline.cancel()
            self._headers_deadline = None
        if body and self._body_deadline is not None:
            self._body_deadline.cancel()
            self._body_deadline = None

    def _cut(self) -> None:
        self.transport.abort()

    def _leave(self) -> None:
        self._end_deadlines(body=True)
        self._sending.cancel()
        if self._address is not None:
            self.connections_of.leave(self, self._address)
            self._address = None


class _GuardedSocket:
    """Before uvicorn's own protocol of websockets: counted, and ended when nobody reads."""

    connections_of: Connections
    transport: asyncio.Transport

    def connection_made(self, transport: asyncio.Transport) -> None:
        peer = transport.get_extra_info("peername")
        self._address = str(peer[0]) if peer else ""
        self._sending = SendDeadline(transport, self.connections_of.send_seconds)
        super().connection_made(transport)  # type: ignore[misc]

    def connection_lost(self, exc: Exception | None) -> None:
        self._sending.cancel()
        self.connections_of.leave(self, self._address)
        super().connection_lost(exc)  # type: ignore[misc]

    def pause_writing(self) -> None:
        self._sending.watch()
        super().pause_writing()  # type: ignore[misc]

    def resume_writing(self) -> None:
        self._sending.watch()
        super().resume_writing()  # type: ignore[misc]

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()  # type: ignore[misc]
        self.transport.abort()  # closed only, it would wait until what it sent is taken

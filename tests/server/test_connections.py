"""Half-sent requests are ended, and too many connections keep nobody else out."""

from __future__ import annotations

import asyncio
import http.client
import resource
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager, suppress

import pytest
import uvicorn

from steelyard.server.operations import connections
from steelyard.server.operations.connections import (
    Connections,
    most_connections,
    raise_descriptor_limit,
)
from tests.server.conftest import make_settings

LARGE = 40_000_000
PIECE = b"x" * 1_000_000
WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
HALF = [
    b"",
    b"G",
    b"GET / HTTP/1.1\r\nHost: x\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * 3000,
    b"\r\n",
    WHOLE + b"GET / HT",
]
UPLOAD = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n"
SOCKET = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
BODIES = [
    UPLOAD,
    UPLOAD + b"x" * 10,
    b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
]


async def app(scope, receive, send):
    """Answer how long the body was; `/wait` answers when the test says so, `/large` at length."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while scope["path"] == "/large":
            await send({"type": "websocket.send", "bytes": PIECE})
        await receive()
        return
    if scope["path"].startswith("/large"):
        await send_large(scope["path"], send)
        return
    length, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        length, more = length + len(message["body"]), message.get("more_body", False)
    while scope["path"] == "/wait" and not Server.gate.is_set():
        await asyncio.sleep(0.01)
    body = str(length).encode()
    headers = [(b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def send_large(path, send):
    """Send more than the system keeps: as one, in pieces, or with pauses as an event stream."""
    pieces = 1 if path == "/large" else 200
    size = LARGE // pieces
    headers = [(b"content-length", b"%d" % LARGE)]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    for number in range(pieces):
        more = number + 1 < pieces
        await send({"type": "http.response.body", "body": b"x" * size, "more_body": more})


class Server:
    """A server in a thread."""

    gate = threading.Event()

    def __init__(self, bounds, port):
        self.bounds = bounds
        self.port = port

    def connect(self, content=b""):
        made = socket.create_connection(("127.0.0.1", self.port))
        made.sendall(content)
        return made

    def is_empty(self):
        return not self.bounds._open and not self.bounds._unfinished

    def get(self, path="/"):
        client = http.client.HTTPConnection("127.0.0.1", self.port)
        try:
            client.request("GET", path)
            return client.getresponse().status
        finally:
            client.close()


@contextmanager
def serving(settings, most=1000):
    bounds = Connections(settings, most)
    config = uvicorn.Config(app, log_config=None, lifespan="off", http=bounds.protocol())
    server = uvicorn.Server(config)
    listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    Server.gate.clear()
    thread.start()
    try:
        wait_until(lambda: server.started)
        yield Server(bounds, listening.getsockname()[1])
    finally:
        Server.gate.set()
        server.should_exit = True
        thread.join()


def wait_until(true):
    while not true():
        time.sleep(0.005)


def answer(made):
    """Read one answer to its end."""
    found = b""
    while b"\r\n\r\n" not in found or found.endswith(b"\r\n\r\n"):
        found += made.recv(65536)
    return found


def is_cut(made):
    """Read until the other side ends the connection."""
    try:
        while made.recv(65536):
            pass
    except ConnectionError:
        pass
    return True


@pytest.fixture
def settings(tmp_path):
    return make_settings(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("content", HALF)
def test_half_sent_headers_are_cut_off(settings, monkeypatch, content):
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.1)
    with serving(settings) as server, server.connect(content) as made:
        assert is_cut(made)  # without the deadline, this waits for ever
        wait_until(lambda: not server.bounds._open)
        assert not server.bounds._unfinished
        assert server.get() == 200


@pytest.mark.parametrize("content", BODIES)
def test_half_sent_bodies_are_cut_off(settings, monkeypatch, content):
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.1)
    with serving(settings) as server, server.connect(content) as made:
        assert is_cut(made)
        assert server.get() == 200


@pytest.mark.slow
def test_a_body_that_keeps_coming_is_taken(settings, monkeypatch):
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.1)
    monkeypatch.setattr(connections, "BODY_BYTES", 0)
    monkeypatch.setattr(connections, "HEADER_SECONDS", 1)
    with serving(settings) as server, server.connect(UPLOAD) as made:
        for _ in range(90):
            made.sendall(b"x" * 100)
            time.sleep(0.012)
        assert answer(made).endswith(b"9000")
        made.sendall(WHOLE)  # and the connection goes on
        assert answer(made).endswith(b"0")


@pytest.mark.slow
def test_an_answer_that_takes_long_is_not_cut_off(settings, monkeypatch):
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.02)
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.5)
    with serving(settings) as server, server.connect(WHOLE.replace(b" / ", b" /wait ")) as made:
        time.sleep(0.7)
        Server.gate.set()
        assert made.recv(65536).startswith(b"HTTP/1.1 200")


def test_a_thousand_half_open_connections_keep_nobody_out(settings):
    raise_descriptor_limit()
    with serving(settings) as server, ExitStack() as stack:
        for _ in range(1100):
            stack.enter_context(server.connect(b"GET / HTTP/1.1\r\nX: "))
        assert [server.get() for _ in range(20)] == [200] * 20
        assert len(server.bounds._unfinished) <= connections.UNFINISHED_PER_ADDRESS


def test_half_open_connections_give_way_when_there_is_no_room(settings):
    with serving(settings, most=40) as server, ExitStack() as stack:
        for _ in range(60):
            stack.enter_context(server.connect(b"GET"))
        assert server.get() == 200


def test_one_address_has_so_many_connections(settings):
    with serving(settings, most=40) as server, ExitStack() as stack:
        busy = WHOLE.replace(b" / ", b" /wait ")
        for _ in range(20):
            stack.enter_context(server.connect(busy))
        wait_until(lambda: server.bounds._open.total() == 20 and not server.bounds._unfinished)
        assert server.get() == 503
        Server.gate.set()


def test_a_trusted_proxy_has_as_many_as_there_are(tmp_path):
    settings = make_settings(tmp_path, trusted_proxies=("127.0.0.0/8",))
    with serving(settings, most=40) as server, ExitStack() as stack:
        for _ in range(30):
            stack.enter_context(server.connect(WHOLE.replace(b" / ", b" /wait ")))
        wait_until(lambda: server.bounds._open.total() == 30 and not server.bounds._unfinished)
        assert server.get() == 200


def test_a_websocket_is_no_request_that_waits(settings, monkeypatch):
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.1)
    with serving(settings) as server:
        with server.connect(SOCKET) as made:
            assert made.recv(4096).startswith(b"HTTP/1.1 101")
            assert not server.bounds._unfinished
            made.settimeout(0.3)
            with pytest.raises(TimeoutError):  # nobody ends it
                made.recv(1)
        wait_until(server.is_empty)


def test_websockets_count_as_connections(settings):
    with serving(settings, most=40) as server, ExitStack() as stack:
        for _ in range(20):
            made = stack.enter_context(server.connect(SOCKET))
            assert made.recv(4096).startswith(b"HTTP/1.1 101")
        assert server.bounds._open.total() == 20
        assert server.get() == 503


SLOW_READERS = [b" /large ", b" /large/pieces "]


@pytest.mark.slow
@pytest.mark.parametrize("path", SLOW_READERS)
@pytest.mark.parametrize("closes", [b"", b"Connection: close\r\n"])
def test_an_answer_that_nobody_reads_is_cut_off(tmp_path, path, closes):
    settings = make_settings(tmp_path, send_timeout_s=0.2)
    asked = WHOLE.replace(b" / ", path).replace(b"\r\n\r\n", b"\r\n" + closes + b"\r\n")
    with serving(settings) as server, server.connect(asked):
        wait_until(lambda: server.bounds._open)
        wait_until(server.is_empty)  # without the deadline, this waits for ever
        assert server.get() == 200


def test_answers_sent_ahead_and_never_read_are_cut_off(tmp_path):
    settings = make_settings(tmp_path, send_timeout_s=0.2)
    asked = WHOLE.replace(b" / ", b" /large/pieces ") * 3
    with serving(settings) as server, server.connect(asked):
        wait_until(lambda: server.bounds._open)
        wait_until(server.is_empty)
        assert server.get() == 200


@pytest.mark.slow
@pytest.mark.parametrize("path", SLOW_READERS)
def test_an_answer_that_is_read_slowly_arrives_whole(tmp_path, path):
    settings = make_settings(tmp_path, send_timeout_s=0.2)
    with serving(settings) as server, server.connect(WHOLE.replace(b" / ", path)) as made:
        left, seen = LARGE, made.recv(65536).partition(b"\r\n\r\n")[2]
        left -= len(seen)
        for _ in range(30):  # slower than it is sent, for several deadlines
            left -= len(made.recv(200_000))
            time.sleep(0.03)
        while left:
            left -= len(made.recv(min(left, 1 << 20)))
        made.sendall(WHOLE)
        assert answer(made).endswith(b"0")


def test_a_websocket_that_nobody_reads_is_cut_off(tmp_path):
    settings = make_settings(tmp_path, send_timeout_s=0.2)
    with serving(settings) as server, server.connect(SOCKET.replace(b" / ", b" /large ")):
        wait_until(lambda: server.bounds._open)
        wait_until(server.is_empty)
        assert server.get() == 200


@pytest.mark.parametrize(
    "content",
    [
        b"GET /" + b"a" * 70_000,
        b"GET / HTTP/1.1\r\nX: " + b"a" * 70_000,
        b"GET / HTTP/1.1\r\nX: " + b"a" * 70_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * 20_000,
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + b"X: a\r\n" * 20_000,
    ],
    ids=["address", "header", "whole header", "headers", "trailers"],
)
def test_headers_without_end_are_cut_off(settings, content):
    with serving(settings) as server, socket.create_connection(("127.0.0.1", server.port)) as made:
        with suppress(ConnectionError):
            made.sendall(content)
        assert is_cut(made)
        assert server.get() == 200


def test_requests_sent_ahead_are_bounded(settings):
    waits = WHOLE.replace(b" / ", b" /wait ")
    with serving(settings) as server, server.connect(waits) as made:
        with suppress(ConnectionError):
            made.sendall(WHOLE * 1000)
        assert is_cut(made)
        assert server.get() == 200


def test_a_few_requests_sent_ahead_are_answered(settings):
    with serving(settings) as server, server.connect(WHOLE * 5) as made:
        found = b""
        while found.count(b"HTTP/1.1 200") < 5:
            found += made.recv(65536)


def test_a_refused_body_may_be_sent_to_its_end(settings):
    head = b"POST /large HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n"
    with serving(settings) as server, server.connect(head) as made:
        left = LARGE
        left -= len(made.recv(65536).partition(b"\r\n\r\n")[2])
        while left:
            left -= len(made.recv(min(left, 1 << 20)))
        made.sendall(b"x" * 1_000_000)
        made.sendall(WHOLE)
        assert answer(made).endswith(b"0")


TURNS = """
import asyncio, socket, uvloop
from steelyard.server.operations.connections import with_copies

class Taking(asyncio.Protocol):
    taken = 0
    def connection_made(self, transport):
        Taking.taken += 1

async def main():
    listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
    for one in with_copies(listening):
        await asyncio.get_running_loop().create_server(Taking, sock=one, backlog=2048)
    clients = [socket.create_connection(listening.getsockname()) for _ in range(300)]
    turns = 0
    while Taking.taken < len(clients) and turns < 1000:
        await asyncio.sleep(0)
        turns += 1
    print(turns, flush=True)

uvloop.run(main())
"""


def test_many_connections_are_taken_in_one_turn_of_the_loop():
    pytest.importorskip("uvloop")
    done = subprocess.run([sys.executable, "-c", TURNS], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 100  # one by one, it would take 300


@pytest.mark.parametrize("hard", [64, 300, 1000])
def test_descriptors_are_raised_and_connections_fit_them(hard):
    code = (
        "import resource, sys\n"
        f"resource.setrlimit(resource.RLIMIT_NOFILE, (32, {hard}))\n"
        "from steelyard.server.operations.connections import *\n"
        "print(raise_descriptor_limit(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    if hard > resource.getrlimit(resource.RLIMIT_NOFILE)[1]:
        pytest.skip("the system allows fewer")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(hard), str(hard)]


def test_connections_leave_room_for_the_rest():
    assert most_connections(1024) == 576
    assert most_connections(1_000_000) == 10_000
    assert most_connections(100) == 32

"""A real server on the loopback that answers, or fails to, as the first part of the path says.

`/echo/v1/chat/completions`, `/echo/a2a` and `/echo/ask` answer with what was asked; every other
behaviour is a way of going wrong. Raw sockets, so that even the protocol can be broken on purpose.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

BLOCK = b"x" * 65536
HUGE = 512_000_000


@dataclass
class Request:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def is_chat(self) -> bool:
        return self.path.endswith("/chat/completions")

    @property
    def is_a2a(self) -> bool:
        return self.path.endswith("/a2a")

    @property
    def credentials(self) -> str:
        return self.headers.get("authorization", "")


@dataclass
class MisbehavingServer:
    """Where it is and what it has seen."""

    host: str = "127.0.0.1"
    port: int = 0
    requests: list[Request] = field(default_factory=list)
    connections: int = 0
    open_connections: int = 0
    sent: int = 0

    def url(self, behaviour: str, rest: str = "ask") -> str:
        return f"http://{self.host}:{self.port}/{behaviour}/{rest}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self.open_connections += 1
        try:
            while (request := await read_request(reader)) is not None:
                self.requests.append(request)
                behaviour = getattr(self, "do_" + request.path.split("/")[1])
                await behaviour(request, reader, writer)
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            self.open_connections -= 1
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    # Answers.
    async def do_echo(self, request, reader, writer):
        answer(writer, request, asked(request))

    async def do_slow(self, request, reader, writer):
        await asyncio.sleep(0.1)
        answer(writer, request, asked(request))

    async def do_empty_output(self, request, reader, writer):
        answer(writer, request, "")

    async def do_leak(self, request, reader, writer):
        answer(writer, request, f"my key is {request.credentials}")

    async def do_redirect_here(self, request, reader, writer):
        location = request.path.replace("/redirect_here/", "/echo/")
        respond(writer, b"", status="307 Temporary Redirect", headers={"Location": location})

    # No answers.
    async def do_hang(self, request, reader, writer):
        await reader.read()  # until the other side gives up

    async def do_hang_in_body(self, request, reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n")
        writer.write(b"Content-Length: 100\r\n\r\n{")
        await writer.drain()
        await reader.read()

    async def do_reset_in_body(self, request, reader, writer):
        kind = "text/event-stream" if wants_stream(request) else "application/json"
        writer.write(f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n".encode())
        writer.write(b"Content-Length: 100\r\n\r\n{")
        await writer.drain()
        writer.transport.abort()

    async def do_disconnect(self, request, reader, writer):
        writer.transport.abort()

    async def do_not_http(self, request, reader, writer):
        writer.write(b"220 smtp ready\r\n\r\n")
        writer.close()

    # Wrong answers.
    async def do_broken_json(self, request, reader, writer):
        if wants_stream(request):
            respond(writer, b'data: {"choices": [\n\n', kind="text/event-stream")
        else:
            respond(writer, b'{"output": "half')

    async def do_wrong_encoding(self, request, reader, writer):
        body = {"output": "北京", "choices": [{"message": {"content": "北京"}}]}
        data = json.dumps(body, ensure_ascii=False).encode("gb18030")
        if wants_stream(request):
            respond(writer, b"data: " + data + b"\n\n", kind="text/event-stream")
        else:
            respond(writer, data)

    async def do_wrong_shape(self, request, reader, writer):
        if wants_stream(request):
            respond(writer, b'data: ["unexpected"]\n\n', kind="text/event-stream")
        else:
            respond(writer, b'{"unexpected": 1}')

    async def do_empty_body(self, request, reader, writer):
        respond(writer, b"")

    async def do_huge(self, request, reader, writer):
        kind = "text/event-stream" if wants_stream(request) else "application/json"
        writer.write(f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n".encode())
        writer.write(b"Transfer-Encoding: chunked\r\n\r\n")
        while self.sent < HUGE:
            writer.write(f"{len(BLOCK):x}\r\n".encode() + BLOCK + b"\r\n")
            await writer.drain()
            self.sent += len(BLOCK)

    async def do_huge_declared(self, request, reader, writer):
        kind = "text/event-stream" if wants_stream(request) else "application/json"
        writer.write(f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n".encode())
        writer.write(f"Content-Length: {HUGE}\r\n\r\n".encode())
        while self.sent < HUGE:
            writer.write(BLOCK)
            await writer.drain()
            self.sent += len(BLOCK)

    # Redirects.
    async def do_redirect_loop(self, request, reader, writer):
        respond(writer, b"", status="302 Found", headers={"Location": request.path})

    async def do_redirect_away(self, request, reader, writer):
        # The same server under another name: a request that follows shows up in `requests`.
        location = f"http://localhost:{self.port}/echo/stolen"
        respond(writer, b"", status="307 Temporary Redirect", headers={"Location": location})

    # Statuses.
    async def do_rate_limited(self, request, reader, writer):
        respond(writer, b"slow down", status="429 Slow", headers={"Retry-After": "7"})

    async def do_rate_limited_until(self, request, reader, writer):
        moment = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
        respond(writer, b"slow down", status="429 Slow", headers={"Retry-After": moment})

    async def do_status(self, request, reader, writer):
        code = int(request.path.split("/")[2])
        body = json.dumps({"error": f"no, {request.credentials}"}).encode()
        respond(writer, body, status=f"{code} Status")


def asked(request: Request) -> str:
    body = request.json
    if request.is_chat:
        return body["messages"][-1]["content"]
    if request.is_a2a:
        return body["params"]["message"]["parts"][0]["text"]
    return body["input"]


def wants_stream(request: Request) -> bool:
    if request.is_a2a:
        return request.json["method"] == "SendStreamingMessage"
    return request.is_chat and request.json.get("stream", False)


def answer(writer: asyncio.StreamWriter, request: Request, text: str) -> None:
    """Answer in the shape the request expects."""
    usage = {"prompt_tokens": 11, "completion_tokens": 7}
    if request.is_a2a:
        answer_a2a(writer, request, text)
    elif wants_stream(request):
        half = len(text) // 2
        deltas = [{"role": "assistant", "content": ""}, {"content": text[:half]}]
        deltas.append({"content": text[half:]})
        chunks = [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]
        chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
        chunks.append({"choices": [], "usage": usage})
        events = [json.dumps(chunk, ensure_ascii=False) for chunk in chunks]
        data = "".join(f"data: {event}\n\n" for event in [*events, "[DONE]"])
        respond(writer, data.encode(), kind="text/event-stream")
    elif request.is_chat:
        message = {"role": "assistant", "content": text}
        respond(writer, json.dumps({"choices": [{"message": message}], "usage": usage}).encode())
    else:
        respond(writer, json.dumps({"output": text}, ensure_ascii=False).encode())


def answer_a2a(writer: asyncio.StreamWriter, request: Request, text: str) -> None:
    message = {"messageId": "m", "contextId": "c", "role": "ROLE_AGENT", "parts": [{"text": text}]}
    body = {"jsonrpc": "2.0", "id": request.json["id"], "result": {"message": message}}
    data = json.dumps(body, ensure_ascii=False).encode()
    if wants_stream(request):
        respond(writer, b"data: " + data + b"\n\n", kind="text/event-stream")
    else:
        respond(writer, data)


def respond(
    writer: asyncio.StreamWriter,
    body: bytes,
    *,
    status: str = "200 OK",
    kind: str = "application/json",
    headers: dict[str, str] | None = None,
) -> None:
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)


async def read_request(reader: asyncio.StreamReader) -> Request | None:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.decode("latin-1").strip().split("\r\n")
    method, path, _ = first.split(" ")
    headers = {}
    for line in lines:
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Request(method, path, headers, body)


@asynccontextmanager
async def misbehaving_server() -> AsyncIterator[MisbehavingServer]:
    state = MisbehavingServer()
    listener = await asyncio.start_server(state.serve, state.host, 0, backlog=512)
    state.port = listener.sockets[0].getsockname()[1]
    try:
        yield state
    finally:
        listener.close()
        await listener.wait_closed()

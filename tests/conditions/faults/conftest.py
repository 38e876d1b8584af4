"""A real upstream, and a client that talks to it through a proxy."""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import asynccontextmanager

import aiohttp
import pytest
from aiohttp import web

from steelyard.conditions.faults import FaultProxy, Schedule, read_rules

BODY = b'{"output": "' + b"The quick brown fox jumps over the lazy dog. " * 8 + b'"}'


class Upstream:
    """What the server has seen, and how it can be steered."""

    def __init__(self):
        self.requests = []
        self.connections = set()
        self.step = asyncio.Event()
        self.left = asyncio.Event()
        self.url = ""

    def app(self):
        app = web.Application(client_max_size=2**30)
        app.router.add_route("*", "/echo", self.echo)
        app.router.add_get("/big/{size}", self.big)
        app.router.add_route("*", "/json", self.json)
        app.router.add_get("/chunked", self.chunked)
        app.router.add_get("/sse", self.sse)
        app.router.add_get("/slow", self.slow)
        app.router.add_route("*", "/die", self.die)
        app.router.add_get("/nothing", self.nothing)
        app.router.add_get("/away", self.away)
        app.router.add_get("/.well-known/card.json", self.card)
        app.router.add_post("/digest", self.digest)
        return app

    def seen(self, request):
        self.requests.append((request.method, request.path_qs, request.headers.get("Host")))
        self.connections.add(request.transport.get_extra_info("peername"))

    async def echo(self, request):
        self.seen(request)
        return web.Response(body=await request.read(), headers={"X-Kept": "yes"})

    async def json(self, request):
        self.seen(request)
        await request.read()
        return web.Response(body=BODY, content_type="application/json")

    async def big(self, request):
        answer = web.StreamResponse()
        size = int(request.match_info["size"])
        answer.content_length = size
        await answer.prepare(request)
        for at in range(0, size, 65_536):
            await answer.write(bytes([at // 65_536 % 251]) * min(65_536, size - at))
        return answer

    async def chunked(self, request):
        self.seen(request)
        answer = web.StreamResponse()
        answer.enable_chunked_encoding()
        await answer.prepare(request)
        for at in range(0, len(BODY), 50):
            await answer.write(BODY[at : at + 50])
        return answer

    async def sse(self, request):
        answer = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await answer.prepare(request)
        try:
            for number in range(3):
                await answer.write(f"data: {number}\n\n".encode())
                await self.step.wait()
                self.step.clear()
        except asyncio.CancelledError:
            self.left.set()
            raise
        return answer

    async def slow(self, request):
        self.seen(request)
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            self.left.set()
            raise

    async def die(self, request):
        answer = web.StreamResponse()
        answer.content_length = 1000
        await answer.prepare(request)
        await answer.write(b"x" * 500)
        request.transport.close()
        return answer

    async def nothing(self, request):
        return web.Response(body=b"")

    async def away(self, request):
        raise web.HTTPFound(f"{self.url}/echo?there")

    async def card(self, request):
        return web.json_response({"url": f"{self.url}/a2a", "name": "card", "other": "http://x/"})

    async def digest(self, request):
        found = hashlib.sha256()
        async for piece in request.content.iter_any():
            found.update(piece)
        return web.Response(text=found.hexdigest())


@asynccontextmanager
async def serving(upstream, ssl_context=None):
    runner = web.AppRunner(upstream.app(), handler_cancellation=True, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=ssl_context)
    await site.start()
    scheme = "http" if ssl_context is None else "https"
    upstream.url = f"{scheme}://127.0.0.1:{site._server.sockets[0].getsockname()[1]}"
    try:
        yield upstream
    finally:
        await runner.cleanup()


@pytest.fixture
async def upstream():
    async with serving(Upstream()) as running:
        yield running


@pytest.fixture
async def client():
    async with aiohttp.ClientSession() as session:
        yield session


class Proxied:
    """A proxy that was started, with what it told."""

    def __init__(self, url, proxy, events):
        self.url, self.proxy, self.events = url, proxy, events

    async def event(self):
        await self.proxy.quiet(5)
        [event] = self.events
        return event


@pytest.fixture
async def through(upstream):
    """Start a proxy with the faults named; without any, it lets everything pass."""
    async with _stack() as stack:

        async def start(*faults, hits=None, seed=0, to=None):
            events = []
            schedule = Schedule(read_rules(faults) if faults else [], seed=seed, hits=hits)
            proxy = FaultProxy(to or upstream.url, schedule, events.append)
            url = await stack.enter_async_context(proxy)
            return Proxied(url, proxy, events)

        yield start


def _stack():
    from contextlib import AsyncExitStack

    return AsyncExitStack()

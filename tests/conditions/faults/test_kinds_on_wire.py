"""Every fault as a real client meets it, and whether the proxy says that it landed."""

from __future__ import annotations

import asyncio
import itertools
import random
import socket

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.conditions.faults import FAULTS, FaultProxy
from steelyard.conditions.faults.kinds.flips import Flips
from tests.conditions.faults.conftest import BODY

PATIENCE = aiohttp.ClientTimeout(total=30)


async def get(client, url, **options):
    async with client.post(url, data=b"{}", timeout=PATIENCE, **options) as answer:
        return answer, await answer.read()


async def test_latency(through, client):
    proxy = await through({"latency": {"delay": 0.15, "jitter": 0.05}})
    _, body = await get(client, f"{proxy.url}/json")
    assert body == BODY
    event = await proxy.event()
    assert event.landed
    assert 0.1 <= event.detail["planned_s"] <= 0.2
    assert event.detail["waited_s"] >= event.detail["planned_s"] - 0.001
    assert event.detail["left"] is False


async def test_stall_comes_after_the_agent_has_worked(through, client, upstream):
    proxy = await through({"stall": {"seconds": 60}})
    with pytest.raises(asyncio.TimeoutError):
        await client.get(f"{proxy.url}/json", timeout=aiohttp.ClientTimeout(total=0.5))
    event = await proxy.event()
    assert event.landed
    assert event.detail["left"] is True
    assert event.detail["waited_s"] < 60
    assert len(upstream.requests) == 1


async def test_stall_ends(through, client):
    proxy = await through({"stall": {"seconds": 0.05}})
    assert (await get(client, f"{proxy.url}/json"))[1] == BODY
    assert (await proxy.event()).detail["waited_s"] >= 0.049


async def test_refused(through, client, upstream):
    proxy = await through("refused")
    with pytest.raises(aiohttp.ClientConnectionError):
        await get(client, f"{proxy.url}/json")
    assert (await proxy.event()).landed
    assert upstream.requests == []


@pytest.mark.parametrize(("path", "after"), [("json", 64), ("chunked", 64), ("json", 10**6)])
async def test_reset(through, client, path, after):
    proxy = await through({"reset": {"after": after}})
    async with client.get(f"{proxy.url}/{path}", timeout=PATIENCE) as answer:
        assert answer.status == 200
        with pytest.raises(aiohttp.ClientError) as caught:
            await answer.read()
    event = await proxy.event()
    assert event.landed
    assert event.detail["bytes"] == min(after, len(BODY) // 2 if path == "json" else 64)
    assert isinstance(caught.value, aiohttp.ClientError)


async def test_reset_is_a_reset(through):
    """On a bare socket: ECONNRESET, where an orderly end would read as empty."""
    proxy = await through("reset")
    host, port = proxy.url.removeprefix("http://").split(":")

    def talk():
        with socket.create_connection((host, int(port)), timeout=20) as sock:
            sock.sendall(b"GET /json HTTP/1.1\r\nHost: x\r\n\r\n")
            while sock.recv(1000):
                pass

    with pytest.raises(ConnectionResetError):
        await asyncio.to_thread(talk)


async def test_the_agent_sees_a_reset_as_well(through, client):
    """An agent of bare sockets that has half its answer out: its next read fails, not just ends."""
    seen = asyncio.get_running_loop().create_future()

    async def answer(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + b"x" * 60)
        await writer.drain()
        try:
            seen.set_result(await reader.read())
        except ConnectionResetError as error:
            seen.set_result(error)
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        proxy = await through("reset", to=f"http://127.0.0.1:{port}")
        with pytest.raises(aiohttp.ClientError):
            async with client.post(proxy.url, timeout=PATIENCE) as got:
                await got.read()
        assert isinstance(await asyncio.wait_for(seen, 10), ConnectionResetError)


async def test_reset_reaches_the_agent_too(through, client, upstream):
    proxy = await through({"reset": {"after": 5}})
    with pytest.raises(aiohttp.ClientError):
        async with client.get(f"{proxy.url}/sse", timeout=PATIENCE) as answer:
            await answer.read()
    assert (await proxy.event()).landed
    await asyncio.wait_for(upstream.left.wait(), 10)


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_http_errors(through, client, upstream, status):
    proxy = await through({f"http_{status}": {"retry_after": 7}})
    for _ in range(2):  # the connection stays usable
        answer, body = await get(client, f"{proxy.url}/json")
        assert answer.status == status
        assert answer.headers["Retry-After"] == "7"
        assert answer.headers["X-Steelyard-Fault"] == f"http_{status}"
        assert b"injected_fault" in body
    assert [event.detail for event in proxy.events] == [{"status": status}] * 2
    assert upstream.requests == []


async def test_http_500_without_retry_after(through, client):
    proxy = await through("http_500")
    answer, _ = await get(client, f"{proxy.url}/json")
    assert "Retry-After" not in answer.headers


async def test_http_error_on_a_large_upload(through, client, upstream):
    proxy = await through("http_503")

    async def parts():
        for _ in range(40):
            yield bytes(50_000)

    async with client.post(f"{proxy.url}/echo", data=parts(), timeout=PATIENCE) as answer:
        assert answer.status == 503
    assert (await proxy.event()).landed
    assert upstream.requests == []


@pytest.mark.parametrize("path", ["json", "chunked"])
async def test_truncated(through, client, path):
    proxy = await through({"truncated": {"keep": 0.25}})
    async with client.get(f"{proxy.url}/{path}", timeout=PATIENCE) as answer:
        with pytest.raises(aiohttp.ClientPayloadError):
            await answer.read()
    event = await proxy.event()
    assert event.landed
    assert event.detail == {"bytes": len(BODY) // 4, "of": len(BODY)}


@pytest.mark.parametrize("path", ["json", "chunked"])
async def test_garbled(through, client, path):
    proxy = await through({"garbled": {"rate": 0.1}})
    async with client.get(f"{proxy.url}/{path}", timeout=PATIENCE) as answer:
        body = await answer.read()
    assert len(body) == len(BODY)
    wrong = sum(a != b for a, b in zip(body, BODY, strict=True))
    event = await proxy.event()
    assert event.landed
    assert event.detail == {"flipped": wrong}
    assert wrong > 0


async def test_drip(through, client):
    proxy = await through({"drip": {"piece": 100, "pause": 0.02}})
    async with client.get(f"{proxy.url}/json", timeout=PATIENCE) as answer:
        parts = [part async for part in answer.content.iter_any()]
    assert b"".join(parts) == BODY
    assert len(parts) > 1
    event = await proxy.event()
    assert event.landed
    assert event.detail["pieces"] == -(-len(BODY) // 100)


async def test_drip_ends_after_its_longest(through, client):
    proxy = await through({"drip": {"piece": 1, "pause": 0.02, "longest": 0.05}})
    assert (await get(client, f"{proxy.url}/json"))[1] == BODY
    assert (await proxy.event()).detail["waited_s"] < 30


async def test_drip_of_one_piece_does_not_land(through, client):
    proxy = await through({"drip": {"piece": 10_000}})
    assert (await get(client, f"{proxy.url}/json"))[1] == BODY
    event = await proxy.event()
    assert not event.landed
    assert event.detail == {"reason": "nothing_to_disturb"}


async def test_empty(through, client):
    proxy = await through("empty")
    answer, body = await get(client, f"{proxy.url}/json")
    assert (answer.status, body) == (200, b"")
    assert (await proxy.event()).detail == {"taken": len(BODY)}


@pytest.mark.parametrize("kind", ["empty", "garbled", "truncated", "drip"])
async def test_nothing_to_disturb_in_an_empty_answer(through, client, kind):
    proxy = await through(kind)
    async with client.get(f"{proxy.url}/nothing", timeout=PATIENCE) as answer:
        assert await answer.read() == b""
    event = await proxy.event()
    assert (event.landed, event.detail) == (False, {"reason": "nothing_to_disturb"})


ON_WIRE = [fault.id for fault in FAULTS if fault.on_wire is not None]


@pytest.mark.parametrize("kind", [k for k in ON_WIRE if k not in ("refused", "latency")])
async def test_not_landed_when_the_client_has_left(through, client, upstream, kind):
    """The upstream takes its time; the client has gone before there is an answer to disturb."""
    proxy = await through(kind)
    host, port = proxy.url.removeprefix("http://").split(":")
    _, writer = await asyncio.open_connection(host, int(port))
    length = b"Content-Length: 1000\r\n" if kind.startswith("http_") else b""
    writer.write(b"GET /slow HTTP/1.1\r\nHost: x\r\n" + length + b"\r\n")
    await writer.drain()
    while not upstream.requests and not kind.startswith("http_"):
        await asyncio.sleep(0.01)
    writer.transport.abort()
    if kind.startswith("http_"):  # its request never came whole, so there was nothing to decide
        await asyncio.sleep(0.1)
        assert proxy.events == []
        return
    async with asyncio.timeout(60):
        while not proxy.events:
            await asyncio.sleep(0.01)
    [event] = proxy.events
    assert (event.landed, event.detail) == (False, {"reason": "client_left"})


async def test_every_kind_at_once_and_the_proxy_stays_in_step(through, client, upstream):
    """Whatever was disturbed before, an undisturbed request gets its own answer."""
    kinds = [k for k in ON_WIRE if k not in ("stall", "latency", "drip")]
    proxy = await through(*(f"{kind}:0.08" for kind in kinds), seed=3)

    async def one(number):
        body = f"body {number} ".encode() * 30
        try:
            async with client.post(f"{proxy.url}/echo", data=body, timeout=PATIENCE) as answer:
                return answer.status, await answer.read() == body
        except aiohttp.ClientError:
            return None

    found = await asyncio.gather(*map(one, range(150)))
    await proxy.proxy.quiet(60)
    assert sum(r == (200, True) for r in found) == 150 - sum(e.landed for e in proxy.events)
    assert proxy.proxy.counts.requests == 150
    assert {event.kind for event in proxy.events} == set(kinds)


async def test_closing_the_proxy_ends_what_is_under_way(upstream, client):
    from steelyard.conditions.faults import Schedule, read_rules

    events = []
    schedule = Schedule(read_rules([{"latency": {"delay": 600}}]))
    proxy = FaultProxy(upstream.url, schedule, events.append)
    async with proxy as url:
        asking = asyncio.create_task(client.get(f"{url}/json"))
        while not proxy.counts.requests:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
    with pytest.raises(aiohttp.ClientError):
        await asking
    assert [event.landed for event in events] == [False]


@given(
    data=st.binary(min_size=1, max_size=400),
    rate=st.sampled_from([0.001, 0.05, 0.5, 1.0]),
    seed=st.integers(0, 10**6),
    cuts=st.lists(st.integers(0, 400), max_size=6),
)
def test_flips_do_not_depend_on_the_pieces(data, rate, seed, cuts):
    """The same bytes are wrong however the body is cut; as one piece is the plain way to say it."""
    whole = Flips(rate, random.Random(seed), len(data))
    expected = whole.through(data)
    assert expected != data
    assert whole.count == sum(a != b for a, b in zip(data, expected, strict=True))
    pieces = Flips(rate, random.Random(seed), len(data))
    edges = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    assert b"".join(pieces.through(data[a:b]) for a, b in itertools.pairwise(edges)) == expected


def test_the_rate_of_flips():
    flips = Flips(0.03, random.Random(1), 300_000)
    flips.through(bytes(300_000))
    assert 0.028 < flips.count / 300_000 < 0.032  # 6 standard errors

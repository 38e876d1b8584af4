"""Without a fault the proxy is not there: the same bytes, in order, over few connections."""

from __future__ import annotations

import asyncio
import hashlib
import io
import ssl
import subprocess
import tracemalloc

import aiohttp
import pytest

from steelyard.conditions.faults import FaultProxy, Schedule
from steelyard.conditions.faults import Upstream as Address
from steelyard.errors import InputError
from tests.conditions.faults.conftest import BODY, Upstream, serving


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
async def test_bodies_and_headers_come_as_they_are(through, client, upstream, method):
    proxy = await through()
    body = bytes(range(256)) * 20
    async with client.request(method, f"{proxy.url}/echo?a=1&b=%2F", data=body) as answer:
        assert answer.status == 200
        assert answer.headers["X-Kept"] == "yes"
        assert await answer.read() == body
    assert upstream.requests == [(method, "/echo?a=1&b=/", upstream.url.partition("//")[2])]
    assert proxy.events == []


async def test_head_keeps_the_length(through, client):
    proxy = await through()
    async with client.head(f"{proxy.url}/json") as answer:
        assert answer.headers["Content-Length"] == str(len(BODY))
        assert await answer.read() == b""
    async with client.get(f"{proxy.url}/json") as answer:  # the connection is still in step
        assert await answer.read() == BODY


async def test_chunked_both_ways(through, client):
    proxy = await through()

    async def parts():
        for number in range(20):
            yield bytes([number]) * (number * 997)

    async with client.post(f"{proxy.url}/echo", data=parts()) as answer:
        assert await answer.read() == b"".join([part async for part in parts()])
    async with client.get(f"{proxy.url}/chunked") as answer:
        assert answer.headers["Transfer-Encoding"] == "chunked"
        assert await answer.read() == BODY


async def test_expect_100_continue(through, client):
    proxy = await through()
    async with client.post(f"{proxy.url}/echo", data=b"later", expect100=True) as answer:
        assert await answer.read() == b"later"


async def test_a_stream_is_not_held_back(through, client, upstream):
    """Each event is read before the server is allowed to write the next."""
    proxy = await through()
    async with client.get(f"{proxy.url}/sse") as answer:
        for number in range(3):
            assert await answer.content.readline() == f"data: {number}\n".encode()
            assert await answer.content.readline() == b"\n"
            upstream.step.set()
        assert await answer.content.read() == b""


async def test_ten_megabytes_in_bounded_memory(through, client):
    proxy = await through()
    size, found = 10_000_000, hashlib.sha256()
    data = bytes(size)

    async def read():
        async with client.get(f"{proxy.url}/big/{size}") as answer:
            total = 0
            async for piece in answer.content.iter_any():
                total += len(piece)
                found.update(piece)
            return total

    tracemalloc.start()
    try:
        assert await read() == size
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4_000_000  # server, proxy and client together
    whole = b"".join(
        bytes([at // 65_536 % 251]) * min(65_536, size - at) for at in range(0, size, 65_536)
    )
    assert found.digest() == hashlib.sha256(whole).digest()
    async with client.post(f"{proxy.url}/digest", data=io.BytesIO(data)) as answer:
        assert await answer.text() == hashlib.sha256(data).hexdigest()


async def test_connections_are_kept(through, upstream):
    proxy = await through()
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=1)) as session:
        for _ in range(10):
            async with session.post(f"{proxy.url}/echo", data=b"x") as answer:
                await answer.read()
    assert len(upstream.connections) == 1


@pytest.mark.slow
async def test_two_hundred_at_once(through, upstream):
    proxy = await through()
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as session:

        async def one(number):
            body = str(number).encode() * 50
            async with session.post(f"{proxy.url}/echo", data=body) as answer:
                return await answer.read() == body

        assert all(await asyncio.gather(*map(one, range(200))))
    assert proxy.proxy.counts.passed == 200


async def test_redirects_and_cards_name_the_proxy(through, client, upstream):
    proxy = await through()
    async with client.get(f"{proxy.url}/away", allow_redirects=False) as answer:
        assert answer.headers["Location"] == f"{proxy.url}/echo?there"
    async with client.get(f"{proxy.url}/.well-known/card.json") as answer:
        assert await answer.json() == {
            "url": f"{proxy.url}/a2a",
            "name": "card",
            "other": "http://x/",
        }


async def test_the_upstream_notices_a_client_that_leaves(through, client, upstream):
    proxy = await through()
    with pytest.raises(asyncio.TimeoutError):
        await client.get(f"{proxy.url}/slow", timeout=aiohttp.ClientTimeout(total=0.3))
    await asyncio.wait_for(upstream.left.wait(), 10)


async def test_an_upstream_that_is_not_there_is_a_502_and_no_fault(through, client):
    proxy = await through("garbled", to="http://127.0.0.1:1")
    async with client.get(f"{proxy.url}/x") as answer:
        assert answer.status == 502
        assert "upstream did not answer" in await answer.text()
    event = await proxy.event()
    assert not event.landed
    assert event.detail == {"reason": "upstream_failed"}


async def test_an_upstream_that_dies_is_seen_as_it_is_and_not_counted(through, client):
    proxy = await through()
    async with client.get(f"{proxy.url}/die") as answer:
        with pytest.raises(aiohttp.ClientPayloadError):
            await answer.read()
    assert proxy.events == []
    assert proxy.proxy.counts.upstream_failed == 1


@pytest.mark.parametrize("fault", ["empty", "stall"])
async def test_an_upstream_that_dies_under_a_fault_is_not_the_fault(through, client, fault):
    faults = {"empty": "empty", "stall": {"latency": {"delay": 0.0, "jitter": 0.0}}}
    proxy = await through(faults[fault])
    with pytest.raises((aiohttp.ClientPayloadError, aiohttp.ServerDisconnectedError)):
        async with client.post(f"{proxy.url}/die") as answer:
            await answer.read()
    event = await proxy.event()
    assert event.landed == (fault == "stall")  # the delay was over before the upstream died
    assert proxy.proxy.counts.upstream_failed == 1


async def test_nonsense_does_no_harm(through, client):
    proxy = await through()
    host, port = proxy.url.removeprefix("http://").split(":")
    for said in (b"\x16\x03\x01\x02\x00" * 20 + b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/1.1\r\n"):
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(said)
        writer.write_eof()
        assert await reader.read() == b""
        writer.close()
    async with client.get(f"{proxy.url}/json") as answer:
        assert await answer.read() == BODY


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tls")
    subprocess.run(
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 "
        "-keyout key.pem -out cert.pem -subj /CN=localhost "
        "-addext subjectAltName=IP:127.0.0.1,DNS:localhost",
        shell=True,
        check=True,
        cwd=folder,
        capture_output=True,
    )
    return folder


async def test_https_upstream(certificate, client):
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")
    async with serving(Upstream(), context) as upstream:
        trusted = Address.of(upstream.url, ca_file=str(certificate / "cert.pem"))
        careless = Address.of(upstream.url, verify=False)
        for address in (trusted, careless):
            async with FaultProxy(address, Schedule([])) as url:
                for _ in range(2):
                    async with client.post(f"{url}/echo", data=b"secret") as answer:
                        assert await answer.read() == b"secret"
        async with (
            FaultProxy(upstream.url, Schedule([])) as url,
            client.get(f"{url}/json") as answer,
        ):
            assert answer.status == 502
            assert "certificate" in (await answer.text()).lower()


@pytest.mark.parametrize(
    "address", ["127.0.0.1:80", "ftp://x", "http://", "http://u:p@h/", "http://h:x/"]
)
def test_a_wrong_address_is_said(address):
    with pytest.raises(InputError, match="is not an address"):
        Address.of(address)

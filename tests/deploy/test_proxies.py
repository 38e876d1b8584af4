"""The proxies' own programs with our files: events pass as they come, addresses cannot be forged.

What stands behind them here says what reached it, and sends its second event only when the client
has seen the first.
"""

from __future__ import annotations

import asyncio
import datetime
import io
import json
import os
import shutil
import socket
import subprocess
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from fastapi import Request

from steelyard.api.who import address_of
from tests.ports import free_port
from tests.server.conftest import make_settings

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
NAME = "steelyard.example"
CLIENT = "127.0.0.2"  # not the proxy's own address


class Behind:
    """A service that tells what it hears."""

    async def start(self):
        self.seen = asyncio.Event()
        app = web.Application(client_max_size=2**30)
        app.router.add_get("/echo", self.echo)
        app.router.add_get("/metrics", self.echo)
        app.router.add_get("/events", self.events)
        app.router.add_get("/socket", self.socket)
        app.router.add_post("/upload", self.upload)
        self.runner = web.AppRunner(app)
        await self.runner.setup()
        site = web.TCPSite(self.runner, "127.0.0.1", 0)
        await site.start()
        return self.runner.addresses[0][1]

    async def echo(self, request):
        return web.json_response([list(pair) for pair in request.headers.items()])

    async def upload(self, request):
        return web.json_response(len(await request.read()))

    async def events(self, request):
        answer = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await answer.prepare(request)
        await answer.write(b"data: 1\n\n")
        await self.seen.wait()
        await answer.write(b"data: 2\n\n")
        return answer

    async def socket(self, request):
        line = web.WebSocketResponse()
        await line.prepare(request)
        async for message in line:
            await line.send_str(message.data.upper())
        return line


def nginx(folder, behind, port):
    make_certificate(folder)
    text = (DEPLOY / "nginx" / "steelyard.conf").read_text()
    for ours, theirs in (
        ("127.0.0.1:8765", f"127.0.0.1:{behind}"),
        ("/etc/nginx/certificates", str(folder)),
        ("    listen [::]:443 ssl http2;\n", ""),
        ("    listen [::]:80;\n", ""),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
    ):
        assert ours in text
        text = text.replace(ours, theirs)
    (folder / "steelyard.conf").write_text(text)
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off;\npid {folder}/pid;\nerror_log {folder}/log;\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{places}include {folder}/steelyard.conf;\n}}\n"
    )
    if os.getuid() == 0:
        (folder / "nginx.conf").write_text("user root;\n" + (folder / "nginx.conf").read_text())
    return ["nginx", "-p", str(folder), "-e", f"{folder}/log", "-c", f"{folder}/nginx.conf"]


def caddy(folder, behind, port):
    make_certificate(folder)
    text = (DEPLOY / "caddy" / "Caddyfile").read_text()
    assert "127.0.0.1:8765" in text
    text = text.replace("127.0.0.1:8765", f"127.0.0.1:{behind}")
    text = text.replace(
        f"\n{NAME} {{\n",
        f"\nhttps://{NAME}:{port} {{\n\ttls {folder}/steelyard.pem {folder}/steelyard.key\n",
    )
    options = "{\n\tadmin off\n\tauto_https off\n}\n"
    (folder / "Caddyfile").write_text(options + text)
    return ["caddy", "run", "--config", f"{folder}/Caddyfile", "--adapter", "caddyfile"]


def make_certificate(folder):
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), 1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    plain = (serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "steelyard.pem").write_bytes(certificate.public_bytes(pem))
    (folder / "steelyard.key").write_bytes(key.private_bytes(pem, *plain))


class Resolver(aiohttp.abc.AbstractResolver):
    """Our name is this machine."""

    async def resolve(self, host, port=0, family=socket.AF_INET):
        facts = {"hostname": host, "host": "127.0.0.1", "port": port, "flags": 0, "proto": 0}
        return [{**facts, "family": socket.AF_INET}]

    async def close(self):
        pass


@pytest.fixture(params=[nginx, caddy], ids=lambda make: make.__name__)
async def proxied(request, tmp_path):
    """Give a client of the proxy, and what is behind it."""
    if shutil.which(request.param.__name__) is None:
        pytest.skip(f"{request.param.__name__} is not installed")
    behind = Behind()
    port = free_port()
    command = request.param(tmp_path, await behind.start(), port)
    with (tmp_path / "out").open("wb") as out:
        process = subprocess.Popen(
            command, stdout=out, stderr=out, env={**os.environ, "XDG_DATA_HOME": str(tmp_path)}
        )
    connector = aiohttp.TCPConnector(
        ssl=False, local_addr=(CLIENT, 0), resolver=Resolver(), limit=0
    )
    try:
        async with aiohttp.ClientSession(
            f"https://{NAME}:{port}", connector=connector, timeout=aiohttp.ClientTimeout(30)
        ) as client:
            for _ in range(200):
                try:
                    async with client.get("/echo") as answer:
                        assert answer.status == 200
                        break
                except aiohttp.ClientConnectorError:
                    assert process.poll() is None, (tmp_path / "out").read_text()
                    await asyncio.sleep(0.1)
            yield client, behind
    finally:
        process.terminate()
        process.wait()
        await behind.runner.cleanup()


async def test_events_pass_as_they_come(proxied):
    client, behind = proxied
    async with client.get("/events") as answer:
        assert await answer.content.readuntil(b"\n\n") == b"data: 1\n\n"
        behind.seen.set()
        assert await answer.content.readuntil(b"\n\n") == b"data: 2\n\n"


async def test_websockets_pass(proxied):
    client, _ = proxied
    async with client.ws_connect("/socket") as line:
        await line.send_str("hello")
        assert await line.receive_str() == "HELLO"


async def test_large_uploads_pass(proxied):
    client, _ = proxied
    async with client.post("/upload", data=io.BytesIO(b"x" * 5_000_000)) as answer:
        assert await answer.json() == 5_000_000


async def test_metrics_stay_inside(proxied):
    client, _ = proxied
    async with client.get("/metrics") as answer:
        assert answer.status == 404
        assert "Strict-Transport-Security" in answer.headers


async def test_an_address_cannot_be_forged(proxied):
    client, _ = proxied
    async with client.get("/echo", headers={"X-Forwarded-For": "6.6.6.6"}) as answer:
        headers = json.loads(await answer.text())
    heard = dict(headers)
    assert heard["Host"].partition(":")[0] == NAME
    settings = make_settings("unused", trusted_proxies=("127.0.0.1",))
    scope = {
        "type": "http",
        "client": ("127.0.0.1", 1),
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers],
    }
    assert address_of(Request(scope), settings) == CLIENT

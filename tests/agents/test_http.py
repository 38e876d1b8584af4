from __future__ import annotations

import asyncio
import json
import shutil
import ssl
import subprocess

import pytest

from steelyard.agents import make_agent
from steelyard.errors import AgentSetupError, AskError
from steelyard.model import Case
from tests.agents.misbehaving import read_request

CASE = Case(row=0, case_id="c0", input="你好 a/b?c&d", fields={"scene": "港口"})


class Canned:
    """A server that gives one answer and keeps what it was asked."""

    def __init__(self, body=b"", kind="application/json", *, status="200 OK", raw=None):
        head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        self.answer = raw if raw is not None else head.encode() + body
        self.requests = []

    async def __aenter__(self):
        self.listener = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.listener.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *error):
        self.listener.close()
        await self.listener.wait_closed()

    async def serve(self, reader, writer):
        self.requests.append(await read_request(reader))
        writer.write(self.answer)
        await writer.drain()
        writer.close()

    async def ask(self, adapter="http", case=CASE, **options):
        where = {"base_url": self.url, "model": "m"} if adapter == "openai" else {"url": self.url}
        agent = make_agent({adapter: {**where, **options}})
        await agent.open()
        try:
            return await agent.ask(case)
        finally:
            await agent.close()

    async def failure(self, adapter="http", **options):
        with pytest.raises(AskError) as caught:
            await self.ask(adapter, **options)
        return caught.value


async def test_request_is_the_filled_template_and_answer_the_mapped_one():
    answer = {"data": [{"text": "42"}], "steps": [{"type": "look"}], "n": {"in": 3}, "ok": True}
    async with Canned(json.dumps(answer).encode()) as server:
        reply = await server.ask(
            method="PUT",
            headers={"X-Team": "red"},
            body={"q": "{{input}}", "ctx": {"scene": "{{scene}}", "id": "{{case_id}}/1"}},
            response={
                "output": "data.0.text",
                "trajectory": "steps",
                "input_tokens": "n.in",
                "completed": "ok",
                "confidence": "absent?",
            },
        )
        [request] = server.requests
    assert request.method == "PUT"
    assert request.headers["x-team"] == "red"
    assert request.headers["content-type"] == "application/json"
    assert "cookie" not in request.headers
    assert request.json == {"q": CASE.input, "ctx": {"scene": "港口", "id": "c0/1"}}
    assert (reply.output, reply.trajectory) == ("42", [{"type": "look"}])
    assert (reply.input_tokens, reply.fields) == (3, {"completed": True})


async def test_a_get_carries_the_input_in_its_address():
    async with Canned(b'{"output": "x"}') as server:
        server.url += "/{{scene}}?q={{input}}&fixed=1"
        await server.ask(method="GET")
        [request] = server.requests
    assert request.method == "GET"
    assert request.body == b""
    assert request.path == "/%E6%B8%AF%E5%8F%A3?q=%E4%BD%A0%E5%A5%BD%20a%2Fb%3Fc%26d&fixed=1"


@pytest.mark.parametrize(
    ("body", "kind", "options", "output"),
    [
        ("plain 北京", "text/plain; charset=utf-8", {}, "plain 北京"),
        ("", "text/plain", {}, ""),
        ("北京".encode("gb18030"), "text/plain; charset=gb18030", {}, "北京"),
        ('{"output": "北京"}'.encode("gbk"), "application/json; charset=gbk", {}, "北京"),
        ('\ufeff{"output": "x"}', "application/json", {}, "x"),
        ('{"output": "x"}', "application/problem+json", {}, "x"),
        ('{"a": "x"}', "text/plain", {"response": {"output": "a"}}, "x"),
        ('{"a": "x"}', "text/plain", {}, '{"a": "x"}'),
        ('{"output": null}', "application/json", {}, None),
        ('{"output": {"k": [1]}}', "application/json", {}, '{"k":[1]}'),
    ],
)
async def test_bodies_and_their_encodings(body, kind, options, output):
    data = body.encode() if isinstance(body, str) else body
    async with Canned(data, kind) as server:
        assert (await server.ask(**options)).output == output


@pytest.mark.parametrize(
    ("body", "kind", "reason"),
    [
        (b"\xb1\xb1", "text/plain", "bad_encoding"),
        (b"x", "text/plain; charset=klingon", "bad_encoding"),
        (b'{"output": "\xb1\xb1"}', "application/json", "bad_encoding"),
        (b"<html>", "application/json", "bad_json"),
        (b"", "application/json", "bad_json"),
        (b"[]", "application/json", "bad_reply"),
    ],
)
async def test_bodies_that_cannot_be_used(body, kind, reason):
    async with Canned(body, kind) as server:
        error = await server.failure()
    assert (error.kind, error.reason) == ("agent", reason)


async def test_a_compressed_bomb_is_measured_by_what_it_unpacks_to():
    import gzip

    data = gzip.compress(b'{"output": "' + b"x" * 20_000_000 + b'"}')
    head = (
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
        f"Content-Length: {len(data)}\r\n\r\n"
    )
    assert len(data) < 100_000
    async with Canned(raw=head.encode() + data) as server:
        assert (await server.failure(max_bytes=100_000)).reason == "too_large"
        assert len((await server.ask()).output) == 20_000_000


async def test_a_redirect_on_the_same_host_is_followed_with_body(server):
    agent = make_agent({"http": {"url": server.url("redirect_here")}})
    await agent.open()
    assert (await agent.ask(CASE)).output == CASE.input
    await agent.close()
    assert [request.path for request in server.requests] == ["/redirect_here/ask", "/echo/ask"]


async def test_connections_are_kept_and_used_again(server):
    agent = make_agent({"http": {"url": server.url("echo")}})
    await agent.open()
    for _ in range(10):
        await agent.ask(CASE)
    await agent.close()
    assert server.connections == 1


async def test_an_error_body_is_shown_short_and_harmless():
    body = b"bad \x1b[2J\x00 thing " + b"y" * 10_000
    async with Canned(body, "text/plain", status="400 Bad") as server:
        error = await server.failure()
    assert "bad [2J thing yyy" in error.message
    assert "\x1b" not in error.message
    assert len(error.message) < 500


async def test_a_secret_at_the_edge_of_what_is_read_does_not_show(monkeypatch):
    secret = "s3cr3t-" * 600
    monkeypatch.setenv("EDGE_KEY", secret)
    for body in (secret * 3, secret * 40, "y" * 4000 + secret * 3):
        async with Canned(body.encode(), "text/plain", status="400 Bad") as server:
            error = await server.failure(headers_env={"X-Key": "EDGE_KEY"})
            assert server.requests[0].headers["x-key"] == secret
        assert "s3cr3t" not in error.message


async def test_a_hang_in_the_body_can_be_cancelled(server):
    agent = make_agent({"http": {"url": server.url("hang_in_body")}})
    await agent.open()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(agent.ask(CASE), 0.2)
    for _ in range(3000):
        if server.open_connections == 0:
            break
        await asyncio.sleep(0.02)
    assert server.open_connections == 0  # before close: the connection went with the ask
    await agent.close()


@pytest.fixture
def certificate(tmp_path):
    if shutil.which("openssl") is None:
        pytest.skip("openssl makes the certificate")
    key, cert = tmp_path / "key.pem", tmp_path / "cert.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    command += ["-subj", "/CN=stub", "-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run(
        [*command, "-keyout", str(key), "-out", str(cert)], check=True, capture_output=True
    )
    return key, cert


async def test_tls_is_checked_against_the_authority_of_the_plan(certificate, tmp_path):
    key, cert = certificate
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(cert, key)
    canned = Canned(b'{"output": "x"}')
    canned.listener = await asyncio.start_server(canned.serve, "127.0.0.1", 0, ssl=tls)
    canned.url = f"https://127.0.0.1:{canned.listener.sockets[0].getsockname()[1]}"
    assert (await canned.ask(ca_file=str(cert))).output == "x"
    assert (await canned.ask(verify_tls=False)).output == "x"
    error = await canned.failure()
    assert (error.kind, error.reason, error.fatal) == ("infra", "tls", True)
    assert "ca_file" in error.message
    await canned.__aexit__()


async def test_a_missing_certificate_file_is_named():
    agent = make_agent({"http": {"url": "https://127.0.0.1:1", "ca_file": "absent.pem"}})
    with pytest.raises(AgentSetupError, match=r"absent\.pem"):
        await agent.open()
    await agent.close()

"""The way to a server: certificates, proxies, addresses that lead elsewhere, odd answers."""

from __future__ import annotations

import ipaddress
import threading
import time
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
import uvicorn
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from steelyard.client import Client, RemoteError, TooManyError, UnreachableError
from steelyard.errors import InputError
from tests.client.conftest import token_of


@pytest.fixture
def certificate(tmp_path):
    """A certificate of our own for 127.0.0.1, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "steelyard")])
    here = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(here, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    files = tmp_path / "cert.pem", tmp_path / "key.pem"
    files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return files


@pytest.mark.slow
def test_a_certificate_is_checked(service, certificate, monkeypatch):
    cert, key = certificate
    config = uvicorn.Config(
        service.app, port=0, log_config=None, ssl_certfile=cert, ssl_keyfile=key
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        url = f"https://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        token = token_of(service, "viewer")
        with pytest.raises(UnreachableError, match="certificate"):
            Client(url, token).me.show()
        monkeypatch.setenv("SSL_CERT_FILE", str(cert))
        with Client(url, token) as client:
            assert client.me.show().user.login == "viewer"
    finally:
        server.should_exit = True
        thread.join()


def test_the_proxy_that_is_set_is_used(service, line, monkeypatch):
    monkeypatch.setenv("http_proxy", line.url)
    # It gets there, and is told that the service knows no such name of itself.
    with pytest.raises(RemoteError, match=r"steelyard\.test;"):
        Client("http://steelyard.test", token_of(service, "viewer")).me.show()
    assert line.connections == 1
    monkeypatch.setenv("no_proxy", "steelyard.test")
    with pytest.raises(UnreachableError):
        Client("http://steelyard.test", "t").me.show()


@contextmanager
def answering(status, content=b"", **headers):
    """A server that always answers the same; it is not one of ours."""
    seen = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            seen.append(self.headers)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}", seen
        server.shutdown()
        thread.join()


def test_a_token_is_not_sent_on(service):
    with answering(308, Location="https://elsewhere.example/") as (url, seen):
        with pytest.raises(RemoteError, match=r"elsewhere\.example"):
            Client(url, "t").me.show()
        assert len(seen) == 1


@pytest.mark.parametrize(
    ("status", "content", "said"),
    [
        (200, b"<html>", "not one of a Steelyard server"),
        (200, b'{"user": {}}', r"Me\.user\.id"),
        (404, b"nginx", "status 404"),
    ],
)
def test_what_is_no_answer_of_ours_is_said(status, content, said):
    with (
        answering(status, content) as (url, _),
        Client(url, "t") as client,
        pytest.raises(RemoteError, match=said),
    ):
        client.me.show()


@pytest.mark.slow
def test_a_busy_server_is_asked_again_while_there_is_patience():
    busy = b'{"title": "Too many.", "code": "too_many", "status": 429}'
    with answering(429, busy) as (url, seen):
        with pytest.raises(TooManyError, match="Too many"):
            Client(url, "t", patience=4.0).me.show()
        assert len(seen) > 1
    with answering(429, busy, Retry_After="60") as (url, seen):
        with pytest.raises(TooManyError):
            Client(url, "t", patience=30.0).me.show()
        assert len(seen) == 1  # it would not be over within our patience


@pytest.mark.parametrize("address", ["http://a..b", f"https://{'a' * 64}.cn", "http://", "x"])
def test_an_address_that_leads_nowhere_is_said_to_be_none(address):
    with pytest.raises(InputError, match="no address"):
        Client(address, "syt_x")


@pytest.mark.parametrize("token", ["syt_a\nb", "令牌", "syt_\x00"])
def test_a_token_that_cannot_be_sent_is_said_to_be_none(token):
    with pytest.raises(InputError, match="no token"):
        Client("http://127.0.0.1:1", token)

"""A provider behind a certificate of one's own: trusted when named, refused otherwise."""

from __future__ import annotations

import json
import os
import ssl
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_address

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

pytestmark = pytest.mark.slow

ASK = """
import sys
from steelyard.server.library.reach import Reach
from steelyard.server.people.sso import Provider
from steelyard.server.settings import Settings, SingleSignOn
sso = SingleSignOn(issuer=sys.argv[1], client_id="c")
try:
    print(Provider(sso, Reach(Settings()).connector).endpoints().token)
except Exception as error:
    print(type(error).__name__, error)
"""


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A certificate of 127.0.0.1 that signs itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    moment = datetime.now(UTC)
    address = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(moment - timedelta(hours=1))
        .not_valid_after(moment + timedelta(days=1))
        .add_extension(address, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    folder = tmp_path_factory.mktemp("tls")
    (folder / "cert.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return folder


@pytest.fixture
def issuer(certificate):
    document = {}

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def do_GET(self):
            content = json.dumps(document).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    class Server(HTTPServer):
        def handle_error(self, *_):
            pass  # a client that does not trust us hangs up

    server = Server(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    address = f"https://127.0.0.1:{server.server_port}"
    document |= {
        "issuer": address,
        "authorization_endpoint": f"{address}/authorize",
        "token_endpoint": f"{address}/token",
        "jwks_uri": f"{address}/jwks",
    }
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield document
    server.shutdown()
    server.server_close()
    thread.join()


def ask(issuer, **environment):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("STEELYARD_")}
    return subprocess.run(
        [sys.executable, "-c", ASK, issuer],
        capture_output=True,
        text=True,
        env={**kept, "STEELYARD_ALLOW_LOOPBACK": "true", **environment},
        check=True,
    ).stdout


def test_a_certificate_is_trusted_when_it_is_named(issuer, certificate):
    trusted = {"SSL_CERT_FILE": str(certificate / "cert.pem")}
    assert ask(issuer["issuer"], **trusted).strip() == issuer["token_endpoint"]
    said = ask(issuer["issuer"])
    assert said.startswith("UnavailableError")
    assert "certificate" in said


def test_a_safe_provider_has_no_unsafe_parts(issuer, certificate):
    trusted = {"SSL_CERT_FILE": str(certificate / "cert.pem")}
    issuer["token_endpoint"] = issuer["token_endpoint"].replace("https:", "http:")
    assert "token_endpoint" in ask(issuer["issuer"], **trusted)

"""A browser that goes away before it is answered: nobody's fault, and nobody's traceback."""

from __future__ import annotations

import socket
import urllib.request
from urllib.parse import urlsplit

import nicegui
import pytest

from tests.ui.service import served

ASSET = f"/_nicegui/{nicegui.__version__}/static/nicegui.js"  # passes all of NiceGUI's middleware
LEFT = 20


def leave(base, first, rest):
    """Send a question, or the beginning of one, and hang up."""
    to = urlsplit(base)
    with socket.create_connection((to.hostname, to.port)) as line:
        line.sendall(f"{first} HTTP/1.1\r\nHost: {to.netloc}\r\n{rest}".encode())


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_leaving_is_no_fault(tmp_path):
    with served(tmp_path) as service:
        for _ in range(LEFT):
            leave(service.base, "GET /favicon.ico", "\r\n")
            leave(service.base, f"GET {ASSET}", "\r\n")
        leave(service.base, f"GET {ASSET}", "")  # half a question
        leave(service.base, "POST /login", "Content-Length: 100\r\n\r\nlogin=")
        with urllib.request.urlopen(service.base + ASSET) as answer:  # after all of those
            assert answer.status == 200
    said = service.log.read_text()  # all of it, once the service has ended
    assert "Traceback" not in said
    assert "a fault in the service" not in said

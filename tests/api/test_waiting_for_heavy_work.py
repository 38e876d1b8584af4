"""Requests that wait for heavy work take no thread from the others."""

from __future__ import annotations

import http.client
import json
import threading
import time

import pytest

from steelyard.api.routers import documents
from steelyard.server.library.checks import Checked
from tests.api.live_server import serving

WAITING = 45  # more than the threads that everyone shares


@pytest.fixture
def gate(monkeypatch):
    """A check that waits until the test lets it end; counts those that wait."""
    gate, waiting = threading.Event(), []

    def check(_request):
        waiting.append(1)
        gate.wait()
        return Checked([])

    monkeypatch.setattr(documents, "check_text", check)
    gate.waiting = waiting
    yield gate
    gate.set()


def test_others_are_answered_while_many_wait(service, gate):
    headers = {
        "Authorization": f"Bearer {service.token('admin')}",
        "Content-Type": "application/json",
    }
    path = f"/api/v1/projects/{service.ours}/documents/check"
    body = json.dumps({"kind": "plan", "name": "p", "text": "x"})
    found = []

    with serving(service.app) as address:

        def ask(method, path, body=None):
            client = http.client.HTTPConnection(*address)
            client.request(method, path, body, headers)
            status = client.getresponse().status
            client.close()
            return status

        threads = [
            threading.Thread(target=lambda: found.append(ask("POST", path, body)))
            for _ in range(WAITING)
        ]
        for thread in threads:
            thread.start()
        try:
            while len(gate.waiting) < WAITING:
                time.sleep(0.01)
            # Were they waiting in the threads of everyone, these would wait for ever.
            assert ask("GET", "/healthz") == 200
            assert ask("GET", "/api/v1/me") == 200
        finally:
            gate.set()
            for thread in threads:
                thread.join()
    assert found == [200] * WAITING


def test_the_probe_needs_no_thread(service, monkeypatch):
    import anyio.to_thread

    async def never(*_args, **_given):
        message = "a thread was asked for"
        raise AssertionError(message)

    client = service.client()
    monkeypatch.setattr(anyio.to_thread, "run_sync", never)
    assert client.get("/healthz").status_code == 200

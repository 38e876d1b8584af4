"""Traces, taken by a receiver on loopback that reads what a collector reads."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from steelyard.errors import MissingPackageError
from steelyard.server import telemetry
from tests.server.conftest import make_settings

pytest.importorskip("opentelemetry.exporter.otlp.proto.http")


class Collector:
    """Keeps the spans that are sent to it."""

    def __init__(self):
        from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
            ExportTraceServiceRequest,
        )

        self.spans = spans = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if self.headers.get("Content-Encoding") == "gzip":
                    import gzip

                    body = gzip.decompress(body)
                for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                    facts = plain(resource.resource.attributes)
                    for scope in resource.scope_spans:
                        spans.extend(
                            (one, {**facts, **plain(one.attributes)}) for one in scope.spans
                        )
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1/traces"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def close(self):
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def plain(attributes):
    return {one.key: getattr(one.value, one.value.WhichOneof("value")) for one in attributes}


@pytest.fixture
def collector():
    collector = Collector()
    yield collector
    collector.close()


def test_a_request_is_a_span(collector, settings):
    from fastapi.testclient import TestClient

    from steelyard.api import create_app

    app = create_app(settings.model_copy(update={"otlp_url": collector.url}))
    parent = f"00-{'a' * 32}-{'b' * 16}-01"
    with TestClient(app, base_url="http://127.0.0.1") as client:
        headers = {"traceparent": parent, "Authorization": "Bearer syt_secret"}
        client.get("/api/v1/projects/x/tasks", params={"text": "hidden"}, headers=headers)
    [(span, facts)] = collector.spans
    assert span.trace_id.hex() == "a" * 32
    assert span.name == "GET /api/v1/projects/{project}/tasks"
    assert facts["http.response.status_code"] == 401
    assert (facts["service.name"], facts["service.instance.id"]) == ("steelyard", "server")
    assert not any(word in str(facts) for word in ("syt_secret", "hidden"))


def test_a_carried_task_is_a_span(collector, tmp_path):
    settings = make_settings(tmp_path, otlp_url=collector.url)
    provider = telemetry.open_tracing(settings, "w-0")
    carry = telemetry.traced(provider, lambda _task, _ticket: "finished")
    assert carry("t1", 3) == "finished"
    provider.shutdown()
    [(span, facts)] = collector.spans
    assert span.name == "task"
    assert facts["steelyard.task.id"] == "t1"
    assert facts["steelyard.task.outcome"] == "finished"


def test_nobody_wants_any(tmp_path):
    assert telemetry.open_tracing(make_settings(tmp_path), "server") is None
    assert telemetry.of_requests(None) == {}


def test_without_the_extra_it_is_said(tmp_path, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    with pytest.raises(MissingPackageError, match=r"steelyard\[otel\]"):
        telemetry.open_tracing(make_settings(tmp_path, otlp_url="http://x/"), "server")

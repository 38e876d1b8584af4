"""A project, a storage and a small server to ask, for tests of the library."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from steelyard.server.library.storage import FolderStorage
from steelyard.server.people import projects
from steelyard.server.people.policy import SERVICE


@pytest.fixture
def project(database):
    with database.transaction() as session:
        return projects.create_project(session, SERVICE, "ours", "Ours").id


@pytest.fixture
def other(database):
    with database.transaction() as session:
        return projects.create_project(session, SERVICE, "theirs", "Theirs").id


@pytest.fixture
def storage(tmp_path):
    return FolderStorage(tmp_path / "storage")


@pytest.fixture
def http_server():
    """Answers {"output": "ready"}; /redirect?to=URL redirects there; knows what it was asked."""
    seen = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            seen.append((self.path, dict(self.headers)))
            path, _, to = self.path.partition("?to=")
            if path == "/redirect":
                self.send_response(307)
                self.send_header("Location", to)
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            body = json.dumps({"output": "ready"}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    server.seen = seen
    server.url = f"http://127.0.0.1:{server.server_port}"
    yield server
    server.shutdown()
    thread.join()
    server.server_close()

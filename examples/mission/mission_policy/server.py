"""A player as a server: `POST /` takes what the player may know and answers with its move."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

Player = Callable[[dict[str, Any]], dict[str, Any]]


@contextmanager
def serving(player: Player, *, port: int = 0) -> Iterator[str]:
    """Serve `player` on 127.0.0.1 while the `with` block lasts; port 0 takes any free one.

    Yields:
        The address to post to.
    """

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            size = int(self.headers.get("Content-Length") or 0)
            body = json.dumps(player(json.loads(self.rfile.read(size)))).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            """Say nothing: a line per move helps nobody."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

    with Server(("127.0.0.1", port), Handler) as server:
        thread = Thread(target=server.serve_forever, name="mission-player", daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()

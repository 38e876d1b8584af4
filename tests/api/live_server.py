"""The application of a test on a real socket."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager

import uvicorn


@contextmanager
def serving(app):
    """Serve on a free port of this machine; give (host, port)."""
    # Setting up logs anew would close those of others in this process, pytest's own among them.
    config = uvicorn.Config(app, port=0, log_config=None, lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield server.servers[0].sockets[0].getsockname()[:2]
    finally:
        server.should_exit = True
        thread.join()

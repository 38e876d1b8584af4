"""Ports for servers that must know theirs before they start, or come back on the same one."""

from __future__ import annotations

import contextlib
import os
import random
import socket

# Below those that the system gives to connections and to whoever asks for any port: one of these
# stays free between being found and being used.
_LOWEST, _HIGHEST = 20_000, 32_000
_SLICES = 8  # one for each process of the tests, so that no two find the same


def free_port(together: int = 1) -> int:
    """Return a free port; with `together`, the first of so many in a row."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    size = (_HIGHEST - _LOWEST) // _SLICES
    first = _LOWEST + int(worker) % _SLICES * size
    for port in random.SystemRandom().sample(range(first, first + size - together), 100):
        with contextlib.suppress(OSError), contextlib.ExitStack() as held:
            for number in range(together):
                held.enter_context(socket.socket()).bind(("127.0.0.1", port + number))
            return port
    raise OSError("no free port")

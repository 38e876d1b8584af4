"""One side of the proxy: a connection that knows when the other end has gone."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
from collections.abc import Callable

from steelyard.conditions.faults.http1 import MAX_HEAD


class WatchedReader(asyncio.StreamReader):
    """Says at once when the other end closes, also while nobody reads."""

    def __init__(self) -> None:
        super().__init__(limit=MAX_HEAD)
        self.gone = asyncio.Event()
        self.on_gone: Callable[[], None] | None = None

    def feed_eof(self) -> None:
        """The other end closed."""
        super().feed_eof()
        self._go()

    def set_exception(self, exc: BaseException) -> None:
        """The connection broke."""
        super().set_exception(exc)  # type: ignore[arg-type]
        self._go()

    def _go(self) -> None:
        self.gone.set()
        if self.on_gone is not None:
            self.on_gone()


def end_quietly(writer: asyncio.StreamWriter) -> None:
    """Close as usual."""
    with contextlib.suppress(OSError, RuntimeError):
        writer.close()


def end_with_reset(writer: asyncio.StreamWriter) -> None:
    """Close so that the other end sees a reset: no lingering means RST instead of FIN."""
    sock = writer.get_extra_info("socket")
    if sock is not None:
        with contextlib.suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()

"""The deadline of an answer: a client that takes no bytes of it is cut off.

A client that requests a large response and does not read it occupies memory and a connection; a
closed connection also stays until its last byte is taken. So a response being sent must make
progress. A response that is still being computed has no deadline, nor has an idle event stream.
"""

from __future__ import annotations

import array
import asyncio

TAKEN_BYTES = 1024
"""That a client must take of an answer in the time that the settings give."""


class SendDeadline:
    """Watches one connection while bytes wait to be sent."""

    def __init__(self, transport: asyncio.Transport, seconds: float) -> None:
        self._transport = transport
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None
        self._before: int | None = None

    def watch(self) -> None:
        """Start or restart the deadline: bytes were added to the buffer, or taken from it."""
        self._before = None
        if self._timer is None:
            self._before = unsent(self._transport)
            self._start()

    def cancel(self) -> None:
        """Watch no longer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _start(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self._seconds, self._check)

    def _check(self) -> None:
        self._timer = None
        if not self._transport.get_write_buffer_size():
            return
        left, before = unsent(self._transport), self._before
        if before is not None and before - left < TAKEN_BYTES:
            self._transport.abort()
            return
        self._before = left
        self._start()


def unsent(transport: asyncio.Transport) -> int:
    """Return the bytes that the client has not taken: ours, and where known the system's.

    The system tells us of progress only when a third of its own buffer, megabytes, is free.
    """
    waiting = transport.get_write_buffer_size()
    try:
        import fcntl
        import termios

        found = array.array("i", [0])
        fcntl.ioctl(transport.get_extra_info("socket").fileno(), termios.TIOCOUTQ, found)
        return waiting + found[0]
    except (ImportError, AttributeError, OSError):  # Windows; no socket; another system
        return waiting

"""How a service or its workers are told to end: a signal lets them drain, a second ends them."""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import FrameType

    from steelyard.server.tasks.supervise import Supervisor

INTERRUPTED = 130


class Ending:
    """Hears signals; lets the workers drain while whatever else finishes."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.supervisor: Supervisor | None = None
        self.also: Callable[[], None] = lambda: None
        self._draining: threading.Thread | None = None

    def __call__(self, number: int, _frame: FrameType | None) -> None:
        """Handle a signal."""
        if self.begun.is_set() and number == signal.SIGINT:
            self._end_at_once()
        self.begun.set()
        self.also()
        self.drain()

    def drain(self) -> None:
        """Begin to let the workers drain."""
        if self.supervisor is not None and self._draining is None:
            self._draining = threading.Thread(target=self.supervisor.stop, name="drain")
            self._draining.start()

    def wait(self) -> None:
        """Wait for the workers; a second signal still gets through."""
        while self._draining is not None and self._draining.is_alive():
            self._draining.join(0.2)

    def _end_at_once(self) -> None:
        # A killed worker costs the questions that are open; they are asked again.
        for pid in [] if self.supervisor is None else self.supervisor.pids():
            os.kill(pid, signal.SIGKILL)
        os._exit(INTERRUPTED)


@contextmanager
def ended_by_signals() -> Iterator[Ending]:
    """Give what SIGTERM and Ctrl-C are heard by, inside the block."""
    ending = Ending()
    before: dict[int, Any] = {
        number: signal.signal(number, ending) for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield ending
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def look_after_workers(supervisor: Supervisor, ready: Callable[[], None]) -> None:
    """Look after workers until told to stop."""
    with ended_by_signals() as ending:
        supervisor.start()
        ending.supervisor = supervisor
        ready()
        while not ending.begun.wait(1.0):
            pass
        ending.drain()
        ending.wait()
    logging.getLogger(__name__).info("the workers have ended")

"""What a run tells whoever watches it, and how signals reach it."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

from steelyard.runner.stop import Stopper
from steelyard.runner.tally import Tally

TICK_SECONDS = 0.2


class Progress:
    """Hears how a run goes on. This one listens in silence; displays override what they show."""

    def stage(self, name: str, **facts: Any) -> None:
        """A stage began.

        It is `reading`, `asking`, `judging`, `stopping`, `tabulating`, `summarising` or
        `comparing`; or `worker_lost`, while a cluster asks.
        """

    def read(self, rows: int) -> None:
        """So many rows of the dataset have been read."""

    def preview(self, judging: Mapping[str, Any]) -> None:
        """The cases are read: how their answers will be judged, before the first request."""

    def tick(self, tally: Tally) -> None:
        """The counts while asks are going on; several times a second."""


@asynccontextmanager
async def ticking(tally: Tally, progress: Progress) -> AsyncIterator[None]:
    """Tell `progress` the counts until the block ends, and once more then."""

    async def tick() -> None:
        while True:
            progress.tick(tally)
            await asyncio.sleep(TICK_SECONDS)

    task = asyncio.create_task(tick())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        progress.tick(tally)


@asynccontextmanager
async def stopped_by_signals(stopper: Stopper, progress: Progress) -> AsyncIterator[None]:
    """Ctrl-C (or a polite kill) stops cleanly; a second one stops at once."""
    loop = asyncio.get_running_loop()

    def stop() -> None:
        if stopper.reason is not None:
            stopper.abort()
            return
        stopper.stop()
        progress.stage("stopping")

    signals = (signal.SIGINT, signal.SIGTERM)
    # Only the main thread hears signals; in a notebook's helper thread there is nothing to do.
    if threading.current_thread() is threading.main_thread():
        for number in signals:
            with suppress(NotImplementedError):  # Windows: Ctrl-C raises KeyboardInterrupt instead
                loop.add_signal_handler(number, stop)
    try:
        yield
    finally:
        for number in signals:
            with suppress(NotImplementedError, ValueError):
                loop.remove_signal_handler(number)

"""Daemon threads for functions that block.

Unlike the standard pool, a function that never returns holds up neither the asks after it (its
thread is written off when its ask is cancelled) nor the end of the program.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
from collections.abc import Callable
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any


class Threads:
    """At most `size` calls at once; the rest wait in line. Used from one event loop."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._alive = 0
        self._busy = 0

    def __reduce__(self) -> tuple[type[Threads], tuple[int]]:
        """Elsewhere, begin with no threads: they do not travel."""
        return Threads, (self._size,)

    async def call(self, function: Callable[[], Any]) -> Any:
        """Run `function` in a thread and return what it returns."""
        job = _Job(asyncio.get_running_loop(), contextvars.copy_context(), function)
        self._busy += 1
        if self._busy > self._alive and self._alive < self._size:
            self._alive += 1
            Thread(target=_work, args=(self._jobs,), name="steelyard-ask", daemon=True).start()
        self._jobs.put(job)
        try:
            result, error = await job.future
        finally:
            self._busy -= 1
            if job.abandon():
                self._alive -= 1
        if error is not None:
            raise error
        return result

    def close(self) -> None:
        """Let idle threads end."""
        jobs, self._jobs = self._jobs, SimpleQueue()
        for _ in range(self._alive):
            jobs.put(None)
        self._alive = 0


class _Job:
    """One call: waiting, then running, then done; or abandoned on the way."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        context: contextvars.Context,
        function: Callable[[], Any],
    ) -> None:
        # Not `set_exception`: a future refuses StopIteration, and then nobody would ever wake.
        self.future: asyncio.Future[tuple[Any, BaseException | None]] = loop.create_future()
        self._loop = loop
        self._context = context
        self._function = function
        self._lock = Lock()
        self._state = "waiting"

    def abandon(self) -> bool:
        """Give up on it; return whether that costs a thread."""
        with self._lock:
            running = self._state == "running"
            if self._state != "done":
                self._state = "abandoned"
            return running

    def run(self) -> bool:
        """Run it in this thread; return whether the thread is still wanted."""
        with self._lock:
            if self._state == "abandoned":
                return True
            self._state = "running"
        result, error = None, None
        try:
            result = self._context.run(self._function)
        except BaseException as raised:  # noqa: BLE001 - sys.exit() in a function is its failure
            error = raised
        with self._lock:
            if self._state == "abandoned":
                return False
            self._state = "done"
        with contextlib.suppress(RuntimeError):  # the loop may be closed by now
            self._loop.call_soon_threadsafe(self._settle, result, error)
        return True

    def _settle(self, result: Any, error: BaseException | None) -> None:
        if not self.future.done():
            self.future.set_result((result, error))


def _work(jobs: SimpleQueue[_Job | None]) -> None:
    while (job := jobs.get()) is not None:
        if not job.run():
            return

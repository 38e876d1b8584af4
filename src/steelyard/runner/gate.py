"""How many asks may be in flight now: adapts to a throttling agent, waits for an absent one.

The limit starts at the plan's concurrency. When more than 10 % of a window of attempts is throttled
it is cut, when under 3 % it grows back. When several attempts in a row cannot even connect, the
road is closed: everybody waits while one attempt a second probes, and all go on when it gets
through. Numbers as measured in docs/decisions/0004-runner.md.
"""

from __future__ import annotations

import asyncio
import time

_CUT_ABOVE, _GROW_BELOW = 0.10, 0.03
_SHRINK, _GROW = 0.7, 1.25
_FAILURES_THAT_CLOSE = 3
_PROBE_SECONDS = 1.0


class Gate:
    """Admission of attempts."""

    def __init__(self, concurrency: int) -> None:
        self._most = concurrency
        self.limit = concurrency
        self.in_flight = 0
        self._waiting: list[asyncio.Future[None]] = []
        self._window = self._throttled = 0
        self._unreachable_in_a_row = 0
        self.closed = False
        self._closed_at = 0.0
        self._probing = False
        self.ever_reached = False

    @property
    def closed_for(self) -> float:
        """Seconds since the agent was last within reach; 0 while it is."""
        return time.monotonic() - self._closed_at if self.closed else 0.0

    def try_enter(self) -> bool:
        """Take a place if one is free. The usual case, without a trip through the event loop."""
        if self.closed:
            if self._probing:
                return False
            self._probing = True
        elif self.in_flight >= self.limit:
            return False
        self.in_flight += 1
        return True

    async def enter(self) -> None:
        """Wait for a place and take it."""
        while not self.try_enter():
            future = asyncio.get_running_loop().create_future()
            self._waiting.append(future)
            await future

    def leave(self, *, throttled: bool = False, unreachable: bool = False) -> None:
        """Give the place back and say how the attempt went."""
        self.in_flight -= 1
        if unreachable:
            self._unreachable_in_a_row += 1
            if self._unreachable_in_a_row >= _FAILURES_THAT_CLOSE:
                self._close()
        else:
            self._unreachable_in_a_row = 0
            self.ever_reached = True
            if self.closed:
                self.closed = self._probing = False
            self._adapt(throttled=throttled)
        if self._waiting:
            self._wake()

    def open_all(self) -> None:
        """Let everybody in: the drive is stopping and nobody will start an attempt."""
        self.closed = False
        self.limit = self._most + len(self._waiting)
        self._wake()

    def cancel(self) -> None:
        """Give the place back without a verdict: the attempt was cancelled."""
        self.in_flight -= 1
        if self.closed:
            self._probing = False
        self._wake()

    def _close(self) -> None:
        """Close the road, or keep it closed after a probe failed; the next probe is in a second."""
        if not self.closed:
            self.closed, self._closed_at = True, time.monotonic()
        self._probing = True
        asyncio.get_running_loop().call_later(_PROBE_SECONDS, self._let_one_probe)

    def _let_one_probe(self) -> None:
        if self.closed:
            self._probing = False
            self._wake()

    def _adapt(self, *, throttled: bool) -> None:
        self._window += 1
        self._throttled += throttled
        if self._window < max(8, self.limit):
            return
        share = self._throttled / self._window
        if share > _CUT_ABOVE:
            self.limit = max(1, int(self.limit * _SHRINK))
        elif share < _GROW_BELOW and self.limit < self._most:
            self.limit = min(self._most, int(self.limit * _GROW) + 1)
        self._window = self._throttled = 0

    def _wake(self) -> None:
        free = 1 if self.closed else max(0, self.limit - self.in_flight)
        while free > 0 and self._waiting:
            future = self._waiting.pop(0)
            if not future.done():
                future.set_result(None)
                free -= 1

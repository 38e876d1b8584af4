"""The rate limit: evenly spaced turns."""

from __future__ import annotations

import asyncio


class Pace:
    """Gives out turns, no more than `per_second` of them; the first after so many seconds."""

    def __init__(self, per_second: float | None, first_after: float = 0.0) -> None:
        self.limited = per_second is not None
        self._gap = 1 / per_second if per_second else 0.0
        self._first_after = first_after
        self._next: float | None = None

    async def turn(self) -> None:
        """Wait for a turn."""
        now = asyncio.get_running_loop().time()
        if self._next is None:
            self._next = now + self._first_after
        start = max(now, self._next)
        self._next = start + self._gap
        if start > now:
            await asyncio.sleep(start - now)

"""How many questions the demo agent takes at once, and what a crowd does to it.

It has as many places as it can think about at a time; whoever comes later waits. Once more were
under way than there are places it is in a hurry, and reads only the first third of a question. It
calms down over some answers that it can give in peace. So a peak costs it both time and answers,
and the calm afterwards begins badly. Hurry is counted in answers, so that a run comes out the same
on a slow machine; a while without any question ends it too.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

PLACES = 16
CALMING_ANSWERS = 8  # answers in peace, from coming to leaving, until it is calm
QUIET_S = 2.0  # without a question; the agent has calmed down then


class Crowd:
    """The questions in one agent that have no answer yet."""

    def __init__(self) -> None:
        self._places = asyncio.Semaphore(PLACES)
        self._open = 0
        self._hurried_left = 0
        self._settled_at = 0.0

    @asynccontextmanager
    async def place(self) -> AsyncIterator[Turn]:
        """Wait for a place and keep it while the block lasts."""
        if not self._open and time.monotonic() - self._settled_at > QUIET_S:
            self._hurried_left = 0
        turn = Turn(self, in_peace=not self._open)
        self._open += 1
        try:
            async with self._places:
                yield turn
        finally:
            if not turn.settled:
                self._open -= 1

    def settle(self, *, in_peace: bool) -> bool:
        """Take one question as answered; return whether in a hurry."""
        if self._open > PLACES:
            self._hurried_left = CALMING_ANSWERS
        hurried = self._hurried_left > 0
        if in_peace and self._open == 1:
            self._hurried_left = max(0, self._hurried_left - 1)
        self._open -= 1
        self._settled_at = time.monotonic()
        return hurried


class Turn:
    """One question while it has a place; `in_peace` if nobody was there when it came."""

    def __init__(self, crowd: Crowd, *, in_peace: bool) -> None:
        self._crowd = crowd
        self._in_peace = in_peace
        self.settled = False

    def hurries(self) -> bool:
        """Whether its answer, which is due now, is given in a hurry; ask once."""
        self.settled = True
        return self._crowd.settle(in_peace=self._in_peace)

"""How many questions the demo agent takes at once, and what a crowd does to it.

It has as many places as it can think about at a time; whoever comes later waits. While more are
under way than there are places, and for some answers after that, it is in a hurry: it reads only
the first half of a question. So a peak costs it both time and answers, and the calm afterwards
begins badly. Hurry is counted in answers, not in seconds, so that a run comes out the same on a
slow machine.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

PLACES = 16
CALMING_ANSWERS = 24  # answers in a hurry after the last one with a crowd around it


class Crowd:
    """The questions under way in one agent."""

    def __init__(self) -> None:
        self._places = asyncio.Semaphore(PLACES)
        self._present = 0
        self._hurried_left = 0

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Wait for a place and keep it while the block lasts."""
        self._present += 1
        try:
            async with self._places:
                yield
        finally:
            self._present -= 1

    def hurries(self) -> bool:
        """Whether the answer that is due now is given in a hurry; ask once per answer."""
        if self._present > PLACES:
            self._hurried_left = CALMING_ANSWERS
            return True
        hurried = self._hurried_left > 0
        self._hurried_left = max(0, self._hurried_left - 1)
        return hurried

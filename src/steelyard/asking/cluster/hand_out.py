"""The cases a drive has to give out, and to whom they come back when a worker is lost."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from itertools import islice

from steelyard.errors import ClusterError
from steelyard.i18n import t
from steelyard.model import Case

_MOST_LOSSES = 4
"""Workers that may be lost with the same case before it is taken to be the cause."""


class HandOut:
    """Gives each case to one worker at a time, until it is answered.

    Cases are read when somebody is free to ask them, as in a local drive.
    """

    def __init__(self, cases: Iterator[Case]) -> None:
        self._cases = cases
        self._back: deque[Case] = deque()
        self._given = 0
        self._losses: Counter[int] = Counter()
        self._changed = asyncio.Event()
        self.over = asyncio.Event()

    async def block(self, most: int) -> list[Case]:
        """Return up to `most` cases, waiting while others may still come back; [] at the end."""
        while not self.over.is_set():
            block = self._take(most)
            if block:
                self._given += len(block)
                return block
            if self._given == 0:
                self.stop()
                break
            await self._changed.wait()
        return []

    def answered(self, count: int) -> None:
        """So many of the given cases have their reply in the journal."""
        self._given -= count
        if self._given == 0:
            self._tell()

    def give_back(self, cases: Iterable[Case]) -> None:
        """Take what a lost worker had; somebody else asks it.

        Raises:
            ClusterError: the same case was lost again and again.
        """
        returned = list(cases)
        self._given -= len(returned)
        self._back.extend(returned)
        self._losses.update(case.row for case in returned)
        self._tell()
        guilty = [case.case_id for case in returned if self._losses[case.row] > _MOST_LOSSES]
        if guilty:
            shown = ", ".join(guilty[:5])
            raise ClusterError(
                t("cluster.deadly", n=_MOST_LOSSES + 1, cases=shown), hint=t("cluster.deadly_hint")
            )

    def stop(self) -> None:
        """Give out nothing more."""
        self.over.set()
        self._tell()

    def _take(self, most: int) -> list[Case]:
        block = [self._back.popleft() for _ in range(min(most, len(self._back)))]
        block.extend(islice(self._cases, most - len(block)))
        return block

    def _tell(self) -> None:
        """Wake whoever waits; each looks for himself whether it concerns him."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

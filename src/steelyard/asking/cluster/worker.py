"""One worker of a cluster: asks what it is given and hands replies back as they come.

It lives in a process of its own on some node, and knows neither the bundle nor the other workers.
"""

from __future__ import annotations

import asyncio
import os
import platform
from collections.abc import AsyncIterator
from typing import Any

from steelyard import __version__
from steelyard import bundle as disk
from steelyard.agents import Agent
from steelyard.asking.cluster.order import Order, share
from steelyard.asking.cluster.sent import Counting, Ended, Sent
from steelyard.errors import SteelyardError
from steelyard.model import Case
from steelyard.runner import Asked, Asker, Stopper, Tally, all_or_first_failure

_PAUSE = 0.02
"""Seconds between two sendings: what a killed worker may have been told and not passed on."""
STORE_PAUSE = 0.5
"""The same with a store, whose every write costs."""


class Worker:
    """Asks with one share of the plan's limits.

    Args:
        order: whom to ask and how.
        number: which of the workers it is, from 0.
        workers: how many there are.
        replaces: how many workers in this place were lost before.
    """

    def __init__(self, order: Order, number: int, workers: int, replaces: int) -> None:
        # The process is ours alone, and its variables reach every method, thread and child.
        os.environ.update(order.secrets, STEELYARD_LANG=order.language)
        self._order = order
        self._name = f"{number:05}-{replaces:03}-{os.urandom(4).hex()}"
        self._policy, self._first_after = share(order.policy, number, workers)
        if replaces and self._policy.rate_limit is not None:
            self._first_after = 1 / self._policy.rate_limit  # its predecessor may just have asked
        self._tally = Tally(total=0)
        self._counting = Counting(self._tally)
        self._stopper = Stopper()
        self._cases: asyncio.Queue[Case | None] = asyncio.Queue()
        self._rows: list[int] = []
        self._lines: list[bytes] = []
        self._news = asyncio.Event()
        self._segments = 0
        self._agent: Agent | None = None

    async def open(self) -> dict[str, Any]:
        """Get the agent ready; say what is installed here, and how many asks it takes at once."""
        agent = self._agent = self._order.make_agent()
        await agent.open()
        self._policy = self._policy.fitting(agent.concurrency_hint)
        return {
            "steelyard": __version__,
            "node": platform.node(),
            "pid": os.getpid(),
            "concurrency": self._policy.concurrency,
        }

    async def take(self, cases: list[Case], *, answered: bool) -> None:
        """Put cases in line; `answered` says whether the agent has ever answered anybody."""
        self._tally.done_before = max(self._tally.done_before, int(answered))
        for case in cases:
            self._cases.put_nowait(case)

    async def replies(self) -> AsyncIterator[Sent | Ended]:
        """Yield replies as they come until `finish` or `stop`, then how it ended."""
        assert self._agent is not None
        asker = Asker(
            self._agent, self._policy, self._tally, self._stopper, first_after=self._first_after
        )
        tasks = [asyncio.create_task(self._ask(asker)) for _ in range(self._policy.concurrency)]
        crew = asyncio.create_task(all_or_first_failure(tasks))
        crew.add_done_callback(lambda _: self._news.set())
        pause = _PAUSE if self._order.store is None else STORE_PAUSE
        while not crew.done() or self._rows:
            await self._news.wait()
            self._news.clear()
            if self._rows:
                yield await self._send()
            if not crew.done():
                await asyncio.sleep(pause)
            else:
                self._news.set()
        error = crew.exception()
        if error is not None and not isinstance(error, SteelyardError):
            raise error
        yield Ended(error)

    async def finish(self) -> None:
        """Expect no more cases."""
        for _ in range(self._policy.concurrency):
            self._cases.put_nowait(None)

    async def stop(self) -> None:
        """Start no further attempt; what is in flight is waited for."""
        self._stopper.stop()
        while not self._cases.empty():
            self._cases.get_nowait()
        await self.finish()

    async def close(self) -> None:
        """Let go of the agent."""
        if self._agent is not None:
            await self._agent.close()

    async def _ask(self, asker: Asker) -> None:
        while (case := await self._cases.get()) is not None:
            asked = await asker.ask(case)
            if asked is None:
                return
            self._tally.count(asked.reply)
            self._rows.append(case.row)
            self._lines.append(_line(case, asked))
            self._news.set()

    async def _send(self) -> Sent:
        rows, lines = tuple(self._rows), b"".join(self._lines)
        self._rows, self._lines = [], []
        segment, store = None, self._order.store
        if store is not None:
            self._segments += 1
            segment = f"{self._name}-{self._segments:06}"
            await asyncio.to_thread(store.put, segment, lines)
            lines = b""
        tally = self._tally
        return Sent(
            rows,
            lines,
            segment,
            self._counting.since(),
            tally.limit,
            tally.waiting_for_agent,
            tally.last_error,
        )


def _line(case: Case, asked: Asked) -> bytes:
    reply, attempts, started, facts = asked
    return disk.encode(
        disk.journal_record(case, reply, attempts=attempts, started_at=started, facts=facts)
    )

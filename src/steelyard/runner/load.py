"""Drive an agent at a given load: so many users at once, or so many requests a second.

Every case is asked once. There are no retries, no waits and no easing off, because what the agent
does under this load is what is being measured: a refusal under load is a failure of the agent.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from steelyard.errors import AskError
from steelyard.model import Case
from steelyard.runner.asker import Asked, Asks, failed_reply, timeout_reply
from steelyard.runner.policy import Limits
from steelyard.runner.reached import over
from steelyard.runner.stop import End, Stopper
from steelyard.runner.tally import Tally

Record = Callable[[Case, Asked], None]
Arrivals = Literal["closed", "constant", "poisson"]
_MOST_IN_FLIGHT = 20_000


@dataclass(frozen=True, slots=True)
class LoadLevel:
    """How hard the agent is driven.

    Attributes:
        level: users at once (`closed`), or requests per second.
        arrivals: what a request waits for: its user's earlier answer, or only its time.
        timeout: seconds until a request is given up, from when it was meant to leave.
        seed: seed of random arrivals.
    """

    level: float
    arrivals: Arrivals
    timeout: float
    seed: int


async def drive_load(
    cases: Iterator[Case],
    agent: Asks,
    load: LoadLevel,
    *,
    tally: Tally,
    record: Record,
    stopper: Stopper,
    limits: Limits | None = None,
) -> End:
    """Ask every case at the given load and `record` every reply; return why it ended."""

    def note(case: Case, asked: Asked) -> None:
        record(case, asked)
        tally.count(asked.reply)
        if limits is not None and (limit := over(limits, tally)):
            stopper.stop(limit)

    sender = _Sender(agent, load, tally, note)
    work = _closed if load.arrivals == "closed" else _open
    task = asyncio.create_task(work(cases, sender, load, stopper))
    stopper.watch([task])
    try:
        await task
    except ExceptionGroup as group:
        raise group.exceptions[0] from None
    except asyncio.CancelledError:
        if stopper.reason is None:  # cancelled from outside, not by `abort`
            raise
    return stopper.reason or End.COMPLETE


async def _closed(
    cases: Iterator[Case], sender: _Sender, load: LoadLevel, stopper: Stopper
) -> None:
    """Let each of `level` users ask the next case as soon as the last was answered."""

    async def user() -> None:
        for case in cases:
            await sender.send(case, time.perf_counter())
            if stopper.reason is not None:
                return

    async with asyncio.TaskGroup() as group:
        for _ in range(int(load.level)):
            group.create_task(user())


async def _open(cases: Iterator[Case], sender: _Sender, load: LoadLevel, stopper: Stopper) -> None:
    """Send each case at its time, however many are still unanswered."""
    begun = time.perf_counter()
    places = asyncio.Semaphore(_MOST_IN_FLIGHT)

    async def send(case: Case, intended: float) -> None:
        try:
            await sender.send(case, intended)
        finally:
            places.release()

    async with asyncio.TaskGroup() as group:
        for case, offset in zip(cases, arrival_times(load), strict=False):
            intended = begun + offset
            await asyncio.sleep(max(0.0, intended - time.perf_counter()))
            if stopper.reason is not None:
                return
            await places.acquire()
            group.create_task(send(case, intended))


def arrival_times(load: LoadLevel) -> Iterator[float]:
    """Yield the seconds after the start at which requests leave, without end."""
    chance = random.Random(load.seed)
    now = 0.0
    while True:
        yield now
        gap = 1 / load.level
        now += chance.expovariate(1 / gap) if load.arrivals == "poisson" else gap


class _Sender:
    """Asks one case once and writes down when it was meant to leave, when it left, what came."""

    def __init__(self, agent: Asks, load: LoadLevel, tally: Tally, record: Record) -> None:
        self._agent = agent
        self._timeout = load.timeout
        self._tally = tally
        self._record = record

    async def send(self, case: Case, intended: float) -> None:
        self._tally.in_flight += 1
        began = time.perf_counter()
        facts = {"start_delay_s": began - intended, "in_flight": self._tally.in_flight}
        started_at = time.time()
        try:
            async with asyncio.timeout(self._timeout - (began - intended)):
                reply = await self._agent.ask(case)
            if reply.latency_s is not None:  # as the user feels it: from the intended start
                reply = replace(reply, latency_s=time.perf_counter() - intended)
        except AskError as error:
            elapsed = time.perf_counter() - intended
            reply = replace(failed_reply(error), error_kind="agent", latency_s=elapsed)
        except TimeoutError:
            reply = timeout_reply(self._timeout, time.perf_counter() - intended)
        finally:
            self._tally.in_flight -= 1
        self._record(case, Asked(reply, 1, started_at, facts))

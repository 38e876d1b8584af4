"""Drive a cluster's workers over a stream of cases: give out, keep what comes, replace the lost.

Nothing is decided by a worker but how to ask: which cases are open, what the journal holds, when a
limit is reached and when to stop is known here alone. A worker that dies costs what it had not
passed on; the driver's own death is an interrupted run like any other.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain
from typing import Any

from steelyard import __version__
from steelyard.asking.cluster.connect import first_line, import_ray
from steelyard.asking.cluster.hand_out import HandOut
from steelyard.asking.cluster.order import Order
from steelyard.asking.cluster.sent import Ended, Sent, count
from steelyard.asking.cluster.worker import STORE_PAUSE, Worker
from steelyard.errors import ClusterError, SteelyardError
from steelyard.i18n import t
from steelyard.model import Case
from steelyard.runner import (
    End,
    Progress,
    Stopper,
    Tally,
    all_or_first_failure,
    reached,
    time_limit,
)

_AHEAD_SECONDS = 0.25
"""How much work lies ready at a worker: enough that it never waits, little enough that the last
cases are not left to one."""
_AHEAD_PAUSES = 4
"""The same with a store, in pauses between two of its segments: until then nothing is answered."""
_LARGEST_BLOCK = 2000
_HIRING_FAILURES = 3
_CLOSING_SECONDS = 10.0


async def drive_on_cluster(
    cases: Iterator[Case],
    order: Order,
    *,
    tally: Tally,
    keep: Callable[[bytes], None],
    stopper: Stopper,
    progress: Progress,
) -> End:
    """Ask every case on the cluster and `keep` the journal lines; return why it ended.

    Raises:
        AgentSetupError: no case can succeed (wrong address, wrong key).
        ClusterError: workers cannot be started, or die again and again.
    """
    first = next(cases, None)
    if first is None:  # no worker is worth starting
        return End.COMPLETE
    drive = _Drive(chain([first], cases), order, tally, keep, stopper, progress)
    return await drive.run()


class _Drive:
    """What the places of all workers share."""

    def __init__(
        self,
        cases: Iterator[Case],
        order: Order,
        tally: Tally,
        keep: Callable[[bytes], None],
        stopper: Stopper,
        progress: Progress,
    ) -> None:
        self.order = order
        self.tally = tally
        self.stopper = stopper
        self.progress = progress
        self._keep = keep
        self.hand_out = HandOut(cases)
        self.places: list[_Place] = []
        # Until the agent has answered once, one worker asks: a wrong address is found wrong once.
        self.alone = asyncio.Lock()
        self.agent_answered = asyncio.Event()
        if tally.done_before or tally.done:
            self.agent_answered.set()

    async def run(self) -> End:
        policy, stopper = self.order.policy, self.stopper
        workers = _how_many(self.order, self.tally)
        self.places = [_Place(self, number, workers) for number in range(workers)]
        tasks = [asyncio.create_task(place.work()) for place in self.places]
        stopper.watch(tasks)
        stopper.on_stop(self._stop)
        with time_limit(policy, self.tally, stopper):
            await all_or_first_failure(tasks)
        return stopper.reason or End.COMPLETE

    async def take_in(self, sent: Sent) -> None:
        """Put replies in the journal and count them."""
        lines = sent.lines
        if sent.segment is not None:
            assert self.order.store is not None
            lines = await asyncio.to_thread(self.order.store.get, sent.segment)
        self._keep(lines)
        count(self.tally, sent)
        self.tally.limit = sum(place.limit for place in self.places)
        self.tally.waiting_for_agent = any(place.waiting for place in self.places)
        self.hand_out.answered(len(sent.rows))
        self.agent_answered.set()
        if self.stopper.reason is None and (limit := reached(self.order.policy, self.tally)):
            self.stopper.stop(limit)

    def _stop(self) -> None:
        self.hand_out.stop()
        for place in self.places:
            place.stop()


class _Place:
    """The place of one worker, whoever fills it."""

    def __init__(self, drive: _Drive, number: int, workers: int) -> None:
        self._drive = drive
        self._number = number
        self._workers = workers
        self._worker: Any = None
        self._lost = 0
        self._node = ""
        self._open: dict[int, Case] = {}
        self._room = asyncio.Event()
        self._concurrency = 1
        self._begun = 0.0
        self._done = 0
        self.limit = 0
        self.waiting = False

    async def work(self) -> None:
        """See to it that somebody works here until every case is answered."""
        died = import_ray().exceptions.RayActorError
        failures = 0
        while not self._drive.hand_out.over.is_set():
            hired = False
            try:
                hired = await self._hire()
                if hired:
                    await self._with_worker()
                    return
            except died as error:
                failures = 0 if hired else failures + 1
                self._mourn(error, failures)
            finally:
                await self._dismiss()

    def stop(self) -> None:
        """Tell the worker to start nothing more."""
        if self._worker is not None:
            self._worker.stop.remote()

    async def _hire(self) -> bool:
        """Start a worker; False when everything was answered before the cluster had room for it."""
        ray = import_ray()
        maker = ray.remote(Worker).options(
            num_cpus=1, max_restarts=0, max_concurrency=1000, scheduling_strategy="SPREAD"
        )
        self._worker = maker.remote(self._drive.order, self._number, self._workers, self._lost)
        opened = asyncio.ensure_future(self._worker.open.remote())
        over = asyncio.create_task(self._drive.hand_out.over.wait())
        await asyncio.wait([opened, over], return_when=asyncio.FIRST_COMPLETED)
        over.cancel()
        if not opened.done():
            opened.cancel()
            return False
        facts = _said(opened)
        if facts["steelyard"] != __version__:
            versions = {"there": facts["steelyard"], "here": __version__}
            raise ClusterError(t("cluster.other_version", node=facts["node"], **versions))
        self._node, self._concurrency = facts["node"], facts["concurrency"]
        self._begun, self._done = time.monotonic(), 0
        return True

    async def _with_worker(self) -> None:
        """Give cases and take replies until there is nothing more of either."""
        feeding = asyncio.create_task(self._feed())
        try:
            async for reference in self._worker.replies.remote():
                sent: Sent | Ended = await reference
                if isinstance(sent, Ended):
                    if sent.error is not None:
                        raise sent.error
                    return
                for row in sent.rows:
                    del self._open[row]
                self._done += len(sent.rows)
                self.limit, self.waiting = sent.limit or self._concurrency, sent.waiting
                await self._drive.take_in(sent)
                self._room.set()
        finally:
            feeding.cancel()
            with suppress(BaseException):
                await feeding

    async def _feed(self) -> None:
        drive = self._drive
        if not drive.agent_answered.is_set():
            async with drive.alone:
                if not drive.agent_answered.is_set():
                    await self._give(self._concurrency)
                    await _first(drive.agent_answered, drive.hand_out.over)
        while await self._give(self._ahead()):
            while len(self._open) >= self._concurrency + self._ahead():
                self._room.clear()
                await self._room.wait()
        await self._worker.finish.remote()

    async def _give(self, most: int) -> bool:
        block = await self._drive.hand_out.block(most)
        self._open |= {case.row: case for case in block}
        if block:
            answered = self._drive.agent_answered.is_set()
            await self._worker.take.remote(block, answered=answered)
        return bool(block)

    def _ahead(self) -> int:
        """Return how many cases the worker answers in a moment, by what it did so far."""
        rate = self._done / max(0.01, time.monotonic() - self._begun)
        least, seconds = 1, _AHEAD_SECONDS
        if self._drive.order.store is not None:
            least, seconds = self._concurrency, _AHEAD_PAUSES * STORE_PAUSE
        return max(least, min(_LARGEST_BLOCK, int(rate * seconds)))

    def _mourn(self, error: Exception, failures: int) -> None:
        """Give back what the lost worker had; say so; stop when none can be started."""
        self._lost += 1
        if failures >= _HIRING_FAILURES:
            message = t("cluster.no_worker", n=failures, error=first_line(error))
            raise ClusterError(message, hint=t("cluster.no_worker_hint")) from error
        if self._open:
            self._drive.progress.stage("worker_lost", node=self._node, cases=len(self._open))
        self._drive.hand_out.give_back(self._open.values())
        self._open = {}

    async def _dismiss(self) -> None:
        ray = import_ray()
        worker, self._worker = self._worker, None
        self.limit, self.waiting = 0, False
        if worker is None:
            return
        with suppress(Exception):
            async with asyncio.timeout(_CLOSING_SECONDS):
                await worker.close.remote()
        with suppress(Exception):
            ray.kill(worker)


def _how_many(order: Order, tally: Tally) -> int:
    """Return how many workers to have: no more than CPUs, asks in flight, or cases."""
    ray = import_ray()
    settings = order.policy.ray
    wanted = settings.workers if settings is not None else None
    if wanted is None:
        wanted = int(ray.cluster_resources().get("CPU", 1))
    left = tally.total - tally.done_before - tally.done
    return max(1, min(wanted, order.policy.concurrency, left))


def _said(opened: asyncio.Future[dict[str, Any]]) -> dict[str, Any]:
    """Return what the worker said when it opened; what is wrong with the plan is no loss of it."""
    try:
        return opened.result()
    except import_ray().exceptions.RayTaskError as error:
        if isinstance(error.cause, SteelyardError):
            raise error.cause from None
        raise


async def _first(*events: asyncio.Event) -> None:
    """Wait until one of the events has happened."""
    tasks = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()

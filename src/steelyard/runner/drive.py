"""Drive an agent over a stream of cases. Knows nothing of scores, files or screens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from steelyard.model import Case
from steelyard.runner.asker import Asked, Asker, Asks
from steelyard.runner.policy import RunPolicy
from steelyard.runner.reached import reached
from steelyard.runner.stop import End, Stopper
from steelyard.runner.tally import Tally

_BREATH = 16


async def drive(
    cases: Iterator[Case],
    agent: Asks,
    policy: RunPolicy,
    *,
    tally: Tally,
    record: Callable[[Case, Asked], None],
    stopper: Stopper,
) -> End:
    """Ask every case and `record` every reply; return why it ended.

    Raises:
        AgentSetupError: no case can succeed (wrong address, wrong key).
    """
    asker = Asker(agent, policy, tally, stopper)
    tally.limit = policy.concurrency

    async def work() -> None:
        # Workers share one iterator: the next case is read when somebody is free to ask it.
        for number, case in enumerate(cases):
            if number % _BREATH == 0:  # an agent that never waits would keep the loop to itself
                await asyncio.sleep(0)
            asked = await asker.ask(case)
            if asked is None:
                return
            record(case, asked)
            tally.count(asked.reply)
            if stopper.reason is None and (limit := reached(policy, tally)):
                stopper.stop(limit)
            if stopper.reason is not None:
                return

    workers = min(policy.concurrency, max(1, tally.total))
    tasks = [asyncio.create_task(work()) for _ in range(workers)]
    stopper.watch(tasks)
    with time_limit(policy, tally, stopper):
        await all_or_first_failure(tasks)
    return stopper.reason or End.COMPLETE


@contextmanager
def time_limit(policy: RunPolicy, tally: Tally, stopper: Stopper) -> Iterator[None]:
    """Stop what is driven in the block when the plan's time is up."""
    if policy.limits.time is None:
        yield
        return
    loop = asyncio.get_running_loop()
    alarm = loop.call_later(policy.limits.time - tally.elapsed, stopper.stop, End.TIME)
    try:
        yield
    finally:
        alarm.cancel()


async def all_or_first_failure(tasks: list[asyncio.Task[None]]) -> None:
    """Wait for all tasks; when one fails, cancel the others and raise its error."""
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception):
            raise result

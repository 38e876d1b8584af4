"""A share of the processor for given processes, by stopping and continuing them in turn.

Nothing else works everywhere without rights: priorities matter only while others compete, and
control groups need an administrator.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

PERIOD = 0.1


@dataclass(slots=True)
class Throttled:
    """What was done so far: how often somebody was stopped, and for how long altogether."""

    stops: int = 0
    stopped_s: float = 0.0
    _stopped: set[int] = field(default_factory=set)


def can_throttle() -> bool:
    """Whether this system has the signals."""
    return hasattr(signal, "SIGSTOP")


@asynccontextmanager
async def throttle(
    pids: Iterable[int] | Callable[[], Iterable[int]], share: float, *, period: float = PERIOD
) -> AsyncIterator[Throttled]:
    """Let processes run only `share` of the time while the block lasts.

    Args:
        pids: the processes, or a function that finds them anew in every period; negative numbers
            are process groups. Processes that are gone are no error.
        share: of the time that they run, between 0 and 1.
        period: seconds of one turn.
    """
    find = pids if callable(pids) else (lambda listed=tuple(pids): listed)
    done = Throttled()
    task = asyncio.create_task(_take_turns(find, share, period, done))
    try:
        yield done
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        _continue(done)


async def _take_turns(
    find: Callable[[], Iterable[int]], share: float, period: float, done: Throttled
) -> None:
    while True:
        begun = time.perf_counter()
        for pid in find():
            if _send(pid, signal.SIGSTOP):
                done._stopped.add(pid)
        stopped = bool(done._stopped)
        try:
            await asyncio.sleep(period * (1 - share))
        finally:
            if stopped:
                done.stops += 1
                done.stopped_s += time.perf_counter() - begun
        # The rest of the turn is as long as the stop really was: a late timer changes no share.
        stopped_for = time.perf_counter() - begun
        _continue(done)
        await asyncio.sleep(stopped_for * share / (1 - share))


def _continue(done: Throttled) -> None:
    while done._stopped:
        _send(done._stopped.pop(), signal.SIGCONT)


def _send(pid: int, number: signal.Signals) -> bool:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if pid < 0:
            os.killpg(-pid, number)
        else:
            os.kill(pid, number)
        return True
    return False

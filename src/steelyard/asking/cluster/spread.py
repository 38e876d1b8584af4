"""CPU-bound work spread over a Ray cluster that is already connected to."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import chain, islice
from typing import Any, TypeVar

from steelyard.model import Sent

Item = TypeVar("Item")
Result = TypeVar("Result")

_RETRIES = 5  # of a piece whose process or machine was lost; what the work itself raises stands


def ray_spread(work: Callable[[Item], Result], items: Iterable[Item], /) -> Iterator[Result]:
    """Do the work on the cluster; results come in order, and few items are under way at a time.

    The work is pure, so a piece that was lost with its process is simply done again.
    """
    ray: Any = import_module("ray")  # optional, and slow to load: only runs that ask for it pay
    task = ray.remote(max_retries=_RETRIES, retry_exceptions=False)(_do)
    sent = ray.put(Sent(work))  # once, not with every piece
    # Twice as many as there are CPUs: the next piece is there when one is done.
    most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting = iter(items)
    few = list(islice(waiting, 2))
    if len(few) < 2:  # a single piece is done before a process elsewhere has begun
        yield from map(work, few)
        return
    waiting = chain(few, waiting)
    under_way = deque(task.remote(sent, item) for item in islice(waiting, most))
    try:
        while under_way:
            result: Result = ray.get(under_way[0])
            under_way.popleft()
            under_way.extend(task.remote(sent, item) for item in islice(waiting, 1))
            yield result
    finally:
        # Nobody takes them any more. Ray is not asked to cancel what has ended: it may find that
        # it no longer knows the task, which it takes for a bug of its own, and ends the process.
        left = list(under_way)
        for ref in ray.wait(left, num_returns=len(left), timeout=0)[1] if left else ():
            ray.cancel(ref)


def _do(work: Callable[[Any], Any], item: Any) -> Any:
    return work(item)

"""Ways of doing work elsewhere, for the tests: what travels must survive it."""

from __future__ import annotations

import multiprocessing
import pickle
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice

from steelyard.model import Sent


def travelled(thing):
    return pickle.loads(pickle.dumps(thing))


def pickled(work, items):
    """Every piece of work, item and result goes through pickle; the work is a new one each time."""
    sent = pickle.dumps(Sent(work))
    return (travelled(pickle.loads(sent)(travelled(item))) for item in items)


@contextmanager
def pooled():
    """Real processes, which know nothing of what this one has loaded or set."""
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:

        def spread(work, items):
            sent, waiting = Sent(work), iter(items)
            under_way = deque(pool.submit(sent, item) for item in islice(waiting, 3))
            while under_way:
                yield under_way.popleft().result()
                under_way.extend(pool.submit(sent, item) for item in islice(waiting, 1))

        yield spread

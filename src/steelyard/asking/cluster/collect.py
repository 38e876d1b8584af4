"""Replies that workers had stored when the run was killed come into the journal first."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

from steelyard import bundle as disk
from steelyard.asking.cluster.store import Store


def collect_stored(store: Store, done: bytearray, keep: Callable[[bytes], None]) -> int:
    """Keep the lines of every row that is not `done`, and mark it; return how many.

    Segments stay where they are: collecting them twice changes nothing.
    """
    collected = 0
    for name in store.names():
        for line in disk.whole_lines(BytesIO(store.get(name)), name):
            if not done[line.row]:
                keep(disk.sealed(line.content))
                done[line.row] = 1
                collected += 1
    return collected

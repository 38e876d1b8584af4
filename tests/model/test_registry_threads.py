"""A registry that many threads look into at once is whole for each of them."""

from __future__ import annotations

import threading
import time

from steelyard.registry import Registry


def test_nobody_sees_half_a_registry():
    def load():
        for number in range(5):
            time.sleep(0.01)
            registry.add(str(number), number)
            assert registry.get(str(number)) == number  # a loader may look things up itself

    registry = Registry("thing", load)
    start = threading.Barrier(8)
    found = []

    def look():
        start.wait()
        found.append(registry.names())

    threads = [threading.Thread(target=look) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [["0", "1", "2", "3", "4"]] * 8

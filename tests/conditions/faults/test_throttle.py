"""A busy process gets its share of the processor, and all of it again afterwards."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import psutil
import pytest

from steelyard.conditions.faults import throttle

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no stop signals")


@pytest.fixture
def busy():
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"], start_new_session=True)
    yield psutil.Process(process.pid)
    process.kill()
    process.wait()


def used(process):
    times = process.cpu_times()
    return times.user + times.system


@pytest.mark.slow
@pytest.mark.parametrize("group", [False, True])
async def test_stopped_most_of_the_time(busy, group):
    """It runs at most while it is not stopped; how much it then gets is the machine's business."""
    loop = asyncio.get_running_loop()
    pid = -busy.pid if group else busy.pid
    begun, before = loop.time(), used(busy)
    async with asyncio.timeout(60), throttle([pid], 0.2) as done:
        while done.stops < 8:
            await asyncio.sleep(0.05)
    elapsed, spent = loop.time() - begun, used(busy) - before
    assert spent <= elapsed - done.stopped_s + 0.1
    assert done.stopped_s > 0.4 * elapsed


async def test_goes_on_afterwards(busy):
    async with throttle([busy.pid], 0.05):
        await asyncio.sleep(0.15)
    before = used(busy)
    async with asyncio.timeout(60):
        while used(busy) <= before:
            await asyncio.sleep(0.02)
    assert busy.status() != psutil.STATUS_STOPPED


async def test_processes_that_are_gone_are_no_error():
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    async with throttle(lambda: [process.pid], 0.5) as done:
        await asyncio.sleep(0.15)
    assert done.stops == 0

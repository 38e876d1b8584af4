"""Letting a client wait, and knowing that it did."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from steelyard.conditions.faults.exchange import ClientLeftError, Exchange
from steelyard.conditions.faults.fault import Shot


async def hold(wire: Exchange, shot: Shot, seconds: float) -> None:
    """Let the client wait; a client that gives up meanwhile has felt it."""
    wire.check_client()
    waited = await wire.wait(seconds)
    left = wire.client_left
    shot.land(planned_s=round(seconds, 4), waited_s=round(waited, 4), left=left)
    if left:
        raise ClientLeftError


async def sleep(shot: Shot, seconds: float, **detail: Any) -> None:
    """The same for an ask without a wire; a timeout comes as a cancellation."""
    begun = time.perf_counter()
    left = True
    try:
        await asyncio.sleep(seconds)
        left = False
    finally:
        waited = round(time.perf_counter() - begun, 4)
        shot.land(planned_s=round(seconds, 4), waited_s=waited, left=left, **detail)

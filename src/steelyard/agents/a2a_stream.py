"""Reading a streamed A2A answer off the wire: events until the task ends, with their times."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp

from steelyard.agents.a2a_task import Exchange
from steelyard.agents.failures import too_large
from steelyard.agents.mapping import parse_json
from steelyard.agents.sse import EventReader


class ExchangeStream:
    """One streamed answer; the clock starts when it is made.

    Args:
        exchange: what the events are added to.
        unwrap: from a JSON-RPC response to its result; raises what the error in it means.
        max_bytes: largest answer that is read.
    """

    def __init__(self, exchange: Exchange, unwrap: Callable[[Any], Any], *, max_bytes: int) -> None:
        self._exchange = exchange
        self._unwrap = unwrap
        self._max_bytes = max_bytes
        self._started = time.perf_counter()
        self.first_token_s: float | None = None

    async def read(self, response: aiohttp.ClientResponse) -> None:
        """Read until the task ends or the stream does; a server may also answer in one piece."""
        if not response.content_type.endswith("event-stream"):
            data = b"".join([part async for part in self._bounded(response)])
            self._take([data])
            return
        events = EventReader()
        async for part in self._bounded(response):
            self._take(events.feed(part))
            if self._exchange.ended:
                return
        self._take(events.finish())

    async def _bounded(self, response: aiohttp.ClientResponse) -> AsyncIterator[bytes]:
        size = 0
        async for part in response.content.iter_any():
            size += len(part)
            if size > self._max_bytes:
                raise too_large(self._max_bytes)
            yield part

    def _take(self, events: list[bytes]) -> None:
        for event in events:
            said = self._exchange.add(self._unwrap(parse_json(event)))
            if said and self.first_token_s is None:
                self.first_token_s = time.perf_counter() - self._started

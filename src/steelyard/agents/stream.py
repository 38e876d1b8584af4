"""Reading a streamed chat completion off the wire, with its times."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import aiohttp

from steelyard.agents.chat import Assembly, read_completion
from steelyard.agents.failures import connection_error, too_large
from steelyard.agents.mapping import parse_json
from steelyard.agents.sse import EventReader
from steelyard.errors import AskError
from steelyard.i18n import t
from steelyard.model import Reply

_DONE = b"[DONE]"
# How long a server may take to close a stream it has finished; then the connection is dropped.
_CLOSING_S = 1.0


class CompletionStream:
    """One streamed answer; the clock starts when it is made."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._events = EventReader()
        self._assembly = Assembly()
        self._started = time.perf_counter()
        self._first_token_s: float | None = None
        self._latency_s = 0.0

    async def read(self, response: aiohttp.ClientResponse) -> None:
        """Read until the last event."""
        if not response.content_type.endswith("event-stream"):
            message = t("agents.not_a_stream", found=response.content_type)
            raise AskError(message, kind="agent", reason="bad_reply", retryable=False)
        size = 0
        async for part in response.content.iter_any():
            size += len(part)
            if size > self._max_bytes:
                raise too_large(self._max_bytes)
            if self._take(self._events.feed(part)):
                await _drain(response)
                return
        self._take(self._events.finish())

    def reply(self, place: str) -> Reply:
        """Return the answer; a stream that just stops was cut."""
        if not self._assembly.finished:
            raise connection_error(t("agents.stream_cut"), place=place)
        reply = read_completion(self._assembly.document(), latency_s=self._latency_s)
        return replace(reply, first_token_s=self._first_token_s)

    def _take(self, events: list[bytes]) -> bool:
        """Take events; return whether the last one has come."""
        self._latency_s = time.perf_counter() - self._started
        for event in events:
            if event.strip() == _DONE:
                self._assembly.finished = True
                return True
            if self._assembly.add(parse_json(event)) and self._first_token_s is None:
                self._first_token_s = self._latency_s
        return False


async def _drain(response: aiohttp.ClientResponse) -> None:
    """Read the little that follows the last event, so that the connection can be used again."""
    try:
        async with asyncio.timeout(_CLOSING_S):
            async for _ in response.content.iter_any():
                pass
    except (TimeoutError, aiohttp.ClientError):
        pass  # The answer is whole; only the connection is not worth keeping.

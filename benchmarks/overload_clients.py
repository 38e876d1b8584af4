"""Clients that overload a service, in one process of their own.

    python -m benchmarks.overload_clients < WHAT

WHAT is JSON as for `service_clients`, with half_open, reports, checks, more_runs, good_sources and
bad_sources besides. Ordinary clients and event streams are those of the load benchmark; with them
come half-open connections, requests for PDF reports and checks of documents. Prints JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import Counter
from typing import Any

from benchmarks.service_clients import ARRIVE_SECONDS, Load

HALF_A_HEAD = b"GET /api/v1/me HTTP/1.1\r\nHost: localhost\r\nX-Padding: "
_RECONNECT_SECONDS = 1.0
_LONGEST_SECONDS = 120
# Every check is of another text, so that none finds the result of an earlier one.
_INDICATOR = """indicators:
{entries}"""
_ENTRY = """  made.number_{number}_{entry}:
    version: 1
    name: {{en: Number {entry}, zh: 指标 {entry}}}
    meaning: {{en: Share of rows with an output, zh: 有输出的行所占比例}}
    expression: "mean(output_tokens) + {number} + {entry}"
    unit: ratio
"""
ENTRIES = 100


class HalfOpen(asyncio.Protocol):
    """Sends half a request and waits until it is cut off."""

    def __init__(self) -> None:
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send half of the headers."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(HALF_A_HEAD)

    def connection_lost(self, _: Exception | None) -> None:
        """Note the end."""
        if not self.lost.done():
            self.lost.set_result(None)


class Overload(Load):
    """Ordinary clients, and everything that comes with them."""

    def __init__(self, what: dict[str, Any]) -> None:
        super().__init__({**what, "sources": what["good_sources"]})
        self.half_open = 0
        self.most_half_open = 0
        self.cut_off = 0
        self.unreachable = 0
        self.heavy: dict[str, Counter[str]] = {"report": Counter(), "check": Counter()}
        self.heavy_seconds: dict[str, list[float]] = {"report": [], "check": []}

    async def run(self) -> dict[str, Any]:
        """Let everyone press at once until the time is over."""
        what = self.what
        async with asyncio.TaskGroup() as group:
            ordinary = group.create_task(super().run())
            await asyncio.sleep(0)  # it sets the time
            for number in range(what["half_open"]):
                source = what["bad_sources"][number % len(what["bad_sources"])]
                group.create_task(self.hold_half_open(source))
            for number in range(what["reports"]):
                group.create_task(self.ask_reports(number))
            for number in range(what["checks"]):
                group.create_task(self.ask_checks(number))
        return {
            **ordinary.result(),
            "most_half_open": self.most_half_open,
            "cut_off": self.cut_off,
            "unreachable": self.unreachable,
            "heavy": {name: dict(found) for name, found in self.heavy.items()},
            "heavy_seconds": self.heavy_seconds,
        }

    def left(self) -> float:
        """Return the seconds until the end."""
        return self.end - time.perf_counter()

    async def hold_half_open(self, source: str) -> None:
        """Hold a half-open connection, and open another when it is cut off."""
        await asyncio.sleep(self.random.random() * ARRIVE_SECONDS)
        while self.left() > 0:
            try:
                held = await self.connect(HalfOpen, source)
            except OSError:
                self.unreachable += 1
            else:
                self.half_open += 1
                self.most_half_open = max(self.most_half_open, self.half_open)
                await asyncio.wait([held.lost], timeout=max(0, self.left()))
                self.half_open -= 1
                self.cut_off += held.lost.done()
                held.transport.abort()
            await asyncio.sleep(min(_RECONNECT_SECONDS, max(0, self.left())))

    async def ask_reports(self, number: int) -> None:
        """Ask for PDF reports: half of the clients for the same runs, the others for their own."""
        runs = self.what["more_runs"]
        at = 0 if number % 2 else number
        while self.left() > 0:
            run = f"{self.base}/runs/{runs[at % len(runs)]}"
            language = ("en", "zh")[at // len(runs) % 2]
            await self.ask_heavy("report", number, f"{run}/download?format=pdf", None, language)
            at += 1

    async def ask_checks(self, number: int) -> None:
        """Ask for checks of documents that nobody has checked before."""
        at = 0
        while self.left() > 0:
            entries = (
                _ENTRY.format(number=f"{number}{at:04}", entry=entry) for entry in range(ENTRIES)
            )
            text = _INDICATOR.format(entries="".join(entries))
            body = {"kind": "indicator", "name": f"draft {number}", "text": text}
            await self.ask_heavy("check", number, f"{self.base}/documents/check", body, "en")
            at += 1

    async def ask_heavy(self, kind: str, number: int, path: str, body: Any, language: str) -> None:
        """Ask once on a connection of its own; when refused, wait as long as the answer says."""
        token = self.what["tokens"][number % len(self.what["tokens"])]
        request = self.request(token, "GET" if body is None else "POST", path, body)
        head, _, rest = request.partition(b"\r\n")
        more = f"Connection: close\r\nAccept-Language: {language}\r\n".encode()
        begun = time.perf_counter()
        try:
            async with asyncio.timeout(max(0.1, self.left())):
                answer = await self._whole_answer(head + b"\r\n" + more + rest, number)
        except TimeoutError:
            self.heavy[kind]["unfinished"] += 1
            return
        except OSError as error:
            self.heavy[kind][type(error).__name__] += 1
            await asyncio.sleep(_RECONNECT_SECONDS)
            return
        head, _, _ = answer.partition(b"\r\n\r\n")
        wait = _retry_after(head)
        if head[9:12] == b"200":
            self.heavy[kind]["answered"] += 1
            self.heavy_seconds[kind].append(time.perf_counter() - begun)
        elif head[9:12] == b"429" and wait is not None:
            self.heavy[kind]["refused with Retry-After"] += 1
            await asyncio.sleep(min(wait, max(0, self.left())))
        else:
            self.heavy[kind][head[9:12].decode() or "nothing"] += 1
            await asyncio.sleep(_RECONNECT_SECONDS)

    async def _whole_answer(self, request: bytes, number: int) -> bytes:
        source = self.source(number)
        local = (source, 0) if source else None
        reader, writer = await asyncio.open_connection(self.host, self.port, local_addr=local)
        try:
            writer.write(request)
            return await reader.read(-1)
        finally:
            writer.close()


def _retry_after(head: bytes) -> float | None:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"retry-after:"):
            return float(line.partition(b":")[2])
    return None


if __name__ == "__main__":
    print(json.dumps(asyncio.run(Overload(json.load(sys.stdin)).run())))

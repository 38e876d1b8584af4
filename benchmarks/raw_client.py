"""The limit: a bare aiohttp client that asks and parses, and does nothing else.

    python -m benchmarks.raw_client URL CASES CONCURRENCY

Prints {"seconds", "cpu_s", "rss_mb"} of the asking.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import time

import aiohttp
import orjson
from yarl import URL


async def ask_all(url: URL, cases: int, concurrency: int) -> None:
    """Ask so many questions with so many workers."""
    connector = aiohttp.TCPConnector(limit=0)
    numbers = iter(range(cases))
    headers = {"Content-Type": "application/json"}
    async with aiohttp.ClientSession(
        connector=connector, cookie_jar=aiohttp.DummyCookieJar()
    ) as session:

        async def work() -> None:
            for number in numbers:
                messages = [{"role": "user", "content": f"question {number}: capital of France?"}]
                body = orjson.dumps({"model": "bench", "messages": messages})
                async with session.post(url, data=body, headers=headers) as response:
                    answer = orjson.loads(await response.read())
                assert answer["choices"][0]["message"]["content"]

        await asyncio.gather(*(work() for _ in range(concurrency)))


def main() -> None:
    """Measure and print."""
    url, cases, concurrency = URL(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    before = resource.getrusage(resource.RUSAGE_SELF)
    begun = time.perf_counter()
    asyncio.run(ask_all(url, cases, concurrency))
    seconds = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_SELF)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(json.dumps({"seconds": seconds, "cpu_s": cpu, "rss_mb": after.ru_maxrss / 1024}))


if __name__ == "__main__":
    main()

"""The limit: a bare aiohttp client that asks and parses, and does nothing else.

    python -m benchmarks.raw_client URL CASES CONCURRENCY

Prints {"seconds", "cpu_s", "rss_mb", "cases", "answers"} of the asking.
"""

from __future__ import annotations

import asyncio
import sys

import aiohttp
import orjson
from yarl import URL

from benchmarks.metered import metered, question, tell


async def ask_all(url: URL, cases: int, concurrency: int) -> list[str]:
    """Ask so many questions with so many workers; return the answers."""
    connector = aiohttp.TCPConnector(limit=0)
    numbers = iter(range(cases))
    answers = [""] * cases
    headers = {"Content-Type": "application/json"}
    async with aiohttp.ClientSession(
        connector=connector, cookie_jar=aiohttp.DummyCookieJar()
    ) as session:

        async def work() -> None:
            for number in numbers:
                messages = [{"role": "user", "content": question(number)}]
                body = orjson.dumps({"model": "bench", "messages": messages})
                async with session.post(url, data=body, headers=headers) as response:
                    answer = orjson.loads(await response.read())
                answers[number] = answer["choices"][0]["message"]["content"]

        await asyncio.gather(*(work() for _ in range(concurrency)))
    assert all(answers)
    return answers


def main() -> None:
    """Measure and print."""
    url, cases, concurrency = URL(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    with metered() as found:
        answers = asyncio.run(ask_all(url, cases, concurrency))
    tell(found, answers)


if __name__ == "__main__":
    main()

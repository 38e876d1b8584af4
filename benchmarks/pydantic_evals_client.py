"""pydantic-evals on the benchmark's cases: a dataset and a task, as its guide shows them.

    python -m benchmarks.pydantic_evals_client URL CASES CONCURRENCY openai|aiohttp

It brings no client of its own; the task is the user's. `openai` is the task most people write, on
the OpenAI package; `aiohttp` asks as the bare client does, so that what is left is pydantic-evals.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from pydantic_evals import Case, Dataset

from benchmarks.metered import metered, question, tell

Task = Callable[[str], Awaitable[str]]


@asynccontextmanager
async def openai(url: str, _concurrency: int) -> AsyncIterator[Task]:
    """Ask through the OpenAI package."""
    from openai import AsyncOpenAI

    async with AsyncOpenAI(base_url=url, api_key="none") as client:

        async def ask(text: str) -> str:
            answer = await client.chat.completions.create(
                model="bench", messages=[{"role": "user", "content": text}]
            )
            return answer.choices[0].message.content or ""

        yield ask


@asynccontextmanager
async def aiohttp(url: str, concurrency: int) -> AsyncIterator[Task]:
    """Ask with as little as possible."""
    import aiohttp as package
    import orjson

    connector = package.TCPConnector(limit=concurrency)
    async with package.ClientSession(connector=connector) as session:

        async def ask(text: str) -> str:
            messages = [{"role": "user", "content": text}]
            body = orjson.dumps({"model": "bench", "messages": messages})
            headers = {"Content-Type": "application/json"}
            async with session.post(f"{url}/chat/completions", data=body, headers=headers) as reply:
                answer = orjson.loads(await reply.read())
            return str(answer["choices"][0]["message"]["content"])

        yield ask


async def evaluate(url: str, cases: int, concurrency: int, client: str) -> list[str]:
    """Evaluate all; return the answers in the order of the cases."""
    wanted = [Case(name=f"c{number}", inputs=question(number)) for number in range(cases)]
    dataset = Dataset(name="bench", cases=wanted)
    async with {"openai": openai, "aiohttp": aiohttp}[client](url, concurrency) as ask:
        report = await dataset.evaluate(ask, max_concurrency=concurrency, progress=False)
    assert not report.failures, report.failures[0]
    found = {case.name: case.output for case in report.cases}
    return [found[f"c{number}"] for number in range(cases)]


def main() -> None:
    """Measure and print."""
    url, cases, concurrency, client = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    __import__(client)  # importing is start-up, not asking
    with metered() as found:
        answers = asyncio.run(evaluate(url, cases, concurrency, client))
    tell(found, answers)


if __name__ == "__main__":
    main()

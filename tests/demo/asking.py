"""Ask a running demo agent the way a patient client does."""

from __future__ import annotations

import asyncio
import json
from typing import Any, NamedTuple

import aiohttp

from steelyard.demo import cases_path, demo_agent


class Asked(NamedTuple):
    """The last reply to one question and the statuses on the way to it."""

    statuses: tuple[int, ...]
    body: Any


def timeless(asked: Asked) -> Asked:
    """Return a reply without the moments at which its team spoke."""
    body = asked.body
    talk = [
        {key: value for key, value in item.items() if key not in ("ts", "start", "end")}
        for item in body.get("messages", ())
    ]
    return Asked(asked.statuses, {**body, "messages": talk})


def load_cases() -> list[dict[str, Any]]:
    lines = cases_path().read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def ask_all(questions: list[str], *, concurrency: int = 16) -> list[Asked]:
    """Ask a fresh agent every question, asking again after 429 and 500."""
    with demo_agent() as url:
        return asyncio.run(_ask_all(url, questions, concurrency))


async def _ask_all(url: str, questions: list[str], concurrency: int) -> list[Asked]:
    gate = asyncio.Semaphore(concurrency)
    async with aiohttp.ClientSession() as session:

        async def one(question: str) -> Asked:
            async with gate:
                return await _ask(session, url, question)

        return await asyncio.gather(*map(one, questions))


async def _ask(session: aiohttp.ClientSession, url: str, question: str) -> Asked:
    statuses: list[int] = []
    while True:
        async with session.post(f"{url}/ask", json={"input": question}) as response:
            statuses.append(response.status)
            body = json.loads((await response.read()).decode("utf-8", errors="strict"))
            if response.status == 429:
                assert response.headers["Retry-After"] in ("0", "1")
            if response.status not in (429, 500) or len(statuses) == 4:
                return Asked(tuple(statuses), body)

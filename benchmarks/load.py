"""Does the open-loop generator hold its schedule? How late requests leave, at rising rates.

    python -m benchmarks load [--seconds 5]

A server answers at once; the agent is the `openai` adapter. Reported per rate: requests sent, how
late they left (median, 99th percentile, worst), and latency against that of a bare client.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.machine import openai_server
from steelyard.agents import make_agent
from steelyard.model import Case
from steelyard.runner import Asked, LoadLevel, Stopper, Tally, drive_load

RATES = (50, 200, 500, 1000)


def main(words: list[str]) -> dict[str, Any]:
    """Print the table and return its numbers."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks load")
    parser.add_argument("--seconds", type=float, default=5.0)
    given = parser.parse_args(words)
    print(
        f"{'rate /s':>8} {'sent':>6} {'late ms: p50':>13} {'p99':>7} {'worst':>7} {'added ms':>9}"
    )
    rows = []
    with tempfile.TemporaryDirectory() as folder, openai_server(Path(folder)) as url:
        bare = asyncio.run(_bare(url))
        for rate in RATES:
            row = asyncio.run(_measure(url, rate, int(rate * given.seconds), bare))
            rows.append(row)
            print(
                f"{rate:>8} {row['sent']:>6} {row['late_p50_ms']:>13.2f} {row['late_p99_ms']:>7.2f}"
                f" {row['late_max_ms']:>7.2f} {row['added_ms']:>9.2f}"
            )
    return {"bare_latency_ms": bare * 1000, "rows": rows}


async def _bare(url: str) -> float:
    """Return the median latency of one request at a time, seen by a bare client."""
    import aiohttp

    body = {"model": "m", "messages": [{"role": "user", "content": "?"}]}
    seconds = []
    async with aiohttp.ClientSession() as session:
        for _ in range(200):
            begun = time.perf_counter()
            async with session.post(f"{url}/chat/completions", json=body) as answer:
                await answer.read()
            seconds.append(time.perf_counter() - begun)
    return statistics.median(seconds)


async def _measure(url: str, rate: float, count: int, bare: float) -> dict[str, Any]:
    agent = make_agent({"openai": {"base_url": url, "model": "m"}})
    late: list[float] = []
    latency: list[float] = []

    def record(case: Case, asked: Asked) -> None:
        late.append(asked.facts["start_delay_s"])
        latency.append(asked.reply.latency_s or 0.0)

    def cases() -> Iterator[Case]:
        return (Case(row, str(row), "?") for row in range(count))

    how = LoadLevel(rate, "poisson", 30.0, seed=1)
    await agent.open()
    try:
        tally = Tally(total=count)
        await drive_load(cases(), agent, how, tally=tally, record=record, stopper=Stopper())
    finally:
        await agent.close()
    late.sort()
    return {
        "rate": rate,
        "sent": len(late),
        "late_p50_ms": late[len(late) // 2] * 1000,
        "late_p99_ms": late[int(len(late) * 0.99)] * 1000,
        "late_max_ms": late[-1] * 1000,
        "added_ms": (statistics.median(latency) - bare) * 1000,
    }

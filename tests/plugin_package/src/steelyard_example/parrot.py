"""An adapter: an agent that repeats the question."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from steelyard.agents import AGENTS, Adapter, Config
from steelyard.model import Case, Reply, Words


class ParrotAgent:
    """Repeats the question."""

    class Config(Config):
        """Options of the parrot."""

        times: int = 1

    def __init__(self, options: Config, base: Path) -> None:
        self._times = options.times  # type: ignore[attr-defined]

    @property
    def description(self) -> dict[str, Any]:
        """What is in the manifest."""
        return {"adapter": "parrot", "times": self._times}

    @property
    def concurrency_hint(self) -> int | None:
        """As many as you like."""
        return None

    async def open(self) -> None:
        """Nothing to open."""

    async def ask(self, case: Case) -> Reply:
        """Repeat."""
        return Reply(output=str(case.input) * self._times, latency_s=0.0)

    async def close(self) -> None:
        """Nothing to close."""


AGENTS.add("parrot", Adapter("parrot", Words("Parrot", "鹦鹉"), ParrotAgent))

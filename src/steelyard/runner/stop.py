"""Ending a drive before its cases are used up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import StrEnum


class End(StrEnum):
    """Why a drive ended."""

    COMPLETE = "complete"
    INTERRUPTED = "interrupted"
    CASES = "cases"
    TOKENS = "tokens"
    COST = "cost"
    TIME = "time"
    ERRORS = "errors"


class Stopper:
    """Lets others end a drive.

    `stop` waits for the attempts in flight and starts no other; `abort` drops them. Cases that got
    no reply are asked when the run is resumed.
    """

    def __init__(self) -> None:
        self.reason: End | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._on_stop: list[Callable[[], None]] = []

    def stop(self, reason: End = End.INTERRUPTED) -> None:
        """Start no further attempt."""
        if self.reason is None:
            self.reason = reason
            for tell in self._on_stop:
                tell()

    def abort(self) -> None:
        """End now."""
        self.stop()
        for task in self._tasks:
            task.cancel()

    def watch(self, tasks: list[asyncio.Task[None]]) -> None:
        """Take the tasks that `abort` ends."""
        self._tasks = tasks

    def on_stop(self, tell: Callable[[], None]) -> None:
        """Call `tell` when the drive is stopped."""
        self._on_stop.append(tell)

"""Counts of a run while it goes on; progress displays read them when they like."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from steelyard.model import Reply


@dataclass(slots=True)
class Tally:
    """What has happened so far.

    Attributes:
        total: asks the run has when it is whole.
        done_before: asks already answered when this process took over.
    """

    total: int
    done_before: int = 0
    ok: int = 0
    errors: int = 0
    timeouts: int = 0
    retries: int = 0
    tokens: int = 0
    cost: float = 0.0
    in_flight: int = 0
    limit: int = 0
    waiting_for_agent: bool = False
    last_error: str | None = None
    started: float = field(default_factory=time.monotonic)

    @property
    def done(self) -> int:
        """Asks answered by this process."""
        return self.ok + self.errors + self.timeouts

    @property
    def failed(self) -> int:
        """Asks that ended without an answer."""
        return self.errors + self.timeouts

    @property
    def elapsed(self) -> float:
        """Seconds since this process took over."""
        return time.monotonic() - self.started

    def count(self, reply: Reply) -> None:
        """Take one reply into account."""
        if reply.status == "ok":
            self.ok += 1
        elif reply.status == "timeout":
            self.timeouts += 1
            self.last_error = reply.error
        else:
            self.errors += 1
            self.last_error = reply.error
        if reply.input_tokens:
            self.tokens += reply.input_tokens
        if reply.output_tokens:
            self.tokens += reply.output_tokens
        if reply.cost:
            self.cost += reply.cost

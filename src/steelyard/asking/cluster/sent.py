"""What a worker sends: some replies, as lines for the journal, with what they add to the counts."""

from __future__ import annotations

from dataclasses import dataclass

from steelyard.errors import SteelyardError
from steelyard.runner import Tally

_COUNTS = ("ok", "errors", "timeouts", "retries", "tokens", "cost")


@dataclass(frozen=True, slots=True)
class Sent:
    """Some replies.

    Attributes:
        rows: the rows they answer.
        lines: whole lines for the journal; empty when they are in a segment.
        segment: name of the segment in the run's store that holds the lines.
        counts: what happened since the last time, by the names of `Tally`.
        limit: how many asks the worker has in flight at most, now.
        waiting: whether it waits for an agent that is out of reach.
        last_error: the newest failure, for people.
    """

    rows: tuple[int, ...]
    lines: bytes
    segment: str | None
    counts: dict[str, float]
    limit: int
    waiting: bool
    last_error: str | None


@dataclass(frozen=True, slots=True)
class Ended:
    """The last thing a worker sends: why it has nothing more to say."""

    error: SteelyardError | None


class Counting:
    """The difference a worker has made since it last told of it."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._told = dict.fromkeys(_COUNTS, 0.0)

    def since(self) -> dict[str, float]:
        """Return it, and begin anew."""
        now = {name: getattr(self._tally, name) for name in _COUNTS}
        made = {name: now[name] - self._told[name] for name in _COUNTS}
        self._told = now
        return made


def count(tally: Tally, sent: Sent) -> None:
    """Add what a worker did to the counts of the run."""
    for name in _COUNTS:
        setattr(tally, name, getattr(tally, name) + type(getattr(tally, name))(sent.counts[name]))
    tally.last_error = sent.last_error or tally.last_error

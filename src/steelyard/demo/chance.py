"""Everything that looks like luck in the demo agent, decided by a hash of what it was asked.

Neither time nor a random generator is consulted, so every run on every machine is the same.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

BUSY_SHARE = 0.02
CRASH_SHARE = 0.015
EMPTY_SHARE = 0.02
VERBOSE_SHARE = 0.04
FASTEST_S = 0.012
SLOWEST_S = 0.060


class Fault(NamedTuple):
    """A failed ask: the HTTP status and, for 429, the seconds to wait."""

    status: int
    retry_after: int | None


def fault(question: str, attempt: int) -> Fault | None:
    """Return how this ask fails, or None. Only a first attempt fails: asking again always helps."""
    if attempt > 1:
        return None
    draw = _draw("fault", question, attempt)
    if draw < BUSY_SHARE:
        return Fault(429, int(_draw("wait", question, attempt) < 0.5))
    if draw < BUSY_SHARE + CRASH_SHARE:
        return Fault(500, None)
    return None


def delay(question: str, attempt: int) -> float:
    """Return seconds to think: mostly close to the fastest, now and then close to the slowest."""
    return FASTEST_S + (SLOWEST_S - FASTEST_S) * _draw("delay", question, attempt) ** 4


def is_empty(question: str) -> bool:
    """Whether the agent loses its answer to this question."""
    return _draw("empty", question) < EMPTY_SHARE


def is_verbose(question: str) -> bool:
    """Whether the agent wraps its answer to this question in polite padding."""
    return _draw("verbose", question) < VERBOSE_SHARE


def reply_id(question: str) -> str:
    """Return an id for the reply to this question."""
    return f"demo-{blake2b(question.encode(), digest_size=6).hexdigest()}"


def _draw(purpose: str, *what: object) -> float:
    """Return a number in [0, 1) that depends on the arguments only."""
    text = "\x1f".join((purpose, *map(str, what)))
    return int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "big") / 2**48

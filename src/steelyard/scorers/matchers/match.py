"""`Match`: what a matcher found in a reply."""

from __future__ import annotations

from typing import NamedTuple

UNREAD = "unread"
"""Evidence: the reply holds no answer of the kind that is expected."""
ABSENT = "absent"
"""Evidence: the expected text is not in the reply."""
DENIED = "denied"
"""Evidence: the expected text is in the reply, but the reply does not assert it."""
ECHO = "echo"
"""Evidence: the reply only repeats the input."""


class Match(NamedTuple):
    """Whether the reply gives the expected answer, and what was read from it.

    Attributes:
        passed: the verdict.
        evidence: the number, letter, label or text that was read, or one of the words above.
    """

    passed: bool
    evidence: str | None
